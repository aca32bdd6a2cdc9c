package op

import "math"

var Floor = def(Op{
	Name: "floor", Arity: 1, Doc: "the largest whole number not above x; integers stay", Hint: noBool,
	Float: un("floor({x})", math.Floor),
	Int:   un("{x}", same[int64]),
	Uint:  un("{x}", same[uint64]),
})

var Ceil = def(Op{
	Name: "ceil", Arity: 1, Doc: "the smallest whole number not below x; integers stay", Hint: noBool,
	Float: un("ceil({x})", math.Ceil),
	Int:   un("{x}", same[int64]),
	Uint:  un("{x}", same[uint64]),
})

var Trunc = def(Op{
	Name: "trunc", Arity: 1, Doc: "x without its fraction; integers stay", Hint: noBool,
	Float: un("trunc({x})", math.Trunc),
	Int:   un("{x}", same[int64]),
	Uint:  un("{x}", same[uint64]),
})

var Round = def(Op{
	Name: "round", Arity: 1, Doc: "the whole number nearest to x, halves to the even one; integers stay", Hint: noBool,
	Float: un("round({x})", math.RoundToEven),
	Int:   un("{x}", same[int64]),
	Uint:  un("{x}", same[uint64]),
})
