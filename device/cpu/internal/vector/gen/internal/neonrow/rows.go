// Package neonrow writes rows of package op with instructions of NEON. It has the rows where these
// are better than package arm64's translation of AVX2.
package neonrow

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// row computes one row of package op on a register of each operand, which it may change.
type row func(f *emit.Writer, x ...emit.Vec) emit.Vec

// Rows that are one instruction.
var (
	neonBits = map[string]string{"BitwiseAnd": "and", "LogicalAnd": "and", "BitwiseOr": "orr", "LogicalOr": "orr",
		"BitwiseXor": "eor", "LogicalXor": "eor", "BitwiseNot": "mvn"}
	neonFloats = map[string]string{"Add": "fadd", "Sub": "fsub", "Mul": "fmul", "Div": "fdiv", "Maximum": "fmax", "Minimum": "fmin",
		"Abs": "fabs", "Neg": "fneg", "Sqrt": "fsqrt", "Floor": "frintm", "Ceil": "frintp", "Trunc": "frintz", "Round": "frintn"}
	neonIntegers = map[string]string{"Add": "add", "Sub": "sub", "Abs": "abs", "Neg": "neg"}
	neonShort    = map[string]string{"Mul": "mul"} // of those shorter than 64 bits
	neonSigned   = map[string]string{"Maximum": "smax", "Minimum": "smin"}
	neonUnsigned = map[string]string{"Maximum": "umax", "Minimum": "umin"}
)

// neonInstruction is the one instruction of a row, or "".
func neonInstruction(o string, t dtype.Type) string {
	if name := neonBits[o]; name != "" {
		return name
	}
	if t.Float {
		return neonFloats[o]
	}
	name := neonIntegers[o]
	if name == "" && t.Size < 8 {
		name = neonShort[o]
		if t.Signed && name == "" {
			name = neonSigned[o]
		} else if name == "" {
			name = neonUnsigned[o]
		}
	}
	return name
}

// Of returns the function that computes a row of numbers, or nil.
func Of(o string, t dtype.Type) row {
	if name := neonInstruction(o, t); name != "" {
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			var from []emit.Arg
			for _, v := range x {
				from = append(from, v)
			}
			return f.NeonOf(name, t, from...)
		}
	}
	second := func(first, other string) row { // two rows one after the other
		a, b := Of(first, t), Of(other, t)
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return b(f, append([]emit.Vec{a(f, x[:2]...)}, x[2:]...)...)
		}
	}
	switch {
	case o == "Positive":
		return func(_ *emit.Writer, x ...emit.Vec) emit.Vec { return x[0] }
	case o == "Clamp":
		return second("Maximum", "Minimum")
	case o == "Square":
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec { return Of("Mul", t)(f, x[0], x[0]) }
	case t == dtype.Bool && o == "LogicalNot":
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec { return f.NeonOf("eor", t, x[0], f.Kept(1, 1)) }
	case t.Float && o == "TruncDivide":
		return second("Div", "Trunc")
	case t.Float:
		return neonFloatRows(o, t)
	}
	return neonIntegerRows(o, t)
}

func neonFloatRows(o string, t dtype.Type) row {
	return map[string]row{
		"Reciprocal": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.NeonOf("fdiv", t, f.Kept(t.Size, t.One()), x[0])
		},
		"Frac": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.NeonOf("fsub", t, x[0], f.NeonOf("frintz", t, x[0]))
		},
		// The instruction leaves NaN, and makes +0 of -0.
		"Relu": func(f *emit.Writer, x ...emit.Vec) emit.Vec { return f.NeonOf("fmax", t, x[0], f.Kept(t.Size, 0)) },
		"Copysign": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.Neon("bit", 1, x[0], x[1], f.Kept(t.Size, t.SignBit()))
		},
		"Sign": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			v := f.Load(f.Kept(t.Size, t.One()))
			f.Neon("bit", 1, v, x[0], f.Kept(t.Size, t.SignBit()))
			v = f.NeonOf("bic", t, v, f.NeonOf("fcmeq0", t, x[0]))
			return f.Neon("bif", 1, v, x[0], f.NeonOf("fcmeq", t, x[0], x[0]))
		},
		"Fmax": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return orNumber(f, t, x[0], x[1], f.NeonOf("fmax", t, x[0], x[1]))
		},
		"Fmin": func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return orNumber(f, t, x[0], x[1], f.NeonOf("fmin", t, x[0], x[1]))
		},
	}[o]
}

// orNumber is the one of x and y that is a number, where the other is NaN; else result, in
// whose register it is. FMAXNM does so for quiet NaN alone.
func orNumber(f *emit.Writer, t dtype.Type, x, y, result emit.Vec) emit.Vec {
	f.Neon("bif", 1, result, x, f.NeonOf("fcmeq", t, y, y))
	return f.Neon("bif", 1, result, y, f.NeonOf("fcmeq", t, x, x))
}

func neonIntegerRows(o string, t dtype.Type) row {
	greater := "cmhi"
	if t.Signed {
		greater = "cmgt"
	}
	switch o {
	case "Mul":
		return product64
	case "Fmax":
		return Of("Maximum", t)
	case "Fmin":
		return Of("Minimum", t)
	case "Maximum": // of 64 bits
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.Neon("bsl", 1, f.NeonOf(greater, t, x[0], x[1]), x[0], x[1])
		}
	case "Minimum":
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.Neon("bsl", 1, f.NeonOf(greater, t, x[0], x[1]), x[1], x[0])
		}
	case "Relu":
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.NeonOf("bic", t, x[0], f.NeonOf("cmlt0", t, x[0]))
		}
	case "Sign":
		return neonSign(t)
	case "BitwiseLeftShift":
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec { return f.NeonOf("ushl", t, x[0], shiftCount(f, t, x[1])) }
	case "BitwiseRightShift":
		name := map[bool]string{true: "sshl", false: "ushl"}[t.Signed]
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.NeonOf(name, t, x[0], f.NeonOf("neg", t, shiftCount(f, t, x[1])))
		}
	}
	return nil
}

// product64 adds the low words' product and, 32 bits up, those of the words crosswise.
func product64(f *emit.Writer, x ...emit.Vec) emit.Vec {
	cross := f.Neon("mul", 4, f.Vec(), x[0], f.Neon("rev64", 4, f.Vec(), x[1]))
	sum := f.Neon("shl", 8, f.Vec(), f.Neon("uaddlp", 4, f.Vec(), cross), operand.U8(32))
	return f.Neon("umlal", 4, sum, f.Neon("xtn", 4, f.Vec(), x[0]), f.Neon("xtn", 4, f.Vec(), x[1]))
}

// neonSign subtracts masks, which are -1.
func neonSign(t dtype.Type) row {
	if t.Signed {
		return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
			return f.NeonOf("sub", t, f.NeonOf("cmlt0", t, x[0]), f.NeonOf("cmgt0", t, x[0]))
		}
	}
	return func(f *emit.Writer, x ...emit.Vec) emit.Vec {
		return f.NeonOf("neg", t, f.NeonOf("mvn", t, f.NeonOf("cmeq0", t, x[0])))
	}
}

// shiftCount is at most the width, as the instructions look at the lowest byte.
func shiftCount(f *emit.Writer, t dtype.Type, count emit.Vec) emit.Vec {
	width := f.Kept(t.Size, uint64(8*t.Size))
	if t.Size < 8 {
		return f.NeonOf("umin", t, count, width)
	}
	return f.Neon("bit", 1, count, width, f.NeonOf("cmhi", t, count, width))
}
