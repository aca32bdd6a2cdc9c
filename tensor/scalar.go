package tensor

import "github.com/wgtensor/wgtensor/device/op"

// Float64 returns the element of a tensor with one element, of any dtype, as a float64. Bool gives 0
// or 1. An integer beyond 2^53 is rounded. It waits as [Item] does.
func (t *Tensor) Float64() (float64, error) {
	s, err := t.number("float64")
	if err != nil {
		return 0, err
	}
	return Float64.Float(op.Convert(s, t.dtype, Float64)), nil
}

// Int64 returns the element of a tensor with one element, an integer or a bool, as an int64. An
// element that an int64 does not hold is an error. It waits as [Item] does.
func (t *Tensor) Int64() (int64, error) {
	const name = "int64"
	if err := t.check(name); err != nil {
		return 0, err
	}
	if t.dtype.IsFloat() {
		return 0, errorf(name, "the tensor holds %v; use Float64, or convert with AsType", t.dtype)
	}
	s, err := t.number(name)
	if err != nil {
		return 0, err
	}
	if t.dtype == Uint64 && int64(s) < 0 {
		return 0, errorf(name, "the element %d does not fit int64; use Item[uint64]", uint64(s))
	}
	return int64(op.Convert(s, t.dtype, Int64)), nil
}

// number reads the element of a tensor with one element.
func (t *Tensor) number(name string) (s op.Scalar, err error) {
	if err := t.checkOne(name); err != nil {
		return 0, err
	}
	raw, err := t.bytes(name)
	if err != nil {
		return 0, err
	}
	return t.dtype.Load(raw), nil
}
