package op

import "slices"

var Cumsum = defRole(Op{Name: "cumsum", Arity: 1,
	Doc: "the exact sum of the elements up to each, rounded once; of integers modulo 2^64",
	Role: &Group{Gives: Prefixes, Type: wideType, Ordered: true, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningSums(args[0], types[0], result, true)
	}}})

var Cumprod = defRole(Op{Name: "cumprod", Arity: 1,
	Doc: "the product of the elements up to each; of integers modulo 2^64; floats within 1 + n/128 units",
	Role: &Group{Gives: Prefixes, Type: wideType, Ordered: true, Bound: productBound, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningProducts(args[0], types[0], result, true)
	}}})

var Cummin = defRole(Op{Name: "cummin", Arity: 1,
	Doc: "the least of the elements up to each, NaN from the first NaN on",
	Role: &Group{Gives: Prefixes, Type: same[DType], Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Minimum, args[0], types[0])
	}}})

var Cummax = defRole(Op{Name: "cummax", Arity: 1,
	Doc: "the greatest of the elements up to each, NaN from the first NaN on",
	Role: &Group{Gives: Prefixes, Type: same[DType], Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Maximum, args[0], types[0])
	}}})

var Argcummin = defRole(Op{Name: "argcummin", Arity: 1,
	Doc: "the place of the last of the least elements up to each, or of the last NaN; zeros are equal",
	Role: &Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: lastPlaces(func(dt DType, best, x Scalar) bool {
		return before(dt, best, x)
	})}})

var Argcummax = defRole(Op{Name: "argcummax", Arity: 1,
	Doc: "the place of the last of the greatest elements up to each, or of the last NaN; zeros are equal",
	Role: &Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: lastPlaces(func(dt DType, best, x Scalar) bool {
		return Less(dt, x, best)
	})}})

// lastPlaces are the places of the last elements up to each that none is better than.
func lastPlaces(better func(dt DType, best, x Scalar) bool) func([][]Scalar, []DType, DType) []Scalar {
	return func(args [][]Scalar, types []DType, _ DType) []Scalar {
		places, best := make([]Scalar, len(args[0])), 0
		for i, s := range args[0] {
			if !better(types[0], args[0][best], s) {
				best = i
			}
			places[i] = Scalar(best)
		}
		return places
	}
}

var Sort = defRole(Op{Name: "sort", Arity: 1, Doc: "the elements in ascending order, NaN last; zeros are equal, and equal elements stay in their order",
	Role: &Group{Gives: Order, Type: same[DType], Ordered: true, Eval: sorted(false)}})

var SortDescending = defRole(Op{Name: "sort_descending", Arity: 1, Doc: "the elements in descending order, NaN first; equal elements stay in their order",
	Role: &Group{Gives: Order, Type: same[DType], Ordered: true, Eval: sorted(true)}})

var Argsort = defRole(Op{Name: "argsort", Arity: 1, Doc: "the places of the elements in the order of sort",
	Role: &Group{Gives: Order, Type: toIndex, Ordered: true, Eval: ordered(false)}})

var ArgsortDescending = defRole(Op{Name: "argsort_descending", Arity: 1, Doc: "the places of the elements in the order of sort_descending",
	Role: &Group{Gives: Order, Type: toIndex, Ordered: true, Eval: ordered(true)}})

// ordered are the places of the elements in sorted order.
func ordered(descending bool) func([][]Scalar, []DType, DType) []Scalar {
	return func(args [][]Scalar, types []DType, _ DType) []Scalar {
		places := make([]Scalar, len(args[0]))
		for i := range places {
			places[i] = Scalar(i)
		}
		slices.SortStableFunc(places, func(i, j Scalar) int {
			x, y := args[0][i], args[0][j]
			if descending {
				x, y = y, x
			}
			switch {
			case Less(types[0], x, y):
				return -1
			case Less(types[0], y, x):
				return 1
			}
			return 0
		})
		return places
	}
}

func sorted(descending bool) func([][]Scalar, []DType, DType) []Scalar {
	places := ordered(descending)
	return func(args [][]Scalar, types []DType, result DType) []Scalar {
		elements := places(args, types, result)
		for i, place := range elements {
			elements[i] = args[0][place]
		}
		return elements
	}
}
