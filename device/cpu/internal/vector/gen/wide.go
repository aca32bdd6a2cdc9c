package main

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// wide is what AVX-512 has instructions for that AVX2 lacks: products, extremes and
// conversions of 64-bit integers, shifts of 8 and 16 bits; and what it divides twice as many of in the same
// time, or takes several instructions for, as extremes of floats. For an addition, which waits for memory, it is no gain.
func wide() []kernel.Kernel {
	t, u := dtype.Int64, dtype.Uint64
	all := []kernel.Kernel{
		kernel.BinaryOf("mul512Int64", "x[i] * y[i]", t, always("VPMULLQ"), "Mul").Also(u),
		kernel.UnaryOf("square512Int64", "x[i] * x[i]", t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return f.Into("VPMULLQ", x, x) }, "Square").Also(u),
		kernel.UnaryOf("abs512Int64", "max(x[i], -x[i])", t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return f.Unary("VPABSQ", x) }, "Abs"),
		kernel.BinaryOf("maximum512Int64", "max(x[i], y[i])", t, always("VPMAXSQ"), "Maximum", "Fmax"),
		kernel.BinaryOf("minimum512Int64", "min(x[i], y[i])", t, always("VPMINSQ"), "Minimum", "Fmin"),
		kernel.BinaryOf("maximum512Uint64", "max(x[i], y[i])", u, always("VPMAXUQ"), "Maximum", "Fmax"),
		kernel.BinaryOf("minimum512Uint64", "min(x[i], y[i])", u, always("VPMINUQ"), "Minimum", "Fmin"),
		kernel.BinaryOf("shiftRight512Int64", "x[i] >> uint64(y[i])", t, always("VPSRAVQ"), "BitwiseRightShift"),
		cast(t, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTQQ2PD", in(0, 0)) }),
		cast(u, dtype.Float64, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTUQQ2PD", in(0, 0)) }),
		cast(t, dtype.Float32, quadToSingle("VCVTQQ2PS")),
		cast(u, dtype.Float32, quadToSingle("VCVTUQQ2PS")),
		cast(dtype.Float64, t, func(f *emit.Writer, in kernel.Input) emit.Vec { return saturateQuads(f, f.Load(in(0, 0)), true) }),
		cast(dtype.Float64, u, func(f *emit.Writer, in kernel.Input) emit.Vec { return saturateQuads(f, f.Load(in(0, 0)), false) }),
		cast(dtype.Float32, t, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return saturateQuads(f, f.Unary("VCVTPS2PD", in(0, 0)), true)
		}),
		cast(dtype.Float32, u, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return saturateQuads(f, f.Unary("VCVTPS2PD", in(0, 0)), false)
		}),
	}
	for i, t := range dtype.Signed[:2] {
		u := dtype.Unsigned[i]
		all = append(all,
			kernel.BinaryOf("shiftLeft512"+t.Name, "x[i] << uint64(y[i])", t, shiftLeft, "BitwiseLeftShift").Also(u),
			kernel.BinaryOf("shiftRight512"+t.Name, "x[i] >> uint64(y[i])", t, shiftRight, "BitwiseRightShift"),
			kernel.BinaryOf("shiftRight512"+u.Name, "x[i] >> uint64(y[i])", u, shiftRight, "BitwiseRightShift"))
	}
	for i, t := range append(dtype.Signed, dtype.Floats...) {
		some := []kernel.Kernel{kernel.BinaryOf("add512"+t.Name, "x[i] + y[i]", t, add, "Add"), kernel.BinaryOf("sub512"+t.Name, "x[i] - y[i]", t, sub, "Sub")}
		if t.Float || t.Size == 2 || t.Size == 4 {
			some = append(some, kernel.BinaryOf("mul512"+t.Name, "x[i] * y[i]", t, mul, "Mul"))
		}
		for _, k := range some {
			if !t.Float {
				k = k.Also(dtype.Unsigned[i])
			}
			all = append(all, k)
		}
	}
	for _, t := range dtype.Floats {
		clamp512 := clamped(t)
		clamp512.Name = "clamp512" + t.Name
		all = append(all, clamp512,
			kernel.BinaryOf("maximum512"+t.Name, "max(x[i], y[i])", t, maximum, "Maximum"),
			kernel.BinaryOf("minimum512"+t.Name, "min(x[i], y[i])", t, minimum, "Minimum"),
			kernel.BinaryOf("div512"+t.Name, "x[i] / y[i]", t, div, "Div"),
			kernel.UnaryOf("sqrt512"+t.Name, "math.Sqrt(x[i])", t, sqrt, "Sqrt"),
			kernel.UnaryOf("reciprocal512"+t.Name, "1 / x[i]", t, reciprocal, "Reciprocal"))
	}
	for _, from := range []dtype.Type{dtype.BFloat16, dtype.Float32, dtype.Float64} {
		for _, to := range append(dtype.Signed[:3:3], dtype.Unsigned[:3]...) {
			k := cast(from, to, saturating512(from, to))
			k.Name, k.SingleBody = k.Name+"512", true
			all = append(all, k)
		}
	}
	all = append(all, cast(dtype.Uint32, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec { return f.Unary("VCVTUDQ2PS", in(0, 0)) }))
	all[len(all)-1].Name += "512"
	for _, to := range dtype.Halves {
		for _, from := range []dtype.Type{t, u, dtype.Float64} {
			all = append(all, cast(from, to, func(f *emit.Writer, in kernel.Input) emit.Vec {
				part := func(at int) emit.Vec {
					if from.Float {
						return doubleToOdd(f, in, at)
					}
					return quadToOdd(f, in, at, from.Signed)
				}
				if to == dtype.Float16 {
					return halfPair(f, part(0), part(128))
				}
				return bfloatPair(f, part(0), part(128), from.Float)
			}))
			all[len(all)-1].Name += "512"
		}
	}
	bfloat := func(from dtype.Type, single func(f *emit.Writer, x emit.Vec) emit.Vec) {
		all = append(all, cast(from, dtype.BFloat16, func(f *emit.Writer, in kernel.Input) emit.Vec {
			return bfloatPair(f, single(f, f.Load(in(0, 0))), single(f, f.Load(in(0, 64))), from.Float)
		}))
		all[len(all)-1].Name += "512"
	}
	bfloat(dtype.Float32, func(_ *emit.Writer, x emit.Vec) emit.Vec { return x })
	all = append(all, cast(dtype.Float32, dtype.Float16, func(f *emit.Writer, in kernel.Input) emit.Vec {
		return halfPair(f, f.Load(in(0, 0)), f.Load(in(0, 64)))
	}))
	all[len(all)-1].Name += "512"
	for _, from := range dtype.Halves {
		all = append(all, cast(from, dtype.Float32, func(f *emit.Writer, in kernel.Input) emit.Vec {
			if from == dtype.Float16 {
				return f.Unary("VCVTPH2PS", in(0, 0))
			}
			return f.Shift("VPSLLD", f.Unary("VPMOVZXWD", in(0, 0)), 16)
		}))
		all[len(all)-1].Name += "512"
	}
	bfloat(dtype.Int32, wordToOdd)
	bfloat(dtype.Uint32, unsignedToOdd)
	for i := range all {
		all[i].Width = 64
	}
	return slices.Concat(all, integerPowers512(), quotients64())
}

