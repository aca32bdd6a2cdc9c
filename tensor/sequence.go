package tensor

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sequence gives the elements of a tensor as functions of their index.
type sequence struct {
	dtype DType
	at    func(i int) op.Scalar
	// of computes the same numbers as at, from indices in float64, except for the first and the last
	// index. It is nil if the elements are whole numbers that grow by the same step, and their sums
	// are exact.
	of func(i *Tensor) *Tensor
}

// sequenceBlock is the number of elements at the beginning that the host computes. The device
// computes a multiple of it, and the host the remainder.
const sequenceBlock = 1 << 10

// tensor returns the first n elements on the default device. It allocates the device's memory
// first. If that fails, the host has not computed any element.
func (s *sequence) tensor(name string, n int) *Tensor {
	shape := []int{n}
	return newOn(name, DefaultDevice(), s.dtype, shape, func(d device.Device) (*Tensor, error) {
		from, to := s.deviceRange(d, n)
		t, err := store(d, s.dtype, shape, func(buf device.Buffer) error {
			err := buf.Write(0, s.raw(0, from, 1))
			if err == nil && to < n {
				err = buf.Write(to*s.dtype.Size(), s.raw(to, n, 1))
			}
			return err
		})
		if err == nil && from < to {
			part := t.Slice(0, from, to, 1)
			rows, blocks := part.Reshape(-1, sequenceBlock), s.blocks(d, from, to)
			if err = rows.Assign(blocks); err != nil {
				t.Release()
			}
			for _, t := range []*Tensor{part, rows, blocks} {
				t.Release() // else t's memory waits for a collection
			}
		}
		return t, err
	})
}

// deviceRange is the range of indices that the device computes. It is empty on a GPU, where float64
// is slow, and while a function is recorded, whose plan keeps the elements.
func (s *sequence) deviceRange(d device.Device, n int) (from, to int) {
	_, recorded := d.(*tracing)
	if info := d.Info(); recorded || info.Kind != device.CPU || n < 8*sequenceBlock || !info.DTypes.Has(Float64) {
		return n, n
	}
	return sequenceBlock, (n - 1) / sequenceBlock * sequenceBlock
}

// blocks returns an expression of the elements in a range. Each row is a block. The expression is
// the sum of a column and a row, by broadcasting.
func (s *sequence) blocks(d device.Device, from, to int) *Tensor {
	if s.of != nil {
		index := sequence{dtype: Float64, at: func(i int) op.Scalar { return Float64.FromFloat(float64(i)) }}
		return s.of(index.blocks(d, from, to))
	}
	column, row := s.raw(from, to, sequenceBlock), s.raw(0, sequenceBlock, 1)
	first := newStored("sequence", d, s.dtype, s.raw(0, 1, 1), []int{1, 1})
	return newStored("sequence", d, s.dtype, column, []int{(to - from) / sequenceBlock, 1}).
		Add(newStored("sequence", d, s.dtype, row, []int{1, sequenceBlock}).Sub(first))
}

// raw returns the bytes of the elements from, from+step … below to. The length of the range is a
// multiple of step.
func (s *sequence) raw(from, to, step int) []byte {
	size := s.dtype.Size()
	raw := make([]byte, (to-from)/step*size)
	for at := 0; at < len(raw); at += size {
		s.dtype.Store(raw[at:], s.at(from))
		from += step
	}
	return raw
}
