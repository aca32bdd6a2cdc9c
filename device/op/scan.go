package op

import "slices"

var Cumsum = defGroup(Op{Name: "cumsum", Arity: 1,
	Doc: "the exact sum of the elements up to each, rounded once; of integers modulo 2^64"},
	Group{Gives: Prefixes, Type: wideType, Ordered: true, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningSums(args[0], types[0], result, true)
	}})

var Cumprod = defGroup(Op{Name: "cumprod", Arity: 1,
	Doc: "the product of the elements up to each; of integers modulo 2^64; floats within 1 + n/128 units"},
	Group{Gives: Prefixes, Type: wideType, Ordered: true, Bound: productBound, Eval: func(args [][]Scalar, types []DType, result DType) []Scalar {
		return runningProducts(args[0], types[0], result, true)
	}})

var Cummin = defGroup(Op{Name: "cummin", Arity: 1,
	Doc: "the least of the elements up to each, NaN from the first NaN on"},
	Group{Gives: Prefixes, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Minimum, args[0], types[0])
	}})

var Cummax = defGroup(Op{Name: "cummax", Arity: 1,
	Doc: "the greatest of the elements up to each, NaN from the first NaN on"},
	Group{Gives: Prefixes, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return runningExtremes(Maximum, args[0], types[0])
	}})

var Argcummin = defGroup(Op{Name: "argcummin", Arity: 1,
	Doc: "the place of the last of the least elements up to each, or of the last NaN; zeros are equal"},
	Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastPlaces(args[0], types[0], before)
	}})

var Argcummax = defGroup(Op{Name: "argcummax", Arity: 1,
	Doc: "the place of the last of the greatest elements up to each, or of the last NaN; zeros are equal"},
	Group{Gives: Prefixes, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return lastPlaces(args[0], types[0], after)
	}})

// lastPlaces are the places of the last elements up to each that none is better than.
func lastPlaces(elements []Scalar, dt DType, better func(dt DType, x, y Scalar) bool) []Scalar {
	places, best := make([]Scalar, len(elements)), 0
	for i, s := range elements {
		if !better(dt, elements[best], s) {
			best = i
		}
		places[i] = Scalar(best)
	}
	return places
}

var Sort = defGroup(Op{Name: "sort", Arity: 1, Doc: "the elements in ascending order, NaN last; zeros are equal, and equal elements stay in their order"},
	Group{Gives: Order, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return sorted(args[0], types[0], false)
	}})

var SortDescending = defGroup(Op{Name: "sort_descending", Arity: 1, Doc: "the elements in descending order, NaN first; equal elements stay in their order"},
	Group{Gives: Order, Type: sameType, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return sorted(args[0], types[0], true)
	}})

var Argsort = defGroup(Op{Name: "argsort", Arity: 1, Doc: "the places of the elements in the order of sort"},
	Group{Gives: Order, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return ordered(args[0], types[0], false)
	}})

var ArgsortDescending = defGroup(Op{Name: "argsort_descending", Arity: 1, Doc: "the places of the elements in the order of sort_descending"},
	Group{Gives: Order, Type: toIndex, Ordered: true, Eval: func(args [][]Scalar, types []DType, _ DType) []Scalar {
		return ordered(args[0], types[0], true)
	}})

// ordered are the places of the elements in sorted order.
func ordered(elements []Scalar, dt DType, descending bool) []Scalar {
	places := make([]Scalar, len(elements))
	for i := range places {
		places[i] = Scalar(i)
	}
	slices.SortStableFunc(places, func(i, j Scalar) int {
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
	return places
}

func sorted(elements []Scalar, dt DType, descending bool) []Scalar {
	all := ordered(elements, dt, descending)
	for i, place := range all {
		all[i] = elements[place]
	}
	return all
}
