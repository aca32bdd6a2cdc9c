package tensor

import "github.com/wgtensor/wgtensor/device/op"

// foregone is the answer of a comparison of integers with a Go integer that their dtype
// does not hold, as in NumPy 2: every uint8 is less than 300. Other operations refuse it.
func (c *call) foregone(compute DType) (answer op.Scalar, ok bool) {
	if c.op.Rule != op.Compare || len(c.operands) != 2 || !compute.IsInteger() || c.operands[0].t == nil && c.operands[1].t == nil {
		return 0, false
	}
	var places [2]op.Scalar // the tensor at 0, the number on its side of it
	for i, o := range c.operands {
		if o.t != nil {
			continue
		}
		if _, err := o.scalar(compute); err == nil {
			return 0, false
		}
		places[i] = Int8.FromInt(1)
		if o.negative() {
			places[i] = Int8.FromInt(-1)
		}
	}
	if places == [2]op.Scalar{} {
		return 0, false // two tensors
	}
	return c.op.Eval(places[:], []DType{Int8, Int8}), true
}
