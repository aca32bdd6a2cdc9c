package npy

import (
	"errors"
	"io"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// File is an .npy file, or a member of an .npz file, whose elements are read on demand. Its
// methods may be called from several goroutines.
type File struct {
	name, array string
	header      header
	r           io.ReaderAt
	options     *options
	close       files.Closer
}

// Open reads the header of a file. Close it after use.
func Open(name string, opts ...Option) (*File, error) {
	r, size, err := files.Open(name)
	if err != nil {
		return nil, locate(err, "", "")
	}
	f, err := NewFile(r, size, opts...)
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	f.close = r.Close
	return f, nil
}

// NewFile reads the header of an .npy file of size bytes.
func NewFile(r io.ReaderAt, size int64, opts ...Option) (*File, error) {
	o, err := newOptions(r, opts)
	if err != nil {
		return nil, err
	}
	return newFile(files.ReaderAt{R: r}, size, files.Name(r), "", o)
}

func newFile(r io.ReaderAt, size int64, name, array string, o *options) (*File, error) {
	h, err := readHeader(io.NewSectionReader(r, 0, size), o)
	if there := size - int64(h.size); err == nil && there < int64(h.bytes) {
		err = ruleError("shape %v of %v has %d bytes, the file has %d: %w", h.shape, h.dtype, h.bytes, there, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return nil, locate(err, name, array)
	}
	return &File{name: name, array: array, header: h, r: r, options: o}, nil
}

// check returns an error if the file was not opened.
func (f *File) check() error {
	if f == nil || f.r == nil {
		return errors.New("npy: read: a zero File holds no array; use Open or NewFile")
	}
	return nil
}

// Shape returns the sizes of the axes.
func (f *File) Shape() []int {
	if f == nil {
		return nil
	}
	return slices.Clone(f.header.shape)
}

// DType returns the type of the elements.
func (f *File) DType() tensor.DType {
	if f == nil {
		return 0
	}
	return f.header.dtype
}

// Tensor reads the array.
func (f *File) Tensor() (*tensor.Tensor, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return f.load(io.NewSectionReader(f.r, int64(f.header.size), int64(f.header.bytes)), f.header.bytes, f.header.shape)
}

// Section reads the rows from start up to but without stop: a part of the first axis, and all of
// the others. If stop is tensor.End, it reads through the last row. Rows lie side by side in a file
// in C order. In Fortran order a section is one read for each column.
func (f *File) Section(start, stop int) (*tensor.Tensor, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	h := &f.header
	rows, err := files.Rows(h.shape, start, stop)
	if err != nil {
		return nil, locate(err, f.name, f.array)
	}
	size := h.shape[0]
	bytes := h.bytes / max(size, 1) // of a row
	r := &runs{r: f.r, at: int64(h.size) + int64(start*bytes), size: int64(rows * bytes), left: int64(rows * bytes)}
	if h.fortran {
		element := h.dtype.Size()
		r.at, r.size, r.stride = int64(h.size)+int64(start*element), int64(rows*element), int64(size*element)
	}
	shape := slices.Clone(h.shape)
	shape[0] = rows
	return f.load(r, rows*bytes, shape)
}

func (f *File) load(r io.Reader, bytes int, shape []int) (*tensor.Tensor, error) {
	t, err := f.header.load(r, bytes, shape, f.options)
	return t, locate(err, f.name, f.array)
}

// Close closes the file, if Open has opened it. Tensors that were read stay valid.
func (f *File) Close() error {
	if f == nil {
		return nil
	}
	return f.close.Close()
}

// runs reads ranges of one size that lie stride bytes apart.
type runs struct {
	r      io.ReaderAt
	at     int64 // of the first
	size   int64 // of each
	stride int64
	read   int64
	left   int64
}

func (r *runs) Read(p []byte) (n int, err error) {
	for n < len(p) && r.left > 0 && err == nil {
		run, in := r.read/r.size, r.read%r.size
		var k int
		k, err = r.r.ReadAt(p[n:n+int(min(int64(len(p)-n), r.size-in))], r.at+run*r.stride+in)
		n, r.read, r.left = n+k, r.read+int64(k), r.left-int64(k)
		if k > 0 && err == io.EOF {
			err = nil
		}
	}
	if n == 0 && err == nil && len(p) > 0 {
		err = io.EOF
	}
	return n, err
}
