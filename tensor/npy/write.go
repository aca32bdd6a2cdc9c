package npy

import (
	"io"
	"os"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Write writes an array as np.save does: version 1.0, little endian; in Fortran order if the
// tensor is a transposed view, else in C order. NumPy has no bfloat16. It can wait, as
// [tensor.Tensor.Bytes].
func Write(w io.Writer, t *tensor.Tensor) error {
	if err := write(w, t); err != nil {
		return located(err, files.Name(w), "")
	}
	return nil
}

// WriteFile writes an array to a file, which it makes or replaces. It can wait, as [Write].
func WriteFile(name string, t *tensor.Tensor) error {
	return create(name, func(w io.Writer) error { return Write(w, t) })
}

func write(w io.Writer, t *tensor.Tensor) error {
	if err := t.Err(); err != nil {
		return err
	}
	h := header{dtype: t.DType(), shape: t.Shape()}
	if !t.IsContiguous() {
		columns := t.T()
		defer columns.Release()
		if h.fortran = columns.IsContiguous(); h.fortran {
			t = columns
		}
	}
	start, err := h.format()
	if err != nil {
		return err
	}
	if _, err := w.Write(start); err != nil {
		return err
	}
	_, err = t.WriteTo(w)
	return err
}

// create makes a file and has it written.
func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return located(err, "", "")
	}
	err = write(f)
	if closed := f.Close(); err == nil && closed != nil {
		err = located(closed, "", "")
	}
	return err
}
