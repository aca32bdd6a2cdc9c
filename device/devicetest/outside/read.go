package outside

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wgtensor/wgtensor/device/op"
)

// Env names the environment variable that names the folder of the data.
const Env = "WGTENSOR_CONFORMANCE"

// Lines decodes a file with a JSON object in each line.
func Lines[T any](file string) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", len(all)+1, file, err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s is empty", file)
	}
	return all, nil
}

// DType is a type, decoded from its name. An unknown name gives 0.
type DType struct{ op.DType }

func (d *DType) UnmarshalText(name []byte) error {
	d.DType, _ = op.ParseDType(string(name))
	return nil
}

// Array names an array in a zip file. The member is in NumPy's format version 1.0; its header
// repeats the type and the shape. The zero Array is an operand left out.
type Array struct {
	File, Member string
	DType        DType
	Shape        []int
}

// Len is the number of elements.
func (a Array) Len() int {
	n := 1
	for _, size := range a.Shape {
		n *= size
	}
	return n
}

// Archives reads arrays from the zip files of a suite's folder, and opens each file once. It is not
// safe for concurrent use.
type Archives struct {
	dir  string
	open map[string]*zip.ReadCloser
}

// OpenArchives returns the archives of a folder. Close them.
func OpenArchives(dir string) *Archives { return &Archives{dir, map[string]*zip.ReadCloser{}} }

// Close closes all files.
func (z *Archives) Close() {
	for _, r := range z.open {
		_ = r.Close()
	}
}

// Member is the array in NumPy's format.
func (z *Archives) Member(a Array) ([]byte, error) {
	if z.open[a.File] == nil {
		r, err := zip.OpenReader(filepath.Join(z.dir, a.File))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.File, err)
		}
		z.open[a.File] = r
	}
	f, err := z.open[a.File].Open(a.Member)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.File, err)
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Bytes are the array's elements in row-major order, little endian.
func (z *Archives) Bytes(a Array) ([]byte, error) {
	raw, err := z.Member(a)
	if err != nil {
		return nil, err
	}
	for _, size := range a.Shape {
		if size < 0 {
			return nil, fmt.Errorf("%s: the shape of %s is %v", a.File, a.Member, a.Shape)
		}
	}
	const magic = 10 // bytes of the magic string, the version and the header length
	if len(raw) < magic || string(raw[:6]) != "\x93NUMPY" {
		return nil, fmt.Errorf("%s: %s is not in NumPy's format", a.File, a.Member)
	}
	if a.DType.DType == 0 {
		return nil, fmt.Errorf("%s: %s has an unknown dtype", a.File, a.Member)
	}
	header := magic + int(binary.LittleEndian.Uint16(raw[8:]))
	if want := header + a.Len()*a.DType.Size(); len(raw) != want {
		return nil, fmt.Errorf("%s: %s has %d bytes; %v of shape %v takes %d", a.File, a.Member, len(raw), a.DType, a.Shape, want)
	}
	return raw[header:], nil
}

// Elements are the array's elements in row-major order.
func (z *Archives) Elements(a Array) ([]op.Scalar, error) {
	raw, err := z.Bytes(a)
	if err != nil {
		return nil, err
	}
	size := a.DType.Size()
	all := make([]op.Scalar, len(raw)/size)
	for i := range all {
		all[i] = a.DType.Load(raw[i*size:])
	}
	return all, nil
}
