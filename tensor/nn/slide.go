package nn

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// slide says how windows move along an axis of n elements: so many elements are added before and behind
// them, a window has every dilation-th element, and the next one begins a stride further.
type slide struct {
	n, before, after       int
	size, stride, dilation int
	out                    int // how many windows there are
}

// most is the greatest number of an option, so that products of two do not overflow.
const most = 1 << 30

// each returns an option for so many axes: one number may serve all, and none means the default.
func (c *call) each(what string, given []int, axes, otherwise int) ([]int, error) {
	switch len(given) {
	case 0:
		return slices.Repeat([]int{otherwise}, axes), nil
	case 1:
		given = slices.Repeat(given, axes)
	}
	if len(given) != axes {
		return nil, c.errorf("expected %s to be a single integer value or a list of %d values to match the dimensions, but got %s=%v", what, axes, what, given)
	}
	for _, v := range given {
		if v > most || v < -most {
			return nil, c.errorf("%s=%v; %d is the most", what, given, most)
		}
	}
	return given, nil
}

// moves are the options of windows, before they are known to fit.
type moves struct {
	size, stride, padding, dilation []int
	ceil                            bool
}

// read fills in options for so many axes.
func (c *call) read(m *moves, axes int) (err error) {
	if m.size, err = c.each("size", m.size, axes, 1); err != nil {
		return err
	}
	if m.padding, err = c.each("padding", m.padding, axes, 0); err != nil {
		return err
	}
	if m.dilation, err = c.each("dilation", m.dilation, axes, 1); err != nil {
		return err
	}
	m.stride, err = c.each("stride", m.stride, axes, 1)
	switch {
	case err != nil:
		return err
	case slices.Min(m.size) < 1:
		return c.errorf("kernel size should be greater than zero, but got %v", m.size)
	case slices.Min(m.stride) < 1:
		return c.errorf("non-positive stride is not supported: %v", m.stride)
	case slices.Min(m.dilation) < 1:
		return c.errorf("non-positive dilation is not supported: %v", m.dilation)
	case slices.Min(m.padding) < 0:
		return c.errorf("negative padding is not supported: %v", m.padding)
	}
	return nil
}

// span is how many elements a window spans along an axis.
func (m *moves) span(axis int) int64 { return int64(m.size[axis]-1)*int64(m.dilation[axis]) + 1 }

// along returns how windows move along an axis of n elements. With ceil the last window may begin among
// the elements and the padding before them, and end beyond the padding.
func (m *moves) along(axis, n int) (s slide, out int64) {
	padding, stride, span := int64(m.padding[axis]), int64(m.stride[axis]), m.span(axis)
	room := int64(n) + 2*padding - span
	out = floor(room, stride) + 1
	if m.ceil {
		if out = floor(room+stride-1, stride) + 1; (out-1)*stride >= int64(n)+padding {
			out--
		}
	}
	needed := (out-1)*stride + span - int64(n) - padding
	s = slide{n: n, before: m.padding[axis], size: m.size[axis], stride: m.stride[axis], dilation: m.dilation[axis]}
	if out > 0 && needed <= math.MaxInt/2 {
		s.out, s.after = int(out), int(max(needed, 0))
	}
	return s, out
}

func floor(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// windows returns the windows that slide along the last axes of x, as a view: an axis of windows in the
// place of each, and an axis of a window's elements behind them. A product reads padded elements where they are.
func (c *call) windows(x *tensor.Tensor, slides []slide, with tensor.Padding) *tensor.Tensor {
	first := x.Rank() - len(slides)
	for k, s := range slides {
		if s.before+s.after > 0 {
			x = c.keep(x.Pad(first+k, s.before, s.after, with))
		}
	}
	for k, s := range slides {
		x = c.keep(x.Windows(first+k, (s.size-1)*s.dilation+1, s.stride))
		if s.dilation > 1 {
			x = c.keep(x.Slice(-1, 0, tensor.End, s.dilation))
		}
	}
	return x
}
