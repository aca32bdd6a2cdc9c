package op

import "math"

// JudgeGroup compares what a device made of a group with the row's exact meaning. It returns the
// first result that is wrong and what is right, or i < 0. Any NaN is right for NaN.
func (o *Op) JudgeGroup(args [][]Scalar, types []DType, result DType, got []Scalar) (i int, want Scalar) {
	g := o.Role.(*Group)
	for i, want := range g.Eval(args, types, result) {
		if !o.right(g, args, types, result, got[i], want) {
			return i, want
		}
	}
	return -1, 0
}

func (o *Op) right(g *Group, args [][]Scalar, types []DType, result DType, got, want Scalar) bool {
	if got == want || isNaN(result, got) && isNaN(result, want) {
		return true
	}
	if !result.IsFloat() || g.Bound == nil {
		return false
	}
	x, w := result.Float(got), result.Float(want)
	bound := g.Bound(args, types, result, w)
	largest := formats[result].largest()
	switch {
	case o == Dot && !finite(x) && bound >= dotLimit(result): // sums on the way may overflow
		return true
	case x != x || w != w:
		return false
	case x-x != 0 || w-w != 0: // beyond the largest number, within the bound
		x, w = math.Max(math.Min(x, largest), -largest), math.Max(math.Min(w, largest), -largest)
		bound += result.unit(largest)
	}
	return math.Abs(x-w) <= bound+result.unit(w)
}

// dotLimit is the bound from which on the terms of a dot reach the largest number.
func dotLimit(dt DType) float64 {
	if dt == Float64 {
		return math.MaxFloat64 * 0x1p-53
	}
	return math.MaxFloat32 * 0x1p-24
}
