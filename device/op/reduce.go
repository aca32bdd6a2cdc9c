package op

import (
	"math"
	"math/big"
)

var Sum = defGroup(Op{Name: "sum", Arity: 1,
	Doc: "the exact sum, rounded once; of integers modulo 2^64, of nothing 0; a zero has no sign"},
	Group{Gives: One, Type: wideType, Combines: true, Fold: foldSum, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return lastOf(runningSums(args[0], types[0], result, false))
	}})

var Prod = defGroup(Op{Name: "prod", Arity: 1,
	Doc: "the product; of integers modulo 2^64, of nothing 1; floats within 1 + n/128 units, and " +
		"no product on the way overflows"},
	Group{Gives: One, Type: wideType, Combines: true, Fold: foldProduct, Bound: productBound, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return lastOf(runningProducts(args[0], types[0], result, false))
	}})

var Mean = defGroup(Op{Name: "mean", Arity: 1,
	Doc: "the exact sum, never wrapped, divided by the number of elements and rounded once; of nothing NaN"},
	Group{Gives: One, Type: floatType, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		t := newTotal()
		for _, s := range args[0] {
			t.add(types[0], s)
		}
		if len(args[0]) == 0 {
			t.nan = true
		}
		t.sum.Quo(t.sum, exactFloat(float64(max(len(args[0]), 1))))
		return []Scalar{t.in(result)}
	}})

// variance is var's role.
var variance = &Group{Gives: One, Type: floatType, Second: Correction, Once: true,
	Bound: func(_ [][]Scalar, _ []DType, result DType, want float64) float64 { return 3.5 * result.unit(want) },
	Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		correction := math.NaN() // an empty group has no correction
		if len(args[1]) > 0 {
			correction = types[1].Float(args[1][0])
		}
		return []Scalar{result.variance(args[0], types[0], correction)}
	}}

var Var = defRole(Op{Name: "var", Arity: 2, Role: variance,
	Doc: "the sum of squared distances from the mean, divided by the number of elements less the " +
		"correction y, or by 0 if that is greater; within 4 units; of nothing NaN"})

// variance is exact, rounded once.
func (dt DType) variance(elements []Scalar, from DType, correction float64) Scalar {
	sum, squares, n := newTotal(), exactZero(), float64(len(elements))
	for _, s := range elements {
		sum.add(from, s)
		if !from.IsFloat() || finite(from.Float(s)) {
			x := from.exactly(s)
			squares.Add(squares, x.Mul(x, from.exactly(s)))
		}
	}
	if _, special := sum.special(); special || n == 0 || correction != correction || math.IsInf(correction, -1) {
		return dt.FromFloat(math.NaN())
	}
	squares.Mul(squares, exactFloat(n))
	squares.Sub(squares, exactZero().Mul(sum.sum, sum.sum)) // n times the squared distances
	by := exactZero()
	if correction < n {
		by.Sub(exactFloat(n), exactFloat(correction))
	}
	switch {
	case by.Sign() > 0:
		return dt.round(squares.Quo(squares, by.Mul(by, exactFloat(n))))
	case squares.Sign() == 0:
		return dt.FromFloat(math.NaN())
	}
	return dt.FromFloat(math.Inf(1))
}

func finite(x float64) bool { return x-x == 0 }

var Min = defGroup(Op{Name: "min", Aliases: names.keep("amin"), Arity: 1,
	Doc: "the least element, NaN if one is, and -0 is less than 0; refused for an empty group"},
	Group{Gives: One, Type: sameType, Some: true, Combines: true, Fold: foldMin, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastOf(runningExtremes(Minimum, args[0], types[0]))
	}})

var Max = defGroup(Op{Name: "max", Aliases: names.keep("amax"), Arity: 1,
	Doc: "the greatest element, NaN if one is, and 0 is greater than -0; refused for an empty group"},
	Group{Gives: One, Type: sameType, Some: true, Combines: true, Fold: foldMax, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastOf(runningExtremes(Maximum, args[0], types[0]))
	}})

var Nanmin = defGroup(Op{Name: "nanmin", Arity: 1,
	Doc: "the least of the elements that are not NaN, or NaN if all are; -0 is less than 0; refused for an empty group"},
	Group{Gives: One, Type: sameType, Some: true, Fold: foldNanmin, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastOf(runningExtremes(Fmin, args[0], types[0]))
	}})

var Nanmax = defGroup(Op{Name: "nanmax", Arity: 1,
	Doc: "the greatest of the elements that are not NaN, or NaN if all are; 0 is greater than -0; refused for an empty group"},
	Group{Gives: One, Type: sameType, Some: true, Fold: foldNanmax, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastOf(runningExtremes(Fmax, args[0], types[0]))
	}})

var Argmin = defGroup(Op{Name: "argmin", Arity: 1,
	Doc: "the index of the first of the least elements, or of the first NaN; zeros are equal; " +
		"refused for an empty group"},
	Group{Gives: One, Type: toIndex, Numbered: true, Some: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return firstIndex(args[0], types[0], before)
	}})

var Argmax = defGroup(Op{Name: "argmax", Arity: 1,
	Doc: "the index of the first of the greatest elements, or of the first NaN; zeros are equal; " +
		"refused for an empty group"},
	Group{Gives: One, Type: toIndex, Numbered: true, Some: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return firstIndex(args[0], types[0], after)
	}})

// before is the order of minima: NaN is the least.
func before(dt DType, x, y Scalar) bool {
	if dt.IsFloat() && (isNaN(dt, x) || isNaN(dt, y)) {
		return isNaN(dt, x) && !isNaN(dt, y)
	}
	return Less(dt, x, y)
}

