package main

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// neonCasts are those that AVX2 has no instruction for.
func neonCasts() []kernel {
	var all []kernel
	for _, wide := range []dtype.Type{dtype.Int64, dtype.Uint64} {
		all = append(all, cast(wide, dtype.Float64, nil))
		for _, from := range dtype.Floats {
			all = append(all, cast(from, wide, nil))
		}
	}
	return all
}

// neonCast makes a register of results of what it loads; nil of a conversion that would
// round twice.
func neonCast(from, to dtype.Type) conversion {
	half := func(t dtype.Type) bool { return t == dtype.Float16 || t == dtype.BFloat16 }
	switch {
	case half(from) && to == dtype.Float32:
		return func(f *emitter, in input) vec {
			if from == dtype.Float16 {
				return f.neon("fcvtl", 2, f.vec(), f.loadBytes(8, in(0, 0)))
			}
			return f.of("shl", to, extended(f, dtype.Type{Size: 2}, 4, in(0, 0)), operand.U8(16))
		}
	case half(to) && from.Float && !half(from):
		return func(f *emitter, in input) vec {
			a, b := singles(f, from, in, 0), singles(f, from, in, 4)
			if to == dtype.Float16 {
				return halfPairOf(f, a, b)
			}
			return f.neon("uzp2", 2, f.vec(), quietRounded(f, a), quietRounded(f, b))
		}
	case to == dtype.Float16 && from.Size == 4: // what is not exact is too large for a half
		return func(f *emitter, in input) vec {
			name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.Signed]
			return halfPairOf(f, f.of(name, dtype.Float32, f.load(in(0, 0))), f.of(name, dtype.Float32, f.load(in(0, 16))))
		}
	case half(from) || half(to):
		return nil
	case from.Float && to.Float:
		return func(f *emitter, in input) vec {
			if from == dtype.Float32 {
				return f.of("fcvtl", from, f.loadBytes(8, in(0, 0)))
			}
			return f.neon("fcvtn2", 4, f.of("fcvtn", to, f.load(in(0, 0))), f.load(in(0, 16)))
		}
	case from.Float:
		return neonTruncation(from, to)
	case to.Float && from.Size > to.Size:
		return nil
	case to.Float:
		name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.Signed]
		return func(f *emitter, in input) vec { return f.of(name, to, extended(f, from, to.Size, in(0, 0))) }
	case from.Size <= to.Size:
		return func(f *emitter, in input) vec { return extended(f, from, to.Size, in(0, 0)) }
	}
	return func(f *emitter, in input) vec {
		vs := make([]vec, from.Size/to.Size)
		for i := range vs {
			vs[i] = f.load(in(0, 16*i))
		}
		return packed(f, vs, from.Size)
	}
}

// neonTruncation converts floats to integers as the rows mean it: towards zero, saturating,
// 0 of NaN. So do the instructions.
func neonTruncation(from, to dtype.Type) conversion {
	convert, narrow := "fcvtzu", "uqxtn"
	if to.Signed {
		convert, narrow = "fcvtzs", "sqxtn"
	}
	return func(f *emitter, in input) vec {
		if from.Size < to.Size {
			return f.of(convert, to, f.of("fcvtl", from, f.loadBytes(8, in(0, 0))))
		}
		vs := make([]vec, from.Size/to.Size)
		for i := range vs {
			vs[i] = f.of(convert, from, f.load(in(0, 16*i)))
		}
		for size := from.Size / 2; len(vs) > 1; size /= 2 {
			for i := 0; i < len(vs); i += 2 {
				vs[i/2] = f.neon(narrow+"2", size, f.neon(narrow, size, f.vec(), vs[i]), vs[i+1])
			}
			vs = vs[:len(vs)/2]
		}
		return vs[0]
	}
}

// singles loads four elements, from the given one on, as float32; of float64 rounded to odd,
// so that they can be rounded again.
func singles(f *emitter, from dtype.Type, in input, first int) vec {
	at := first * from.Size
	if from == dtype.Float32 {
		return f.load(in(0, at))
	}
	return f.neon("fcvtxn2", 4, f.of("fcvtxn", dtype.Float32, f.load(in(0, at))), f.load(in(0, at+16)))
}

// halfPairOf makes one register of float16 of two of float32.
func halfPairOf(f *emitter, a, b vec) vec {
	return f.neon("fcvtn2", 2, f.neon("fcvtn", 2, f.vec(), a), b)
}

// roundedUp adds half of the last digit that a bfloat16 keeps, less one where that is even:
// its bits are the upper half then.
func roundedUp(f *emitter, x vec) vec {
	odd := f.of("and", dtype.Float32, f.of("ushr", dtype.Float32, x, operand.U8(16)), f.constantOf(4, 1))
	return f.of("add", dtype.Float32, odd, f.of("add", dtype.Float32, x, f.constantOf(4, 0x7fff)))
}

// quietRounded is roundedUp for any float32: a NaN could lose its digits.
func quietRounded(f *emitter, x vec) vec {
	quiet := f.of("orr", dtype.Float32, x, f.constantOf(4, 0x7fc00000))
	return f.neon("bif", 1, roundedUp(f, x), quiet, f.of("fcmeq", dtype.Float32, x, x))
}
