package neon

// Some instructions differ by one or two bits. u selects unsigned integers, or another meaning. a,
// alone or with u, selects another meaning of floats. upper selects the upper half of a register.
const (
	u     = 1 << 29
	a     = 1 << 23
	upper = 1 << 30

	same  = 0x4e200400 // of three vectors alike
	misc  = 0x4e200800 // of two
	shift = 0x4f000400
)

// Fields of these groups.
func op3(n uint32) uint32 { return n << 11 }
func op2(n uint32) uint32 { return n << 12 }

var table = []Instruction{
	{"add", three, same | op3(0x10), false},
	{"sub", three, same | u | op3(0x10), false},
	{"mul", three, same | op3(0x13), false},
	{"mla", three, same | op3(0x12), true},
	{"smax", three, same | op3(0x0c), false},
	{"umax", three, same | u | op3(0x0c), false},
	{"smin", three, same | op3(0x0d), false},
	{"umin", three, same | u | op3(0x0d), false},
	{"sshl", three, same | op3(0x08), false},
	{"ushl", three, same | u | op3(0x08), false},
	{"cmeq", three, same | u | op3(0x11), false},
	{"cmgt", three, same | op3(0x06), false},
	{"cmhi", three, same | u | op3(0x06), false},
	{"cmge", three, same | op3(0x07), false},
	{"cmhs", three, same | u | op3(0x07), false},
	{"uzp1", three, 0x4e001800, false}, // the even elements of both
	{"uzp2", three, 0x4e005800, false}, // the odd ones

	{"zip1", three, 0x4e003800, false}, // the lower elements of both in turn
	{"zip2", three, 0x4e007800, false}, // the upper ones
	{"ext8", swapped, 0x6e004000, false},

	{"fadd", threeFloats, same | op3(0x1a), false},
	{"fsub", threeFloats, same | a | op3(0x1a), false},
	{"fmul", threeFloats, same | u | op3(0x1b), false},
	{"fdiv", threeFloats, same | u | op3(0x1f), false},
	{"fmax", threeFloats, same | op3(0x1e), false},
	{"fmin", threeFloats, same | a | op3(0x1e), false},
	{"fmla", threeFloats, same | op3(0x19), true},
	{"fmls", threeFloats, same | a | op3(0x19), true},
	{"fcmeq", threeFloats, same | op3(0x1c), false},
	{"fcmge", threeFloats, same | u | op3(0x1c), false},
	{"fcmgt", threeFloats, same | u | a | op3(0x1c), false},

	{"and", threeBits, same | op3(0x03), false},
	{"bic", threeBits, same | 1<<22 | op3(0x03), false},
	{"orr", threeBits, same | 2<<22 | op3(0x03), false},
	{"eor", threeBits, same | u | op3(0x03), false},
	{"bsl", threeBits, same | u | 1<<22 | op3(0x03), true}, // n where the result's bit is set, else m
	{"bit", threeBits, same | u | 2<<22 | op3(0x03), true}, // n where m's bit is set, else as before
	{"bif", threeBits, same | u | 3<<22 | op3(0x03), true}, // n where m's bit is not set

	{"abs", two, misc | op2(0x0b), false},
	{"neg", two, misc | u | op2(0x0b), false},
	{"mvn", twoBits, misc | u | op2(0x05), false},
	{"cmgt0", zero, misc | op2(0x08), false},
	{"cmeq0", zero, misc | op2(0x09), false},
	{"cmlt0", zero, misc | op2(0x0a), false},

	{"fabs", twoFloats, misc | a | op2(0x0f), false},
	{"fneg", twoFloats, misc | u | a | op2(0x0f), false},
	{"fsqrt", twoFloats, misc | u | a | op2(0x1f), false},
	{"frintn", twoFloats, misc | op2(0x18), false},
	{"frintm", twoFloats, misc | op2(0x19), false},
	{"frintp", twoFloats, misc | a | op2(0x18), false},
	{"frintz", twoFloats, misc | a | op2(0x19), false},
	{"fcmeq0", zeroFloats, misc | a | op2(0x0d), false},
	{"fcvtns", twoFloats, misc | op2(0x1a), false},
	{"fcvtzs", twoFloats, misc | a | op2(0x1b), false},
	{"fcvtzu", twoFloats, misc | u | a | op2(0x1b), false},
	{"scvtf", twoFloats, misc | op2(0x1d), false},
	{"ucvtf", twoFloats, misc | u | op2(0x1d), false},

	{"shl", left, shift | op3(0x0a), false},
	{"sshr", right, shift | op3(0x00), false},
	{"ushr", right, shift | u | op3(0x00), false},

	{"sxtl", widened, (shift | op3(0x14)) &^ upper, false},
	{"uxtl", widened, (shift | u | op3(0x14)) &^ upper, false},
	{"fcvtl", widenedFloats, (misc | op2(0x17)) &^ upper, false},
	{"fcvtl2", widenedFloats, misc | op2(0x17), false},
	{"sqxtn", narrowed, (misc | op2(0x14)) &^ upper, false},
	{"sqxtn2", narrowed, misc | op2(0x14), true},
	{"uqxtn", narrowed, (misc | u | op2(0x14)) &^ upper, false},
	{"uqxtn2", narrowed, misc | u | op2(0x14), true},
	{"fcvtn", narrowedFloats, (misc | op2(0x16)) &^ upper, false},
	{"fcvtn2", narrowedFloats, misc | op2(0x16), true},
	{"fcvtxn", narrowedFloats, (misc | u | op2(0x16)) &^ upper, false}, // rounds to odd
	{"fcvtxn2", narrowedFloats, misc | u | op2(0x16), true},

	{"xtn", narrowed, (misc | op2(0x12)) &^ upper, false},
	{"rev64", two, misc | op2(0x00), false}, // pairs of words are exchanged
	{"uaddlp", pairs, misc | u | op2(0x02), false},
	{"umlal", long, (same&^0x400 | u | op2(0x08)) &^ upper, true},

	{"umaxv", across, 0x6e30a800, false},
	{"tbl", lookup, 0x4e006000, false},
}
