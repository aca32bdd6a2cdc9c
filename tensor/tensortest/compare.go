package tensortest

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// tolerance is what a comparison allows.
type tolerance struct {
	rtol, atol float64
	mixed      bool // dtypes may differ among floats
}

// compare returns the text of a failure, or an empty one if there is none.
func compare(want, got *tensor.Tensor, allowed tolerance) string {
	if !(allowed.rtol >= 0 && allowed.atol >= 0) {
		return fmt.Sprintf("rtol is %v, atol is %v; both have to be at least 0", allowed.rtol, allowed.atol)
	}
	w, err := read(want)
	if err != nil {
		return fmt.Sprintf("want has no values: %v", err)
	}
	g, err := read(got)
	switch {
	case err != nil:
		return fmt.Sprintf("got has no values: %v", err)
	case !slices.Equal(w.shape, g.shape):
		return fmt.Sprintf("want shape %v, got %v", w.shape, g.shape)
	case w.dtype != g.dtype && !(allowed.mixed && w.dtype.IsFloat() && g.dtype.IsFloat()):
		return fmt.Sprintf("want dtype %v, got %v", w.dtype, g.dtype)
	}
	d := differences{want: w, got: g, allowed: allowed}
	for i := range w.len() {
		if !allowed.allows(w.at(i), g.at(i)) {
			d.add(i)
		}
	}
	return d.String()
}

// values are the elements of a tensor on the host.
type values struct {
	dtype tensor.DType
	shape []int
	raw   []byte
}

func read(t *tensor.Tensor) (values, error) {
	raw, err := t.Bytes()
	return values{t.DType(), t.Shape(), raw}, err
}

func (v values) len() int { return len(v.raw) / v.dtype.Size() }

func (v values) at(i int) value {
	return newValue(v.dtype, v.raw[i*v.dtype.Size():])
}

// index is the position of the i-th element in the shape.
func (v values) index(i int) []int {
	at := make([]int, len(v.shape))
	for axis, size := range slices.Backward(v.shape) {
		at[axis], i = i%size, i/size
	}
	return at
}

func (a tolerance) allows(want, got value) bool {
	if want.equals(got) {
		return true
	}
	off, w := want.distance(got), want.float()
	return off <= a.atol+a.rtol*math.Abs(w) && !math.IsInf(off, 0) && !math.IsInf(w, 0)
}
