package npy

import (
	"context"
	"errors"
	"io"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Write writes an array as np.save does: version 1.0, little endian; in Fortran order if the
// tensor is a transposed view, else in C order. NumPy has no bfloat16. It waits as
// [tensor.Tensor.Bytes] does.
func Write(w io.Writer, t *tensor.Tensor) error {
	if files.Nil(w) {
		return errors.New("npy: write: nil writer")
	}
	a, err := prepare(t)
	if err == nil {
		err = a.write(files.Writer{W: w})
	}
	return locate(err, files.Name(w), "")
}

// WriteFile writes an array to a file, which it makes or replaces. A tensor that is refused leaves an
// old file as it was. It waits as [Write] does.
func WriteFile(name string, t *tensor.Tensor) error {
	return files.Create(name, func(w io.Writer) error { return Write(w, t) })
}

// array is a computed tensor, ready to be written.
type array struct {
	t       *tensor.Tensor
	start   []byte // the file's bytes before the elements
	fortran bool   // the order of the elements
}

// prepare computes a tensor.
func prepare(t *tensor.Tensor) (a array, err error) {
	if err := tensor.Eval(context.Background(), t); err != nil {
		return a, err
	}
	h := header{dtype: t.DType(), shape: t.Shape()}
	if !t.IsContiguous() {
		columns := t.T()
		h.fortran = columns.IsContiguous()
		columns.Release()
	}
	start, err := h.format()
	return array{t, start, h.fortran}, err
}

func (a *array) write(w io.Writer) error {
	t := a.t
	if a.fortran {
		t = t.T()
		defer t.Release()
	}
	if _, err := w.Write(a.start); err != nil {
		return err
	}
	_, err := t.WriteTo(w)
	return err
}
