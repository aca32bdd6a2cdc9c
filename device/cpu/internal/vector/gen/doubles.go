package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// doubles are the elements of a register of float32 in float64, in two registers: for what
// needs more digits than sums and products in float32 can carry along cheaply.
type doubles [2]emit.Vec

func (f floats) widen(x emit.Vec) doubles {
	if f.Width == 16 {
		return doubles{f.NeonOf("fcvtl", dtype.Float32, x), f.NeonOf("fcvtl2", dtype.Float32, x)}
	}
	var d doubles
	for i := range d {
		half := operand.Op(lower(x, f.Width/2))
		if i > 0 {
			half = f.upper(x)
		}
		d[i] = f.Vec()
		f.VCVTPS2PD(half, d[i])
	}
	return d
}

// lower is the lower half of a register, by the bytes of the half.
func lower(x emit.Vec, bytes int) emit.Vec {
	if bytes == 32 {
		return x.AsY().(emit.Vec)
	}
	return x.AsX().(emit.Vec)
}

func (f floats) upper(x emit.Vec) operand.Op {
	switch f.Width {
	case 64:
		v := f.YMM()
		f.VEXTRACTF64X4(operand.U8(1), x, v)
		return v
	case 16:
		return f.Neon("ext8", 1, f.Vec(), x)
	}
	v := f.XMM()
	f.VEXTRACTF128(operand.U8(1), x, v)
	return v
}

// narrow rounds to float32.
func (f floats) narrow(d doubles) emit.Vec { return f.halved("VCVTPD2PS", d) }

// halved converts to elements of half the size.
func (f floats) halved(name string, d doubles) emit.Vec {
	if f.Width == 16 {
		return f.halvedNeon(name, d)
	}
	if f.Low == nil {
		f.Low = f.Vec()
	}
	v := f.Vec()
	if f.Width == 64 {
		high := f.YMM()
		f.Do(name, d[0], lower(f.Low, 32))
		f.Do(name, d[1], high)
		f.VINSERTF64X4(operand.U8(1), high, f.Low, v)
		return v
	}
	high := f.XMM()
	f.Do(name+"Y", d[0], lower(f.Low, 16))
	f.Do(name+"Y", d[1], high)
	f.VINSERTF128(operand.U8(1), high, f.Low, v)
	return v
}

// each makes other doubles of d.
func (f floats) each(d doubles, of func(x emit.Vec) emit.Vec) doubles {
	return doubles{of(d[0]), of(d[1])}
}

// double is a float64 everywhere.
func (f floats) double(x float64) emit.Arg { return f.wide().single(x) }

// wideRest is expRest of a float64, whose registers it takes.
func wideRest(f floats, x doubles) (v, n emit.Vec) {
	var whole doubles
	for i, x := range x {
		whole[i] = f.Nearest("PD", f.wide().mul(x, f.double(math.Log2E)))
		f.wide().minus(x, whole[i], f.double(math.Ln2))
	}
	return powerRest(f, f.narrow(x)), f.narrow(whole)
}
