package safetensors

import (
	"errors"
	"io"
	"math"
	"os"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Option changes how tensors are read.
type Option func(*options)

type options struct {
	device device.Device // if on, else the default one
	on     bool
}

// On reads tensors to a device that is not the default one.
func On(d device.Device) Option { return func(o *options) { o.device, o.on = d, true } }

// newOptions returns the options of a function that reads r, which must not be nil.
func newOptions(r any, opts []Option) (*options, error) {
	o := &options{}
	if files.Nil(r) {
		return nil, errors.New("safetensors: read: nil reader")
	}
	for _, opt := range opts {
		if opt == nil {
			return nil, errors.New("safetensors: read: nil option")
		}
		opt(o)
	}
	if !o.on {
		o.device = tensor.DefaultDevice()
	}
	return o, nil
}

// Read reads all tensors from r, which ends behind the last.
func Read(r io.Reader, opts ...Option) (map[string]*tensor.Tensor, error) {
	o, err := newOptions(r, opts)
	if err != nil {
		return nil, err
	}
	h, err := readHeader(r)
	if err != nil {
		return nil, locate(err, files.Name(r))
	}
	tensors, err := h.readAll(r, o)
	return tensors, locate(err, files.Name(r))
}

// readAll reads the tensors one after the other.
func (h *header) readAll(r io.Reader, o *options) (map[string]*tensor.Tensor, error) {
	if err := h.readable(); err != nil {
		return nil, err
	}
	tensors := map[string]*tensor.Tensor{}
	for _, offset := range h.order {
		e, name := h.entry(offset, nil), h.tensors.text(int(offset), math.MaxInt)
		t, err := e.load(r, 0, o)
		if err != nil {
			return nil, nameTensor(err, name)
		}
		tensors[name] = t
	}
	switch n, err := io.ReadFull(files.Reader{R: r}, make([]byte, 1)); {
	case n > 0:
		return nil, ruleError("the file goes on behind the last tensor, which ends %d bytes after the header", h.bytes)
	case err != io.EOF:
		return nil, err
	}
	return tensors, nil
}

// ReadFile reads all tensors of a file.
func ReadFile(name string, opts ...Option) (map[string]*tensor.Tensor, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, locate(err, "")
	}
	defer f.Close()
	return Read(f, opts...)
}

// readable returns the error of the first tensor whose type is no dtype.
func (h *header) readable() error {
	var sizes [maxRank]int
	for _, offset := range h.order {
		if e := h.entry(offset, sizes[:0]); e.kind.dtype == 0 {
			return nameTensor(e.unreadable(), h.tensors.text(int(offset), mostNamed))
		}
	}
	return nil
}

// unreadable is the error of a tensor whose type is no dtype.
func (e *entry) unreadable() error {
	return ruleError("tensors do not hold %s; they hold bool, integers and floats of 16 bits and more", e.kind.name)
}

// load reads the elements of a tensor. At least there bytes can be read.
func (e *entry) load(r io.Reader, there int, o *options) (*tensor.Tensor, error) {
	if e.kind.dtype == 0 {
		return nil, e.unreadable()
	}
	if e.kind.dtype == tensor.Bool {
		r = &files.Elements{R: r, There: there, Mend: files.Bools}
	}
	t := tensor.FromReaderOn(o.device, e.kind.dtype, r, e.shape...)
	if err := t.Err(); errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, ruleError("the file ends before the tensor does, %d bytes after the header: %w", e.end, io.ErrUnexpectedEOF)
	} else if err != nil {
		return nil, err
	}
	return t, nil
}
