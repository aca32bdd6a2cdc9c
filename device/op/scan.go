package op

import (
	"math"
	"math/big"
	"slices"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var Cumsum = defGroup(Op{Name: "cumsum", Aliases: names.keep("cumulative_sum"), Arity: 1,
	Doc: "the exact sum of the elements up to each, rounded once; of integers modulo 2^64"},
	Group{Gives: Prefixes, Type: wideType, Ordered: true, Fold: foldSum, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningSums(args[0], types[0], result, true)
	}})

var Cumprod = defGroup(Op{Name: "cumprod", Aliases: names.keep("cumulative_prod"), Arity: 1,
	Doc: "the product of the elements up to each; of integers modulo 2^64; floats within 1 + n/128 units"},
	Group{Gives: Prefixes, Type: wideType, Ordered: true, Fold: foldProduct, Bound: productBound, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningProducts(args[0], types[0], result, true)
	}})

var Cummin = defGroup(Op{Name: "cummin", Arity: 1,
	Doc: "the least of the elements up to each, NaN from the first NaN on"},
	Group{Gives: Prefixes, Type: sameType, Ordered: true, Fold: foldMin, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Minimum, args[0], types[0])
	}})

var Cummax = defGroup(Op{Name: "cummax", Arity: 1,
	Doc: "the greatest of the elements up to each, NaN from the first NaN on"},
	Group{Gives: Prefixes, Type: sameType, Ordered: true, Fold: foldMax, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Maximum, args[0], types[0])
	}})

var Argcummin = defGroup(Op{Name: "argcummin", Arity: 1,
	Doc: "the index of the last of the least elements up to each, or of the last NaN; zeros are equal"},
	Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastIndices(args[0], types[0], before)
	}})

var Argcummax = defGroup(Op{Name: "argcummax", Arity: 1,
	Doc: "the index of the last of the greatest elements up to each, or of the last NaN; zeros are equal"},
	Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastIndices(args[0], types[0], after)
	}})

// lastIndices returns, for each element, the index of the best element up to it, the last of
// several.
func lastIndices(elements []Scalar, dt DType, better func(dt DType, x, y Scalar) bool) []Scalar {
	indices, best := make([]Scalar, len(elements)), 0
	for i, s := range elements {
		if !better(dt, elements[best], s) {
			best = i
		}
		indices[i] = Scalar(best)
	}
	return indices
}

var Logcumsumexp = defGroup(Op{Name: "logcumsumexp", Arity: 1,
	Doc: "log(sum(exp(x))) of the elements up to each, without overflow on the way. It is off by " +
		"at most 4 units of it and (8 + n/256) units of 1"},
	Group{Gives: Prefixes, Type: floatType, Ordered: true, Bound: logSumBound, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return logSums(args[0], types[0], result)
	}})

// logSums keep the greatest element m and the sum of exp(x - m).
func logSums(elements []Scalar, dt, result DType) []Scalar {
	all, most, sum := make([]Scalar, len(elements)), math.Inf(-1), precise.Float(0)
	for i, s := range elements {
		x := Float64.Float(Convert(s, dt, Float64))
		switch {
		case !finite(x) || !finite(most) && most > 0 || most != most:
			most = max(most, x) // NaN, an infinity, or -Inf, which adds nothing
		case x > most:
			if finite(most) {
				sum.Mul(sum, result.expOf(most, x))
			}
			sum.Add(sum, precise.Float(1))
			most = x
		default:
			sum.Add(sum, result.expOf(x, most))
		}
		if all[i] = result.FromFloat(most); finite(most) {
			log := result.logOf(sum)
			all[i] = result.round(log.Add(log, precise.Float(most)))
		}
	}
	return all
}

// expOf is exp(x - y), with digits enough for the type.
func (dt DType) expOf(x, y float64) *big.Float {
	if dt != Float64 {
		return precise.Float(math.Exp(x - y))
	}
	d := precise.Float(x)
	return precise.Exp(d.Sub(d, precise.Float(y)))
}

func (dt DType) logOf(x *big.Float) *big.Float {
	if dt != Float64 {
		f, _ := x.Float64()
		return precise.Float(math.Log(f))
	}
	return precise.Log(x)
}

// logSumBound has units of 1 too: near 0 the greatest element and the logarithm cancel.
func logSumBound(args [][]Scalar, _ []DType, result DType, want float64) float64 {
	one := 0x1p-24
	if result == Float64 {
		one = 0x1p-53
	}
	return 4*result.unit(want) + (8+float64(len(args[0]))/256)*one
}

var Sort = defGroup(Op{Name: "sort", Arity: 1, Doc: "the elements in ascending order, NaN last; zeros are equal, and equal elements stay in their order"},
	Group{Gives: Order, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return sortElements(args[0], types[0], false)
	}})

var SortDescending = defGroup(Op{Name: "sort_descending", Arity: 1, Doc: "the elements in descending order, NaN first; equal elements stay in their order"},
	Group{Gives: Order, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return sortElements(args[0], types[0], true)
	}})

var Argsort = defGroup(Op{Name: "argsort", Arity: 1, Doc: "the indices of the elements in the order of sort"},
	Group{Gives: Order, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return argsort(args[0], types[0], false)
	}})

var ArgsortDescending = defGroup(Op{Name: "argsort_descending", Arity: 1, Doc: "the indices of the elements in the order of sort_descending"},
	Group{Gives: Order, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return argsort(args[0], types[0], true)
	}})

var Argkth = defGroup(Op{Name: "argkth", Arity: 2,
	Doc: "the index of the element of rank y in the order of sort; y is an int64 and counts from 0. It is -1 if there is no such element; refused for an empty group"},
	Group{Gives: One, Type: toIndex, Second: toIndex, Once: true, Ordered: true, Some: true, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		y := Int64.Int(args[1][0])
		if y < 0 || y >= int64(len(args[0])) {
			return []Scalar{result.FromInt(-1)}
		}
		return argsort(args[0], types[0], false)[y:][:1]
	}})

// argsort returns the indices of the elements in sorted order.
func argsort(elements []Scalar, dt DType, descending bool) []Scalar {
	indices := make([]Scalar, len(elements))
	for i := range indices {
		indices[i] = Scalar(i)
	}
	slices.SortStableFunc(indices, func(i, j Scalar) int {
		x, y := elements[i], elements[j]
		if descending {
			x, y = y, x
		}
		switch {
		case Less(dt, x, y):
			return -1
		case Less(dt, y, x):
			return 1
		}
		return 0
	})
	return indices
}

func sortElements(elements []Scalar, dt DType, descending bool) []Scalar {
	all := argsort(elements, dt, descending)
	for i, index := range all {
		all[i] = elements[index]
	}
	return all
}
