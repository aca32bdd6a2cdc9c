package main

import "github.com/mmcloughlin/avo/operand"

// neonCasts are those that AVX2 has no instruction for.
func neonCasts() []kernel {
	var all []kernel
	for _, wide := range []dtype{signeds[3], unsigned[3]} {
		all = append(all, cast(wide, float64s, nil))
		for _, from := range floats {
			all = append(all, cast(from, wide, nil))
		}
	}
	return all
}

// neonCast makes a register of results of what it loads; nil of a conversion that would
// round twice.
func neonCast(from, to dtype) conversion {
	half := func(t dtype) bool { return t == halves[0] || t == halves[1] }
	switch {
	case half(from) && to == float32s:
		return func(f *frame, in input) vec {
			if from == halves[0] {
				return f.neon("fcvtl", 2, f.vec(), f.loadBytes(8, in(0, 0)))
			}
			return f.of("shl", to, f.extended(dtype{size: 2}, 4, in(0, 0)), operand.U8(16))
		}
	case half(to) && from.float && !half(from):
		return func(f *frame, in input) vec {
			a, b := f.singles(from, in, 0), f.singles(from, in, 4)
			if to == halves[0] {
				return f.halfPairOf(a, b)
			}
			return f.neon("uzp2", 2, f.vec(), f.quietRounded(a), f.quietRounded(b))
		}
	case to == halves[0] && from.size == 4: // what is not exact is too large for a half
		return func(f *frame, in input) vec {
			name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.signed]
			return f.halfPairOf(f.of(name, float32s, f.load(in(0, 0))), f.of(name, float32s, f.load(in(0, 16))))
		}
	case half(from) || half(to):
		return nil
	case from.float && to.float:
		return func(f *frame, in input) vec {
			if from == float32s {
				return f.of("fcvtl", from, f.loadBytes(8, in(0, 0)))
			}
			return f.neon("fcvtn2", 4, f.of("fcvtn", to, f.load(in(0, 0))), f.load(in(0, 16)))
		}
	case from.float:
		return neonTruncation(from, to)
	case to.float && from.size > to.size:
		return nil
	case to.float:
		name := map[bool]string{true: "scvtf", false: "ucvtf"}[from.signed]
		return func(f *frame, in input) vec { return f.of(name, to, f.extended(from, to.size, in(0, 0))) }
	case from.size <= to.size:
		return func(f *frame, in input) vec { return f.extended(from, to.size, in(0, 0)) }
	}
	return func(f *frame, in input) vec {
		vs := make([]vec, from.size/to.size)
		for i := range vs {
			vs[i] = f.load(in(0, 16*i))
		}
		return f.packed(vs, from.size)
	}
}

// neonTruncation converts floats to integers as the rows mean it: towards zero, saturating,
// 0 of NaN. So do the instructions.
func neonTruncation(from, to dtype) conversion {
	convert, narrow := "fcvtzu", "uqxtn"
	if to.signed {
		convert, narrow = "fcvtzs", "sqxtn"
	}
	return func(f *frame, in input) vec {
		if from.size < to.size {
			return f.of(convert, to, f.of("fcvtl", from, f.loadBytes(8, in(0, 0))))
		}
		vs := make([]vec, from.size/to.size)
		for i := range vs {
			vs[i] = f.of(convert, from, f.load(in(0, 16*i)))
		}
		for size := from.size / 2; len(vs) > 1; size /= 2 {
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
func (f *frame) singles(from dtype, in input, first int) vec {
	at := first * from.size
	if from == float32s {
		return f.load(in(0, at))
	}
	return f.neon("fcvtxn2", 4, f.of("fcvtxn", float32s, f.load(in(0, at))), f.load(in(0, at+16)))
}

// halfPairOf makes one register of float16 of two of float32.
func (f *frame) halfPairOf(a, b vec) vec {
	return f.neon("fcvtn2", 2, f.neon("fcvtn", 2, f.vec(), a), b)
}

// roundedUp adds half of the last digit that a bfloat16 keeps, less one where that is even:
// its bits are the upper half then.
func (f *frame) roundedUp(x vec) vec {
	odd := f.of("and", float32s, f.of("ushr", float32s, x, operand.U8(16)), f.constantOf(4, 1))
	return f.of("add", float32s, odd, f.of("add", float32s, x, f.constantOf(4, 0x7fff)))
}

// quietRounded is roundedUp for any float32: a NaN could lose its digits.
func (f *frame) quietRounded(x vec) vec {
	quiet := f.of("orr", float32s, x, f.constantOf(4, 0x7fc00000))
	return f.neon("bif", 1, f.roundedUp(x), quiet, f.of("fcmeq", float32s, x, x))
}
