package op

import "math"

// Within reports whether got is right as element i of a group's result, where want is the exact
// one. It is right if it is the same, NaN for any NaN, or within the row's bound.
func (o *Op) Within(args [][]Scalar, types []DType, result DType, i int, got, want Scalar) bool {
	g := o.Role.(*Group)
	if got == want || isNaN(result, got) && isNaN(result, want) {
		return true
	}
	if !result.IsFloat() || g.Bound == nil {
		return false
	}
	if g.Gives == Prefixes {
		args = [][]Scalar{args[0][:i+1]}
	}
	x, w := result.Float(got), result.Float(want)
	bound, largest := g.Bound(args, types, result, w), formats[result].largest()
	switch {
	case o == Dot && !finite(x) && bound >= dotLimit(result): // sums on the way may overflow
		return true
	case x != x || w != w:
		return false
	case !finite(x) || !finite(w): // beyond the largest number, within the bound
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
