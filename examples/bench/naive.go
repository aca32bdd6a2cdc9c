package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// period is after how many elements the inputs repeat. It is no power of two, so that an element
// taken from the wrong row is another number. It is a whole number of words for every type.
const period = 65532

// element is the value of input number role at an index: any integer, floats evenly
// between -4 and 4.
func element(dt op.DType, role, index int) op.Scalar {
	h := hash(uint64(role)<<32 | uint64(index%period))
	if dt.IsFloat() {
		return dt.FromFloat(8*float64(h>>11)/(1<<53) - 4)
	}
	if dt == op.Bool {
		h &= 1
	}
	return dt.FromInt(int64(h))
}

// hash is the finisher of SplitMix64 (Steele, Lea and Flood, 2014).
func hash(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// value is an element and its type.
type value struct {
	op.Scalar
	op.DType
}

// at is the operand's element for an index into out, counted by hand: the last axes
// match, and an axis of size 1 is repeated.
func (o operand) at(role int, index []int) value {
	shape := o.shape()
	index = append([]int{}, index[len(index)-len(shape):]...)
	for axis, size := range shape {
		if size == 1 {
			index[axis] = 0
		}
	}
	flat := 0
	for axis, i := range views[o.View].index(o.Shape, index) {
		flat = flat*o.Shape[axis] + i
	}
	return value{element(o.Type.DType, role, flat), o.Type.DType}
}

// judge compares got, the output's element at a flat index, with the meaning of the steps' rows.
// The bits must agree if the last row is exact; otherwise its tolerance holds.
func (w *work) judge(flat int, got op.Scalar) error {
	index := make([]int, len(w.Out.Shape))
	for axis, rest := len(index)-1, flat; axis >= 0; axis-- {
		index[axis], rest = rest%w.Out.Shape[axis], rest/w.Out.Shape[axis]
	}
	if s := w.Steps; len(s) == 1 && s[0].isGroup() {
		return w.judgeGroup(s[0], index, got)
	}
	if want, ok := w.indexed(flat); ok {
		if got != want.Scalar {
			return wrong(index, want, got)
		}
		return nil
	}
	now := w.In[0].at(0, index)
	for i, s := range w.Steps {
		args := []value{now}
		for _, arg := range s.Args {
			if k := input(arg); k >= 0 {
				args = append(args, w.In[k].at(k, index))
			} else {
				args = append(args, value{now.DType.FromFloat(number(arg)), now.DType})
			}
		}
		if i == len(w.Steps)-1 {
			return s.judge(index, args, got)
		}
		if o := op.ByName(s.Op); s.To == nil && o.Tol != op.Exact {
			return fmt.Errorf("%s is not exact and not last, so %v cannot be judged", s.Op, w)
		}
		var err error
		if now, err = s.eval(args); err != nil {
			return err
		}
	}
	if now.Scalar != got {
		return wrong(index, now, got)
	}
	return nil
}

func number(arg any) float64 {
	if i, ok := arg.(int); ok {
		return float64(i)
	}
	return arg.(float64)
}

func split(args []value) (scalars []op.Scalar, types []op.DType) {
	for _, a := range args {
		scalars, types = append(scalars, a.Scalar), append(types, a.DType)
	}
	return scalars, types
}

// eval is the step's exact result.
func (s *step) eval(args []value) (value, error) {
	scalars, types := split(args)
	if s.To != nil {
		return value{op.Convert(scalars[0], types[0], s.To.DType), s.To.DType}, nil
	}
	o := op.ByName(s.Op)
	result, err := o.Check(types)
	if err != nil {
		return value{}, err
	}
	return value{o.Eval(scalars, types), result}, nil
}

// judge compares got with the step's result.
func (s *step) judge(index []int, args []value, got op.Scalar) error {
	want, err := s.eval(args)
	if err != nil {
		return err
	}
	if s.To != nil {
		if got != want.Scalar {
			return wrong(index, want, got)
		}
		return nil
	}
	o := op.ByName(s.Op)
	scalars, types := split(args)
	off, allowed := o.Distance(scalars, types, got), o.Tol.For(want.DType)
	if !(off <= allowed) {
		return fmt.Errorf("%w: %g units in the last place off, %g are allowed", wrong(index, want, got), off, allowed)
	}
	return nil
}

func wrong(index []int, want value, got op.Scalar) error {
	return fmt.Errorf("the element at %v is %s, not %s", index, value{got, want.DType}, want)
}

func (v value) String() string {
	switch {
	case v.IsFloat():
		return fmt.Sprint(v.Float(v.Scalar))
	case v.Kind() == op.Signed:
		return fmt.Sprint(v.Int(v.Scalar))
	}
	return fmt.Sprint(uint64(v.Scalar))
}
