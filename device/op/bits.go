package op

const wholeOnly = "use an integer or bool tensor, or convert with AsType"

var LogicalAnd = def(Op{
	Name: "logical_and", Arity: 2, Rule: Logic,
	Doc:  "whether x and y are both true; any number but 0 is true, NaN too",
	Word: Words{Bool: "{x} & {y}"},
	Bool: form2("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var LogicalOr = def(Op{
	Name: "logical_or", Arity: 2, Rule: Logic,
	Doc:  "whether x or y or both are true; any number but 0 is true, NaN too",
	Word: Words{Bool: "{x} | {y}"},
	Bool: form2("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var LogicalXor = def(Op{
	Name: "logical_xor", Arity: 2, Rule: Logic,
	Doc:  "whether just one of x and y is true; any number but 0 is true, NaN too",
	Word: Words{Bool: "{x} ^ {y}"},
	Bool: form2("{x} != {y}", func(x, y bool) bool { return x != y }),
})

var LogicalNot = def(Op{
	Name: "logical_not", Arity: 1, Rule: Logic, Doc: "whether x is false, that is 0",
	Word: Words{Bool: "{x} ^ ({h} >> 7u)"},
	Bool: form1("!{x}", func(x bool) bool { return !x }),
})

var BitwiseAnd = def(Op{
	Name: "bitwise_and", Arity: 2, Doc: "the bits set in both x and y", Hint: wholeOnly,
	Word: Words{Int: "{x} & {y}", Uint: "{x} & {y}", Bool: "{x} & {y}"},
	Int:  form2("{x} & {y}", func(x, y int64) int64 { return x & y }),
	Uint: form2("{x} & {y}", func(x, y uint64) uint64 { return x & y }),
	Bool: form2("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var BitwiseOr = def(Op{
	Name: "bitwise_or", Arity: 2, Doc: "the bits set in x or y or both", Hint: wholeOnly,
	Word: Words{Int: "{x} | {y}", Uint: "{x} | {y}", Bool: "{x} | {y}"},
	Int:  form2("{x} | {y}", func(x, y int64) int64 { return x | y }),
	Uint: form2("{x} | {y}", func(x, y uint64) uint64 { return x | y }),
	Bool: form2("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var BitwiseXor = def(Op{
	Name: "bitwise_xor", Arity: 2, Doc: "the bits set in just one of x and y", Hint: wholeOnly,
	Word: Words{Int: "{x} ^ {y}", Uint: "{x} ^ {y}", Bool: "{x} ^ {y}"},
	Int:  form2("{x} ^ {y}", func(x, y int64) int64 { return x ^ y }),
	Uint: form2("{x} ^ {y}", func(x, y uint64) uint64 { return x ^ y }),
	Bool: form2("{x} != {y}", func(x, y bool) bool { return x != y }),
})

var BitwiseNot = def(Op{
	Name: "bitwise_not", Aliases: names.keep("bitwise_invert", "invert"), Arity: 1, Doc: "x with every bit inverted", Hint: wholeOnly,
	Word: Words{Int: "~{x}", Uint: "~{x}", Bool: "{x} ^ ({h} >> 7u)"},
	Int:  form1("~{x}", func(x int64) int64 { return ^x }),
	Uint: form1("~{x}", func(x uint64) uint64 { return ^x }),
	Bool: form1("!{x}", func(x bool) bool { return !x }),
})

var BitwiseLeftShift = def(Op{
	Name: "bitwise_left_shift", Aliases: names.keep("left_shift"), Arity: 2, Operands: names.keep("x", "bits"), Hint: "use an integer tensor, or convert with AsType",
	Doc:  "x shifted left by bits; 0 where bits is negative or not less than the width",
	Int:  form2("m_shl_i({x}, {y})", func(x, y int64) int64 { return int64(shiftLeft(uint64(x), uint64(y))) }).wide("m_shl64({x}, {y})"),
	Uint: form2("m_shl_u({x}, {y})", shiftLeft).wide("m_shl64({x}, {y})"),
})

var BitwiseRightShift = def(Op{
	Name: "bitwise_right_shift", Aliases: names.keep("right_shift"), Arity: 2, Operands: names.keep("x", "bits"), Hint: "use an integer tensor, or convert with AsType",
	Doc: "x shifted right by bits, keeping the sign; the sign alone (0 or -1) where bits is " +
		"negative or not less than the width",
	Int:  form2("m_shr_i({x}, {y})", func(x, y int64) int64 { return x >> uint64(y) }).wide("m_ishr64({x}, {y})"),
	Uint: form2("m_shr_u({x}, {y})", func(x, y uint64) uint64 { return x >> y }).wide("m_ushr64({x}, {y})"),
})

// shiftLeft loses every bit for a count beyond 63, a negative one included; narrower
// widths lose theirs when the result is wrapped.
func shiftLeft(x, y uint64) uint64 {
	if y > 63 {
		return 0
	}
	return x << y
}

var Gcd = def(Op{
	Name: "gcd", Arity: 2, Hint: "use an integer tensor, or convert with AsType",
	Doc:  "the greatest common divisor of |x| and |y|, wrapped; 0 where both are 0",
	Int:  form2("m_igcd({x}, {y})", func(x, y int64) int64 { return int64(uintGCD(magnitude(x), magnitude(y))) }).wide("m_igcd64({x}, {y})"),
	Uint: form2("m_ugcd({x}, {y})", uintGCD).wide("m_ugcd64({x}, {y})"),
})

var Lcm = def(Op{
	Name: "lcm", Arity: 2, Hint: "use an integer tensor, or convert with AsType",
	Doc:  "the least common multiple of |x| and |y|, wrapped; 0 where one is 0",
	Int:  form2("m_ilcm({x}, {y})", func(x, y int64) int64 { return int64(uintLCM(magnitude(x), magnitude(y))) }).wide("m_ilcm64({x}, {y})"),
	Uint: form2("m_ulcm({x}, {y})", uintLCM).wide("m_ulcm64({x}, {y})"),
})
