package safetensors

import (
	"errors"
	"io"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// File is a .safetensors file whose tensors are read on demand. Its methods may be called from
// several goroutines.
type File struct {
	name    string
	header  header
	r       io.ReaderAt
	options *options
	close   files.Closer
}

// Info describes a tensor.
type Info struct {
	Type  string       // the format's name: "F32", "BF16", "F8_E4M3"
	DType tensor.DType // 0 where there is none for the type; such a tensor cannot be read
	Shape []int
}

// Open reads the header of a file. Close it after use.
func Open(name string, opts ...Option) (*File, error) {
	r, size, err := files.Open(name)
	if err != nil {
		return nil, locate(err, "")
	}
	f, err := NewFile(r, size, opts...)
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	f.close = r.Close
	return f, nil
}

// NewFile reads the header of a file of size bytes.
func NewFile(r io.ReaderAt, size int64, opts ...Option) (*File, error) {
	o, err := newOptions(r, opts)
	if err != nil {
		return nil, err
	}
	f := &File{name: files.Name(r), r: r, options: o}
	f.header, err = readHeader(io.NewSectionReader(r, 0, size))
	if there := size - int64(f.header.size); err == nil && there != int64(f.header.bytes) {
		err = ruleError("its tensors have %d bytes, the file has %d behind the header", f.header.bytes, there)
	}
	if err != nil {
		return nil, locate(err, f.name)
	}
	return f, nil
}

// Names returns the names of the tensors, in the order of their bytes.
func (f *File) Names() []string {
	if f == nil {
		return nil
	}
	names := make([]string, len(f.header.order))
	for i, offset := range f.header.order {
		names[i] = f.header.tensors.text(int(offset), math.MaxInt)
	}
	return names
}

// Metadata returns the header's __metadata__; nil if it has none.
func (f *File) Metadata() map[string]string {
	if f == nil {
		return nil
	}
	return f.header.metadata.texts()
}

// Info describes a tensor, and reports whether there is one of this name.
func (f *File) Info(name string) (Info, bool) {
	if f == nil {
		return Info{}, false
	}
	e, ok := f.header.find(name)
	if !ok {
		return Info{}, false
	}
	return Info{e.kind.name, e.kind.dtype, e.shape}, true
}

// Tensor reads a tensor.
func (f *File) Tensor(name string) (*tensor.Tensor, error) {
	return f.load(name, func(*entry) error { return nil })
}

// Section reads the rows of a tensor from start up to but without stop: a part of the first axis,
// and all of the others. tensor.End as stop means through the last row.
func (f *File) Section(name string, start, stop int) (*tensor.Tensor, error) {
	return f.load(name, func(e *entry) error { return e.cut(start, stop) })
}

// load reads a tensor. choose may cut its entry to some of the rows.
func (f *File) load(name string, choose func(*entry) error) (t *tensor.Tensor, err error) {
	if f == nil || f.r == nil {
		return nil, errors.New("safetensors: read: a zero File holds no tensors; use Open or NewFile")
	}
	e, ok := f.header.find(name)
	if ok {
		err = choose(&e)
	} else {
		err = errors.New("the file has no such tensor")
	}
	if err == nil {
		bytes := e.end - e.begin
		t, err = e.load(io.NewSectionReader(f.r, int64(f.header.size+e.begin), int64(bytes)), bytes, f.options)
	}
	return t, locate(nameTensor(err, name), f.name)
}

// cut leaves the rows from start up to stop.
func (e *entry) cut(start, stop int) error {
	rows, err := files.Rows(e.shape, start, stop)
	if err != nil {
		return err
	}
	row := (e.end - e.begin) / max(e.shape[0], 1)
	e.shape[0] = rows
	e.begin += start * row
	e.end = e.begin + rows*row
	return nil
}

// Close closes the file, if Open has opened it. Tensors that were read stay valid.
func (f *File) Close() error {
	if f == nil {
		return nil
	}
	return f.close.Close()
}
