package tensor

import (
	"context"
	"io"

	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// WriteTo writes the elements to w as [Tensor.Bytes] returns them, in chunks of 1 MiB. An operation
// in place meanwhile goes to new memory and does not change what is written. If w takes too few
// bytes and returns no error, the error is io.ErrShortWrite. WriteTo implements io.WriterTo. It
// waits until the elements are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) WriteTo(w io.Writer) (written int64, err error) {
	const name = "write to"
	if files.Nil(w) {
		return 0, errorf(name, "nil writer")
	}
	ctx := context.Background()
	h, err := t.hold(ctx, name)
	if err != nil {
		return 0, err
	}
	defer h.Let()
	memory := make([]byte, min(chunkBytes, h.bytes))
	for from := 0; from < h.bytes; from += len(memory) {
		chunk := memory[:min(len(memory), h.bytes-from)]
		if err := h.read(ctx, from, chunk); err != nil {
			return written, errorf(name, "%w", err)
		}
		k, err := files.Writer{W: w}.Write(chunk)
		written += int64(k)
		if err != nil {
			return written, errorf(name, "%w", err)
		}
	}
	return written, nil
}

// ReadInto copies the elements, row-major, to dst, which must have the tensor's length. T must be
// the tensor's dtype. When ctx ends first, ReadInto returns ctx's error, and the content of dst is
// unspecified.
func ReadInto[T Element](ctx context.Context, t *Tensor, dst []T) error {
	const name = "read into"
	if err := checkType[T](t, name); err != nil {
		return err
	}
	if n := t.layout.Len(); n != len(dst) {
		return errorf(name, "shape %v has %d elements, dst has room for %d", t.layout.Shape, n, len(dst))
	}
	h, err := t.hold(ctx, name)
	if err != nil {
		return err
	}
	defer h.Let()
	return failure(name, readHeld(ctx, h, dst))
}
