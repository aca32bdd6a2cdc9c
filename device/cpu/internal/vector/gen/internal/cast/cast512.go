package cast

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// pairOf makes one register of two halves, each of its own.
func pairOf(f *emit.Writer, in kernel.Input, at int, convert func(x emit.Vec) emit.Vec) emit.Vec {
	v := convert(f.Load(in(0, at)))
	f.VINSERTF64X4(operand.U8(1), convert(f.Load(in(0, at+64))).AsY(), v, v)
	return v
}

// DoubleToOdd cuts float64s to float32 and notes in the last bit whether anything was cut off.
func DoubleToOdd(f *emit.Writer, in kernel.Input, at int) emit.Vec {
	return pairOf(f, in, at, func(x emit.Vec) emit.Vec {
		short, back := f.ZMM(), f.ZMM()
		f.VCVTPD2PS_RZ_SAE(x, short.AsY())
		f.VCVTPS2PD(short.AsY(), back)
		inexact := f.K()
		f.VCMPPD(operand.U8(emit.NotEqual), x, back, inexact)
		f.VPORD(f.Load(f.Constant(4, 1)).AsY(), short.AsY(), inexact, short.AsY())
		return short
	})
}

// QuadToOdd is the same for integers.
func QuadToOdd(f *emit.Writer, in kernel.Input, at int, signed bool) emit.Vec {
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
		f.VPORD(f.Load(f.Constant(4, 1)).AsY(), short.AsY(), inexact, short.AsY())
		return short
	})
}

// WordToOdd and unsignedToOdd are the same for 32 bits.
func WordToOdd(f *emit.Writer, x emit.Vec) emit.Vec {
	single, back := f.ZMM(), f.ZMM()
	f.VCVTDQ2PS_RZ_SAE(x, single)
	f.VCVTTPS2DQ(single, back)
	return roundToOdd(f, single, x, back)
}

func UnsignedToOdd(f *emit.Writer, x emit.Vec) emit.Vec {
	single, back := f.ZMM(), f.ZMM()
	f.VCVTUDQ2PS_RZ_SAE(x, single)
	f.VCVTTPS2UDQ(single, back)
	return roundToOdd(f, single, x, back)
}

func roundToOdd(f *emit.Writer, single, x, back emit.Vec) emit.Vec {
	inexact := f.K()
	f.VPCMPD(operand.U8(4), x, back, inexact) // where they differ
	f.VPORD(f.Load(f.Constant(4, 1)), single, inexact, single)
	return single
}

// BfloatPair rounds two registers of float32. If nans is set, NaN become quiet NaN.
func BfloatPair(f *emit.Writer, a, b emit.Vec, nans bool) emit.Vec {
	rounded := func(x emit.Vec) emit.Vec {
		v := f.And(f.Shift("VPSRLD", x, 16), f.Constant(4, 1))
		f.Into("VPADDD", f.Constant(4, 0x7fff), v)
		f.Into("VPADDD", x, v)
		if nans {
			const quiet = 0x22 // for NaN of both kinds, that of x
			f.VFIXUPIMMPS(operand.U8(0), f.Constant(4, quiet), x, v)
		}
		return v
	}
	v := rounded(a)
	upper := f.Load(f.Words("upperWords", 0x0007000500030001, 0x000f000d000b0009, 0x0017001500130011, 0x001f001d001b0019,
		0x0027002500230021, 0x002f002d002b0029, 0x0037003500330031, 0x003f003d003b0039))
	f.VPERMT2W(rounded(b), upper, v)
	return v
}

func QuadToSingle(name string) Conversion {
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		v, high := f.ZMM(), f.YMM()
		f.Do(name, in(0, 0), v.AsY())
		f.Do(name, in(0, 64), high)
		f.VINSERTF64X4(operand.U8(1), high, v, v)
		return v
	}
}

// SaturateQuads truncates to 64 bits. Out of range, the unsigned instruction gives the highest
// integer, which is right above the range. The signed one gives the lowest integer, which is right
// below.
func SaturateQuads(f *emit.Writer, x emit.Vec, signed bool) emit.Vec {
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
	f.VMOVDQU64(f.Load(f.Constant(8, 1<<63-1)), above, v)
	return v
}

// Saturating512 converts with saturation. Numbers out of the range of 32 bits become its nearest
// end, by the instruction or by bounds before it. The instructions that narrow further saturate
// too.
func Saturating512(from, to dtype.Type) Conversion {
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

// saturateSingles is saturateWords of float32. No float32 is the largest int32, so that integer
// replaces all numbers above it. The ends of shorter integers are float32 numbers.
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
	f.VMOVDQU32(f.Load(f.Constant(4, 1<<31-1)), above, v)
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