// after is the order of maxima.
func after(dt DType, x, y Scalar) bool { return Less(dt, y, x) }

func isNaN(dt DType, s Scalar) bool {
	return dt.IsFloat() && math.IsNaN(dt.Float(s))
}

// firstIndex returns the index of the best element, the first of several.
func firstIndex(elements []Scalar, dt DType, better func(dt DType, x, y Scalar) bool) []Scalar {
	best := 0
	for i, s := range elements {
		if better(dt, s, elements[best]) {
			best = i
		}
	}
	return []Scalar{Scalar(best)}
}

var AnyOf = defGroup(Op{Name: "any", Arity: 1,
	Doc: "whether an element is not 0, as NaN is; false for an empty group"},
	Group{Gives: One, Type: toBool, Combines: true, Fold: foldAny, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return []Scalar{truth(hasTruth(args[0], types[0], true))}
	}})

var AllOf = defGroup(Op{Name: "all", Arity: 1,
	Doc: "whether no element is 0, as NaN is; true for an empty group"},
	Group{Gives: One, Type: toBool, Combines: true, Fold: foldAll, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return []Scalar{truth(!hasTruth(args[0], types[0], false))}
	}})

// hasTruth reports whether some element, as a bool, is want.
func hasTruth(elements []Scalar, dt DType, want bool) bool {
	for _, s := range elements {
		if (Convert(s, dt, Bool) != 0) == want {
			return true
		}
	}
	return false
}

// product is dot's role.
var product = &Group{Gives: One, Type: sameType, Second: sameType, Bound: dotBound,
	Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		dt := types[0]
		if dt.IsFloat() {
			t := newTotal()
			for i := range args[0] {
				t.addProduct(dt.Float(args[0][i]), dt.Float(args[1][i]))
			}
			return []Scalar{t.in(result)}
		}
		sum := Scalar(0)
		for i := range args[0] {
			z := Mul.Eval([]Scalar{args[0][i], args[1][i]}, types)
			sum = Add.Eval([]Scalar{sum, z}, types)
		}
		return []Scalar{sum}
	}}

var Dot = defRole(Op{Name: "dot", Arity: 2, Role: product,
	Doc: "the sum of the products x*y. Integers wrap; bool is or of and. Floats are off by at " +
		"most (258 + n/256) * 2^-24 (float64: 2^-53) of the sum of |x*y|"})

// dotBound is a bound that sums in blocks of 256 keep, in float32 or float64.
func dotBound(args [][]Scalar, types []DType, result DType, _ float64) float64 {
	if !result.IsFloat() {
		return 0
	}
	size, unit := 0.0, 0x1p-24
	if result == Float64 {
		unit = 0x1p-53
	}
	for i := range args[0] {
		size += math.Abs(types[0].Float(args[0][i]) * types[1].Float(args[1][i]))
	}
	if size-size != 0 { // NaN or infinity
		return 0
	}
	return (258 + float64(len(args[0]))/256) * unit * size
}

// productBound is half a unit and n/128, besides the last rounding.
func productBound(args [][]Scalar, _ []DType, result DType, want float64) float64 {
	if !result.IsFloat() {
		return 0
	}
	return (0.5 + float64(len(args[0]))/128) * result.unit(want)
}

// unit is the distance between neighbours of the type around x.
func (dt DType) unit(x float64) float64 {
	if x-x != 0 {
		return 0
	}
	return math.Ldexp(1, formats[dt].unit(x))
}

func lastOf(prefixes []Scalar) []Scalar { return prefixes[len(prefixes)-1:] }

// runningSums returns the sum up to each element. Unless each is set, it returns only the sum of
// all elements, which may be none.
func runningSums(elements []Scalar, dt, result DType, each bool) (sums []Scalar) {
	t, n := newTotal(), uint64(0)
	value := func() Scalar {
		if result.IsFloat() {
			return t.in(result)
		}
		return result.FromUint(n)
	}
	for _, s := range elements {
		if result.IsFloat() {
			t.add(dt, s)
		} else {
			n += uint64(dt.Int(s))
		}
		if each {
			sums = append(sums, value())
		}
	}
	if !each {
		sums = []Scalar{value()}
	}
	return sums
}

// runningProducts are like runningSums. With 512 digits nearly all of the bound is left to devices.
func runningProducts(elements []Scalar, dt, result DType, each bool) (products []Scalar) {
	special, z, n := 1.0, new(big.Float).SetPrec(512).SetInt64(1), uint64(1)
	value := func() Scalar {
		switch {
		case !result.IsFloat():
			return result.FromUint(n)
		case !finite(special):
			return result.FromFloat(special)
		}
		return result.round(z)
	}
	for _, s := range elements {
		switch {
		case !result.IsFloat():
			n *= uint64(dt.Int(s))
		case !finite(special):
			special *= dt.Float(s)
		case !finite(dt.Float(s)): // the first infinity or NaN
			special = float64(z.Sign()) * dt.Float(s)
			if z.Sign() == 0 {
				special = math.NaN()
			}
		default:
			z.Mul(z, exactFloat(dt.Float(s)))
		}
		if each {
			products = append(products, value())
		}
	}
	if !each {
		products = []Scalar{value()}
	}
	return products
}

// runningExtremes are the extremes of the elements up to each, by the row of two.
func runningExtremes(of *Op, elements []Scalar, dt DType) []Scalar {
	all := make([]Scalar, len(elements))
	for i, s := range elements {
		if all[i] = s; i > 0 {
			all[i] = of.Eval([]Scalar{all[i-1], s}, []DType{dt, dt})
		}
	}
	return all
}
