package neonrow

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/cast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Casts are the casts for which AVX2 has no instruction.
func Casts() []kernel.Kernel {
	var all []kernel.Kernel
	for _, wide := range []dtype.Type{dtype.Int64, dtype.Uint64} {
		all = append(all, cast.KernelOf(wide, dtype.Float64, nil))
		for _, from := range dtype.Floats {
			all = append(all, cast.KernelOf(from, wide, nil))
		}
	}
	return all
}

// neonCast returns a conversion, or nil if the conversion would round twice.
func neonCast(from, to dtype.Type) cast.Conversion {
	half := func(t dtype.Type) bool { return t == dtype.Float16 || t == dtype.BFloat16 }
	switch {
	case half(from) && to == dtype.Float32:
		return func(f *emit.Writer, in kernel.Input) emit.Vec {
			if from == dtype.Float16 {
				return f.Neon("fcvtl", 2, f.Vec(), f.LoadBytes(8, in(0, 0)))
			}
			return f.NeonOf("shl", to, emit.LoadExtended(f, dtype.Type{Size: 2}, 4, in(0, 0)), operand.U8(16))
		}
	case half(to) && from.Float && !half(from):
		return func(f *emit.Writer, in kernel.Input) emit.Vec {
			a, b := singles(f, from, in, 0), singles(f, from, in, 4)
			if to == dtype.Float16 {
				return halfPairOf(f, a, b)
			}
			return f.Neon("uzp2", 2, f.Vec(), roundUpQuiet(f, a), roundUpQuiet(f, b))
		}
	case to == dtype.Float16 && from.Size == 4: // inexact numbers are too large for a half
		return func(f *emit.Writer, in kernel.Input) emit.Vec {
			name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.Signed]
			return halfPairOf(f, f.NeonOf(name, dtype.Float32, f.Load(in(0, 0))), f.NeonOf(name, dtype.Float32, f.Load(in(0, 16))))
		}
	case half(from) || half(to):
		return nil
	case from.Float && to.Float:
		return func(f *emit.Writer, in kernel.Input) emit.Vec {
			if from == dtype.Float32 {
				return f.NeonOf("fcvtl", from, f.LoadBytes(8, in(0, 0)))
			}
			return f.Neon("fcvtn2", 4, f.NeonOf("fcvtn", to, f.Load(in(0, 0))), f.Load(in(0, 16)))
		}
	case from.Float:
		return neonTruncation(from, to)
	case to.Float && from.Size > to.Size:
		return nil
	case to.Float:
		name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.Signed]
		return func(f *emit.Writer, in kernel.Input) emit.Vec {
			return f.NeonOf(name, to, emit.LoadExtended(f, from, to.Size, in(0, 0)))
		}
	case from.Size <= to.Size:
		return func(f *emit.Writer, in kernel.Input) emit.Vec { return emit.LoadExtended(f, from, to.Size, in(0, 0)) }
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		vs := make([]emit.Vec, from.Size/to.Size)
		for i := range vs {
			vs[i] = f.Load(in(0, 16*i))
		}
		return emit.Packed(f, vs, from.Size)
	}
}

// neonTruncation converts floats to integers as the rows mean it, and as the instructions do: towards
// zero, saturating, 0 of NaN.
func neonTruncation(from, to dtype.Type) cast.Conversion {
	convert, narrow := "fcvtzu", "uqxtn"
	if to.Signed {
		convert, narrow = "fcvtzs", "sqxtn"
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		if from.Size < to.Size {
			return f.NeonOf(convert, to, f.NeonOf("fcvtl", from, f.LoadBytes(8, in(0, 0))))
		}
		vs := make([]emit.Vec, from.Size/to.Size)
		for i := range vs {
			vs[i] = f.NeonOf(convert, from, f.Load(in(0, 16*i)))
		}
		for size := from.Size / 2; len(vs) > 1; size /= 2 {
			for i := 0; i < len(vs); i += 2 {
				vs[i/2] = f.Neon(narrow+"2", size, f.Neon(narrow, size, f.Vec(), vs[i]), vs[i+1])
			}
			vs = vs[:len(vs)/2]
		}
		return vs[0]
	}
}

// singles loads four elements, from the given one on, as float32; of float64 rounded to odd,
// so that they can be rounded again.
func singles(f *emit.Writer, from dtype.Type, in kernel.Input, first int) emit.Vec {
	at := first * from.Size
	if from == dtype.Float32 {
		return f.Load(in(0, at))
	}
	return f.Neon("fcvtxn2", 4, f.NeonOf("fcvtxn", dtype.Float32, f.Load(in(0, at))), f.Load(in(0, at+16)))
}

// halfPairOf makes one register of float16 of two of float32.
func halfPairOf(f *emit.Writer, a, b emit.Vec) emit.Vec {
	return f.Neon("fcvtn2", 2, f.Neon("fcvtn", 2, f.Vec(), a), b)
}

// roundUp adds half of the last digit that a bfloat16 keeps, less one where that is even:
// its bits are the upper half then.
func roundUp(f *emit.Writer, x emit.Vec) emit.Vec {
	odd := f.NeonOf("and", dtype.Float32, f.NeonOf("ushr", dtype.Float32, x, operand.U8(16)), f.Kept(4, 1))
	return f.NeonOf("add", dtype.Float32, odd, f.NeonOf("add", dtype.Float32, x, f.Kept(4, 0x7fff)))
}

// roundUpQuiet is roundUp for any float32: a NaN could lose its digits.
func roundUpQuiet(f *emit.Writer, x emit.Vec) emit.Vec {
	quiet := f.NeonOf("orr", dtype.Float32, x, f.Kept(4, 0x7fc00000))
	return f.Neon("bif", 1, roundUp(f, x), quiet, f.NeonOf("fcmeq", dtype.Float32, x, x))
}
