package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// doubles are the elements of a register of float32 in float64, in two registers: for what
// needs more digits than sums and products in float32 can carry along cheaply.
type doubles [2]vec

func (f floats) widen(x vec) doubles {
	if f.width == 16 {
		return doubles{f.of("fcvtl", dtype.Float32, x), f.of("fcvtl2", dtype.Float32, x)}
	}
	var d doubles
	for i := range d {
		half := operand.Op(lower(x, f.width/2))
		if i > 0 {
			half = f.upper(x)
		}
		d[i] = f.vec()
		f.VCVTPS2PD(half, d[i])
	}
	return d
}

// lower is the lower half of a register, by the bytes of the half.
func lower(x vec, bytes int) vec {
	if bytes == 32 {
		return x.AsY().(vec)
	}
	return x.AsX().(vec)
}

func (f floats) upper(x vec) operand.Op {
	switch f.width {
	case 64:
		v := f.YMM()
		f.VEXTRACTF64X4(operand.U8(1), x, v)
		return v
	case 16:
		return f.neon("ext8", 1, f.vec(), x)
	}
	v := f.XMM()
	f.VEXTRACTF128(operand.U8(1), x, v)
	return v
}

// narrow rounds to float32.
func (f floats) narrow(d doubles) vec { return f.halved("VCVTPD2PS", d) }

// halved converts to elements of half the size.
func (f floats) halved(name string, d doubles) vec {
	if f.width == 16 {
		return f.halvedNeon(name, d)
	}
	if f.low == nil {
		f.low = f.vec()
	}
	v := f.vec()
	if f.width == 64 {
		high := f.YMM()
		f.do(name, d[0], lower(f.low, 32))
		f.do(name, d[1], high)
		f.VINSERTF64X4(operand.U8(1), high, f.low, v)
		return v
	}
	high := f.XMM()
	f.do(name+"Y", d[0], lower(f.low, 16))
	f.do(name+"Y", d[1], high)
	f.VINSERTF128(operand.U8(1), high, f.low, v)
	return v
}

// each makes other doubles of d.
func (f floats) each(d doubles, of func(x vec) vec) doubles {
	return doubles{of(d[0]), of(d[1])}
}

// double is a float64 everywhere.
func (f floats) double(x float64) arg { return f.wide().single(x) }

// wideRest is expRest of a float64, whose registers it takes.
func wideRest(f floats, x doubles) (v, n vec) {
	var whole doubles
	for i, x := range x {
		whole[i] = f.nearest("PD", f.wide().mul(x, f.double(math.Log2E)))
		f.wide().minus(x, whole[i], f.double(math.Ln2))
	}
	return powerRest(f, f.narrow(x)), f.narrow(whole)
}
