package npy

import (
	"archive/zip"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// WriteZip writes arrays to an .npz file, which it makes or replaces: uncompressed, as np.savez
// does, and in the order of their names. It can wait, as [Write].
func WriteZip(name string, arrays map[string]*tensor.Tensor) error {
	return create(name, func(w io.Writer) error { return WriteZipTo(w, arrays) })
}

// WriteZipTo is WriteZip to a writer. It can wait, as [Write].
func WriteZipTo(w io.Writer, arrays map[string]*tensor.Tensor) error {
	archive := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		if err := writeMember(archive, name, arrays[name]); err != nil {
			return located(err, files.Name(w), name)
		}
	}
	return located(archive.Close(), files.Name(w), "")
}

func writeMember(archive *zip.Writer, name string, t *tensor.Tensor) error {
	if !utf8.ValidString(name) {
		return broken("the name is not valid UTF-8")
	}
	w, err := archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
	if err != nil {
		return err
	}
	return write(w, t)
}