// pair makes one register of two halves, each of its own.
func pairOf(f *emit.Writer, in kernel.Input, at int, half func(x emit.Vec) emit.Vec) emit.Vec {
	v := half(f.Load(in(0, at)))
	f.VINSERTF64X4(operand.U8(1), half(f.Load(in(0, at+64))).AsY(), v, v)
	return v
}

// doubleToOdd cuts float64s to float32 and notes in the last bit whether anything was cut off.
func doubleToOdd(f *emit.Writer, in kernel.Input, at int) emit.Vec {
	return pairOf(f, in, at, func(x emit.Vec) emit.Vec {
		short, back := f.ZMM(), f.ZMM()
		f.VCVTPD2PS_RZ_SAE(x, short.AsY())
		f.VCVTPS2PD(short.AsY(), back)
		inexact := f.K()
		f.VCMPPD(operand.U8(emit.NotEqual), x, back, inexact)
		f.VPORD(f.Constant(4, 1), short.AsY(), inexact, short.AsY())
		return short
	})
}

// quadToOdd is the same of integers.
func quadToOdd(f *emit.Writer, in kernel.Input, at int, signed bool) emit.Vec {
	return pairOf(f, in, at, func(x emit.Vec) emit.Vec {
		short, back := f.ZMM(), f.ZMM()
		if signed {
			f.VCVTQQ2PS_RZ_SAE(x, short.AsY())
			f.VCVTTPS2QQ(short.AsY(), back)
		} else {
			f.VCVTUQQ2PS_RZ_SAE(x, short.AsY())
			f.VCVTTPS2UQQ(short.AsY(), back)
		}
		inexact := f.K()
		f.VPCMPQ(operand.U8(4), x, back, inexact) // where they differ
		f.VPORD(f.Constant(4, 1), short.AsY(), inexact, short.AsY())
		return short
	})
}

