package op

var Maximum = def(Op{
	Name: "maximum", Arity: 2,
	Doc:   "the larger of x and y; NaN if either is, and 0 is larger than -0 (IEEE 754-2019 maximum)",
	Float: form2("m_max({x}, {y})", func(x, y float64) float64 { return max(x, y) }).wide("m_fmax64({x}, {y})"),
	Int:   form2("max({x}, {y})", func(x, y int64) int64 { return max(x, y) }).wide("m_imax64({x}, {y})"),
	Uint:  form2("max({x}, {y})", func(x, y uint64) uint64 { return max(x, y) }).wide("m_umax64({x}, {y})"),
	Bool:  form2("{x} || {y}", func(x, y bool) bool { return x || y }),
	Word:  Words{Int: "m_lanes_max({x} ^ {h}, {y} ^ {h}, {h}) ^ {h}", Uint: "m_lanes_max({x}, {y}, {h})", Bool: "{x} | {y}"},
})

var Minimum = def(Op{
	Name: "minimum", Arity: 2,
	Doc:   "the smaller of x and y; NaN if either is, and -0 is smaller than 0 (IEEE 754-2019 minimum)",
	Float: form2("m_min({x}, {y})", func(x, y float64) float64 { return min(x, y) }).wide("m_fmin64({x}, {y})"),
	Int:   form2("min({x}, {y})", func(x, y int64) int64 { return min(x, y) }).wide("m_imin64({x}, {y})"),
	Uint:  form2("min({x}, {y})", func(x, y uint64) uint64 { return min(x, y) }).wide("m_umin64({x}, {y})"),
	Bool:  form2("{x} && {y}", func(x, y bool) bool { return x && y }),
	Word:  Words{Int: "m_lanes_min({x} ^ {h}, {y} ^ {h}, {h}) ^ {h}", Uint: "m_lanes_min({x}, {y}, {h})", Bool: "{x} & {y}"},
})

var Fmax = def(Op{
	Name: "fmax", Arity: 2,
	Doc: "the larger of x and y; the number if one of them is NaN, and 0 is larger than -0 (IEEE " +
		"754-2019 maximumNumber)",
	Float: form2("m_fmax({x}, {y})", func(x, y float64) float64 { return orNumber(x, y, max(x, y)) }).wide("m_fmaxnum64({x}, {y})"),
	Int:   form2("max({x}, {y})", func(x, y int64) int64 { return max(x, y) }).wide("m_imax64({x}, {y})"),
	Uint:  form2("max({x}, {y})", func(x, y uint64) uint64 { return max(x, y) }).wide("m_umax64({x}, {y})"),
	Bool:  form2("{x} || {y}", func(x, y bool) bool { return x || y }),
	Word:  Words{Int: "m_lanes_max({x} ^ {h}, {y} ^ {h}, {h}) ^ {h}", Uint: "m_lanes_max({x}, {y}, {h})", Bool: "{x} | {y}"},
})

var Fmin = def(Op{
	Name: "fmin", Arity: 2,
	Doc: "the smaller of x and y; the number if one of them is NaN, and -0 is smaller than 0 " +
		"(IEEE 754-2019 minimumNumber)",
	Float: form2("m_fmin({x}, {y})", func(x, y float64) float64 { return orNumber(x, y, min(x, y)) }).wide("m_fminnum64({x}, {y})"),
	Int:   form2("min({x}, {y})", func(x, y int64) int64 { return min(x, y) }).wide("m_imin64({x}, {y})"),
	Uint:  form2("min({x}, {y})", func(x, y uint64) uint64 { return min(x, y) }).wide("m_umin64({x}, {y})"),
	Bool:  form2("{x} && {y}", func(x, y bool) bool { return x && y }),
	Word:  Words{Int: "m_lanes_min({x} ^ {h}, {y} ^ {h}, {h}) ^ {h}", Uint: "m_lanes_min({x}, {y}, {h})", Bool: "{x} & {y}"},
})

var Clamp = def(Op{
	Name: "clamp", Aliases: names.keep("clip"), Arity: 3, Operands: names.keep("x", "lo", "hi"), Hint: noBool,
	Doc: "x, but at least lo and at most hi. It is hi where the bounds are crossed, and NaN if " +
		"any operand is. A nil bound is open; without bounds the result is a copy",
	Float: form3("m_min(m_max({x}, {y}), {z})", func(x, y, z float64) float64 { return min(max(x, y), z) }).wide("m_fmin64(m_fmax64({x}, {y}), {z})"),
	Int:   form3("min(max({x}, {y}), {z})", func(x, y, z int64) int64 { return min(max(x, y), z) }).wide("m_imin64(m_imax64({x}, {y}), {z})"),
	Uint:  form3("min(max({x}, {y}), {z})", func(x, y, z uint64) uint64 { return min(max(x, y), z) }).wide("m_umin64(m_umax64({x}, {y}), {z})"),
	Word:  Words{Int: "m_lanes_min(m_lanes_max({x} ^ {h}, {y} ^ {h}, {h}), {z} ^ {h}, {h}) ^ {h}", Uint: "m_lanes_min(m_lanes_max({x}, {y}, {h}), {z}, {h})"},
})

// orNumber is the one of x and y that is a number, where the other is NaN; else result.
func orNumber(x, y, result float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return result
}
