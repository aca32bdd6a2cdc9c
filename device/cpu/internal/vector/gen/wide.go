package main

import "github.com/mmcloughlin/avo/operand"

// wide is what AVX-512 has instructions for that AVX2 lacks: products, extremes and
// conversions of 64-bit integers. For an addition, which waits for memory, it is no gain.
func wide() []kernel {
	t, u := signeds[3], unsigned[3]
	all := []kernel{
		binary2("mul512Int64", "x[i] * y[i]", t, always("VPMULLQ"), "Mul").also(u),
		unary1("square512Int64", "x[i] * x[i]", t, func(f *frame, _ dtype, x vec) vec { return f.into("VPMULLQ", x, x) }, "Square").also(u),
		unary1("abs512Int64", "max(x[i], -x[i])", t, func(f *frame, _ dtype, x vec) vec { return f.convert("VPABSQ", x) }, "Abs"),
		binary2("maximum512Int64", "max(x[i], y[i])", t, always("VPMAXSQ"), "Maximum", "Fmax"),
		binary2("minimum512Int64", "min(x[i], y[i])", t, always("VPMINSQ"), "Minimum", "Fmin"),
		binary2("maximum512Uint64", "max(x[i], y[i])", u, always("VPMAXUQ"), "Maximum", "Fmax"),
		binary2("minimum512Uint64", "min(x[i], y[i])", u, always("VPMINUQ"), "Minimum", "Fmin"),
		binary2("shiftRight512Int64", "x[i] >> uint64(y[i])", t, always("VPSRAVQ"), "BitwiseRightShift"),
		cast(t, float64s, func(f *frame, in input) vec { return f.convert("VCVTQQ2PD", in(0, 0)) }),
		cast(u, float64s, func(f *frame, in input) vec { return f.convert("VCVTUQQ2PD", in(0, 0)) }),
		cast(t, float32s, quadToSingle("VCVTQQ2PS")),
		cast(u, float32s, quadToSingle("VCVTUQQ2PS")),
		cast(float64s, t, func(f *frame, in input) vec { return f.saturateQuads(f.load(in(0, 0)), true) }),
		cast(float64s, u, func(f *frame, in input) vec { return f.saturateQuads(f.load(in(0, 0)), false) }),
		cast(float32s, t, func(f *frame, in input) vec { return f.saturateQuads(f.convert("VCVTPS2PD", in(0, 0)), true) }),
		cast(float32s, u, func(f *frame, in input) vec { return f.saturateQuads(f.convert("VCVTPS2PD", in(0, 0)), false) }),
	}
	for i := range all {
		all[i].width = 64
	}
	return all
}

func quadToSingle(name string) conversion {
	return func(f *frame, in input) vec {
		v, high := f.ZMM(), f.YMM()
		f.do(name, in(0, 0), v.AsY())
		f.do(name, in(0, 64), high)
		f.VINSERTF64X4(operand.U8(1), high, v, v)
		return v
	}
}

// saturateQuads truncates to 64 bits. Without a sign the instruction gives the highest
// integer for what is out of its range, which is right of what is above; with one the lowest.
func (f *frame) saturateQuads(x vec, signed bool) vec {
	const ordered, two63 = 7, 0x43e0000000000000
	valid, v := f.K(), f.ZMM()
	if !signed {
		f.VCMPPD(operand.U8(greaterThan), f.load(f.constant(8, 0)), x, valid)
		f.VCVTTPD2UQQ_Z(x, valid, v)
		return v
	}
	f.VCMPPD(operand.U8(ordered), x, x, valid)
	f.VCVTTPD2QQ_Z(x, valid, v)
	above := f.K()
	f.VCMPPD(operand.U8(greaterEqual), f.constant(8, two63), x, above)
	f.VMOVDQU64(f.constant(8, 1<<63-1), above, v)
	return v
}
