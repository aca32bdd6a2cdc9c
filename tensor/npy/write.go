package npy

import (
	"context"
	"io"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Write writes an array as np.save does: version 1.0, little endian; in Fortran order if the
// tensor is a transposed view, else in C order. NumPy has no bfloat16. It can wait, as
// [tensor.Tensor.Bytes].
func Write(w io.Writer, t *tensor.Tensor) error {
	if err := write(w, t); err != nil {
		return locate(err, files.Name(w), "")
	}
	return nil
}

// WriteFile writes an array to a file, which it makes or replaces. A tensor that is refused leaves an
// old file as it was. It can wait, as [Write].
func WriteFile(name string, t *tensor.Tensor) error {
	return files.Create(name, func(w io.Writer) error { return Write(w, t) })
}

func write(w io.Writer, t *tensor.Tensor) error {
	start, fortran, err := startOf(t)
	if err != nil {
		return err
	}
	if fortran {
		t = t.T()
		defer t.Release()
	}
	if _, err := w.Write(start); err != nil {
		return err
	}
	_, err = t.WriteTo(w)
	return err
}

// startOf computes a tensor. It returns what stands before the elements, and their order.
func startOf(t *tensor.Tensor) (start []byte, fortran bool, err error) {
	if err := tensor.Eval(context.Background(), t); err != nil {
		return nil, false, err
	}
	h := header{dtype: t.DType(), shape: t.Shape()}
	if !t.IsContiguous() {
		columns := t.T()
		h.fortran = columns.IsContiguous()
		columns.Release()
	}
	start, err = h.format()
	return start, h.fortran, err
}
