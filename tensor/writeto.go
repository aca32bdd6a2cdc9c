package tensor

import (
	"context"
	"io"

	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// WriteTo writes the elements to w as [Tensor.Bytes] returns them, in chunks of 1 MiB. If an
// operation in place runs meanwhile, some chunks may have old values and some new ones; Clone the
// tensor first. If w takes too few bytes and returns no error, the error is io.ErrShortWrite.
// WriteTo implements io.WriterTo. It waits until the elements are computed. To bound the wait by a
// context, call Eval(ctx, t) first.
func (t *Tensor) WriteTo(w io.Writer) (written int64, err error) {
	const name = "write to"
	if err := t.check(name); err != nil {
		return 0, err
	}
	if files.Nil(w) {
		return 0, errorf(name, "nil writer")
	}
	packed := t.Contiguous()
	defer packed.Release()
	if err := evalFor(context.Background(), name, packed); err != nil {
		return 0, err
	}
	n, size := packed.Len(), packed.DType().Size()
	flat := packed.Reshape(n)
	defer flat.Release()
	memory := make([]byte, min(chunkBytes, n*size))
	for i, most := 0, chunkBytes/size; i < n; i += most {
		chunk, err := flat.chunk(name, i, min(i+most, n), memory)
		if err != nil {
			return written, err
		}
		k, err := files.Writer{W: w}.Write(chunk)
		written += int64(k)
		if err != nil {
			return written, errorf(name, "%w", err)
		}
	}
	return written, nil
}

// chunk reads some elements of a tensor of one axis into memory.
func (t *Tensor) chunk(name string, start, stop int, memory []byte) ([]byte, error) {
	part := t.Slice(0, start, stop, 1)
	defer part.Release()
	if err := part.check(name); err != nil {
		return nil, err
	}
	raw := memory[:(stop-start)*t.dtype.Size()]
	return raw, part.read(context.Background(), name, func(int) []byte { return raw })
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
	packed := t.Contiguous()
	defer packed.Release()
	if err := evalFor(ctx, name, packed); err != nil {
		return err
	}
	_, err := readElements(ctx, packed, name, func(int) []T { return dst })
	return err
}