// wordToOdd and unsignedToOdd are the same of 32 bits.
func wordToOdd(f *emit.Writer, x emit.Vec) emit.Vec {
	single, back := f.ZMM(), f.ZMM()
	f.VCVTDQ2PS_RZ_SAE(x, single)
	f.VCVTTPS2DQ(single, back)
	return roundedToOdd(f, single, x, back)
}

func unsignedToOdd(f *emit.Writer, x emit.Vec) emit.Vec {
	single, back := f.ZMM(), f.ZMM()
	f.VCVTUDQ2PS_RZ_SAE(x, single)
	f.VCVTTPS2UDQ(single, back)
	return roundedToOdd(f, single, x, back)
}

func roundedToOdd(f *emit.Writer, single, x, back emit.Vec) emit.Vec {
	inexact := f.K()
	f.VPCMPD(operand.U8(4), x, back, inexact) // where they differ
	f.VPORD(f.Constant(4, 1), single, inexact, single)
	return single
}

// bfloatPair rounds two registers of float32, and leaves NaN, if there may be any, to be quiet ones.
func bfloatPair(f *emit.Writer, a, b emit.Vec, nans bool) emit.Vec {
	for _, x := range []emit.Vec{a, b} {
		nan, quiet, odd := f.K(), f.ZMM(), f.Shift("VPSRLD", x, 16)
		if nans {
			f.VCMPPS(operand.U8(emit.Unordered), x, x, nan)
			f.VPORD(f.Constant(4, 0x7fc00000), x, quiet)
		}
		odd = f.And(odd, f.Constant(4, 1))
		f.Into("VPADDD", f.Constant(4, 0x7fff), x)
		f.Into("VPADDD", odd, x)
		if nans {
			f.VMOVDQA32(quiet, nan, x)
		}
		f.VPSRLD(operand.U8(16), x, x)
		f.VPMOVDW(x, x.AsY())
	}
	f.VINSERTI64X4(operand.U8(1), b.AsY(), a, a)
	return a
}

func quadToSingle(name string) conversion {
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		v, high := f.ZMM(), f.YMM()
		f.Do(name, in(0, 0), v.AsY())
		f.Do(name, in(0, 64), high)
		f.VINSERTF64X4(operand.U8(1), high, v, v)
		return v
	}
}

