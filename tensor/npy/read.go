package npy

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Option changes how arrays are read.
type Option func(*options)

type options struct {
	device device.Device // if on, else the default one
	on, v2 bool
}

// On reads arrays to a device that is not the default one.
func On(d device.Device) Option { return func(o *options) { o.device, o.on = d, true } }

// V2AsBFloat16 reads arrays of type V2 as bfloat16: so ml_dtypes writes them.
func V2AsBFloat16() Option { return func(o *options) { o.v2 = true } }

// newOptions returns the options of a function that reads r, which must not be nil.
func newOptions(r any, opts []Option) (*options, error) {
	o := &options{}
	if files.Nil(r) {
		return nil, errors.New("npy: read: nil reader")
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("npy: read: nil option")
		}
		opt(o)
	}
	if !o.on {
		o.device = tensor.DefaultDevice()
	}
	return o, nil
}

// Read reads an array from r, to its last element and not beyond: several arrays may follow one
// another. Where r has ended before an array, errors.Is(err, io.EOF) holds.
func Read(r io.Reader, opts ...Option) (*tensor.Tensor, error) {
	o, err := newOptions(r, opts)
	if err != nil {
		return nil, err
	}
	h, err := readHeader(r, o)
	if err != nil {
		return nil, locate(err, files.Name(r), "")
	}
	t, err := h.load(r, 0, h.shape, o)
	return t, locate(err, files.Name(r), "")
}

// ReadFile reads the array of a file.
func ReadFile(name string, opts ...Option) (*tensor.Tensor, error) {
	f, err := Open(name, opts...)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Tensor()
}

// load reads elements of a shape, in the order of the header. At least there bytes can be read.
func (h *header) load(r io.Reader, there int, shape []int, o *options) (*tensor.Tensor, error) {
	stored := slices.Clone(shape)
	if h.fortran {
		slices.Reverse(stored)
	}
	t := tensor.FromReaderOn(o.device, h.dtype, h.elements(r, there), stored...)
	if err := t.Err(); errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, ruleError("shape %v of %v has %d bytes, the file ends before: %w", h.shape, h.dtype, h.bytes, io.ErrUnexpectedEOF)
	} else if err != nil {
		return nil, err
	}
	if !h.fortran || len(shape) < 2 {
		return t, nil
	}
	defer t.Release()
	return t.T(), nil
}

// elements returns a reader of r's bytes in the order that tensors have. At least there bytes can be
// read.
func (h *header) elements(r io.Reader, there int) io.Reader {
	switch {
	case h.dtype == tensor.Bool:
		return &files.Elements{R: r, There: there, Mend: files.Bools}
	case h.big:
		return &files.Elements{R: r, There: there, Mend: func(raw []byte) { swap(raw, h.dtype.Size()) }}
	case there > 0:
		return &files.Elements{R: r, There: there, Mend: func([]byte) {}}
	}
	return r
}

// swap reverses the bytes of whole elements, 8 bytes at a time.
func swap(raw []byte, size int) {
	for ; len(raw) >= 8; raw = raw[8:] {
		binary.LittleEndian.PutUint64(raw, swapWord(binary.LittleEndian.Uint64(raw), size))
	}
	var last [8]byte
	copy(last[:], raw)
	binary.LittleEndian.PutUint64(last[:], swapWord(binary.LittleEndian.Uint64(last[:]), size))
	copy(raw, last[:])
}

// swapWord reverses the bytes of each element in 8 bytes.
func swapWord(w uint64, size int) uint64 {
	switch size {
	case 2:
		const low = 0x00ff00ff_00ff00ff
		return w&low<<8 | w>>8&low
	case 4:
		return bits.RotateLeft64(bits.ReverseBytes64(w), 32)
	}
	return bits.ReverseBytes64(w)
}
