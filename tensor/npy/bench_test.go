package npy_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/npy"
)

// BenchmarkFile reads and writes 64 MiB in the page cache, beside plain reads of the same bytes
// into memory that was written before. np.savez puts the elements at an odd offset. A plain read
// from there takes 1.3 times as long.
func BenchmarkFile(b *testing.B) {
	const size = 64 << 20
	dir := b.TempDir()
	x := tensor.Arange[float32](0, size/4, 1)
	name, archive, odd := filepath.Join(dir, "x.npy"), filepath.Join(dir, "x.npz"), filepath.Join(dir, "odd.npz")
	require.NoError(b, npy.WriteFile(name, x))
	require.NoError(b, npy.WriteZip(archive, map[string]*tensor.Tensor{"x": x}))
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	member, err := w.CreateHeader(&zip.FileHeader{Name: "x.npy"})
	require.NoError(b, err)
	require.NoError(b, npy.Write(member, x))
	require.NoError(b, w.Close())
	require.NoError(b, os.WriteFile(odd, file.Bytes(), 0o600))
	dst := make([]byte, size)
	readPlain := func(name string, at int64) func() error {
		f, err := os.Open(name)
		require.NoError(b, err)
		b.Cleanup(func() { _ = f.Close() })
		return func() error {
			_, err := f.ReadAt(dst, at)
			return err
		}
	}
	readZipped := func(name string) func() error {
		return func() error {
			arrays, err := npy.ReadZip(name)
			if err == nil {
				arrays["x"].Release()
			}
			return err
		}
	}
	for _, c := range []struct {
		name string
		f    func() error
	}{
		{"plain read", readPlain(name, 128)},
		{"ReadFile", func() error {
			got, err := npy.ReadFile(name)
			if err == nil {
				got.Release()
			}
			return err
		}},
		{"ReadZip", readZipped(archive)},
		{"plain read from an odd offset", readPlain(odd, 163)},
		{"ReadZip from an odd offset", readZipped(odd)},
		{"WriteFile", func() error { return npy.WriteFile(filepath.Join(dir, "y.npy"), x) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				require.NoError(b, c.f())
			}
		})
	}
}