// saturateQuads truncates to 64 bits. Without a sign the instruction gives the highest
// integer for what is out of its range, which is right of what is above; with one the lowest.
func saturateQuads(f *emit.Writer, x emit.Vec, signed bool) emit.Vec {
	const ordered, two63 = 7, 0x43e0000000000000
	valid, v := f.K(), f.ZMM()
	if !signed {
		f.VCMPPD(operand.U8(emit.GreaterThan), f.Load(f.Constant(8, 0)), x, valid)
		f.VCVTTPD2UQQ_Z(x, valid, v)
		return v
	}
	f.VCMPPD(operand.U8(ordered), x, x, valid)
	f.VCVTTPD2QQ_Z(x, valid, v)
	above := f.K()
	f.VCMPPD(operand.U8(emit.GreaterEqual), f.Constant(8, two63), x, above)
	f.VMOVDQU64(f.Constant(8, 1<<63-1), above, v)
	return v
}

// saturating512 is saturating: what is out of the range of 32 bits the instructions, or bounds before them,
// make the end of it, and so do those that narrow what is left.
func saturating512(from, to dtype.Type) conversion {
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		words := func(i int) emit.Vec {
			switch from.Size {
			case 8:
				return pairOf(f, in, 128*i, func(x emit.Vec) emit.Vec { return saturateWords(f, x, to.Signed) })
			case 4:
				return saturateSingles(f, f.Load(in(0, 64*i)), to)
			}
			return saturateSingles(f, f.Shift("VPSLLD", f.Unary("VPMOVZXWD", in(0, 32*i)), 16), to)
		}
		narrow := map[bool]string{true: "VPMOVSD", false: "VPMOVUSD"}[to.Signed] + to.Letter()
		v := words(0)
		switch to.Size {
		case 2:
			high := words(1)
			f.Do(narrow, v, v.AsY())
			f.Do(narrow, high, high.AsY())
			f.VINSERTI64X4(operand.U8(1), high.AsY(), v, v)
		case 1:
			f.Do(narrow, v, v.AsX())
			for i := 1; i < 4; i++ {
				part := words(i)
				f.Do(narrow, part, part.AsX())
				f.VINSERTI32X4(operand.U8(i), part.AsX(), v, v)
			}
		}
		return v
	}
}

// saturateSingles is saturateWords of float32. No float32 is the largest int32, so that it is put over what
// is above; shorter integers are ends of their own.
func saturateSingles(f *emit.Writer, x emit.Vec, to dtype.Type) emit.Vec {
	const ordered, two31, below31 = 7, 0x4f000000, 0x4effffff
	valid, v := f.K(), f.ZMM()
	if !to.Signed {
		f.VCMPPS(operand.U8(emit.GreaterThan), f.Load(f.Constant(4, 0)), x, valid)
		f.VCVTTPS2UDQ_Z(x, valid, v)
		return v
	}
	f.VCMPPS(operand.U8(ordered), x, x, valid)
	if to.Size < 4 {
		f.VCVTTPS2DQ_Z(f.Binary("VMINPS", f.Constant(4, below31), x), valid, v)
		return v
	}
	f.VCVTTPS2DQ_Z(x, valid, v)
	above := f.K()
	f.VCMPPS(operand.U8(emit.GreaterEqual), f.Constant(4, two31), x, above)
	f.VMOVDQU32(f.Constant(4, 1<<31-1), above, v)
	return v
}

// saturateWords is saturateQuads to 32 bits, in the low half of a register.
func saturateWords(f *emit.Writer, x emit.Vec, signed bool) emit.Vec {
	const ordered, most31 = 7, 0x41dfffffffc00000
	valid, v := f.K(), f.ZMM()
	if !signed {
		f.VCMPPD(operand.U8(emit.GreaterThan), f.Load(f.Constant(8, 0)), x, valid)
		f.VCVTTPD2UDQ_Z(x, valid, v.AsY())
		return v
	}
	f.VCMPPD(operand.U8(ordered), x, x, valid)
	f.VCVTTPD2DQ_Z(f.Binary("VMINPD", f.Constant(8, most31), x), valid, v.AsY())
	return v
}
