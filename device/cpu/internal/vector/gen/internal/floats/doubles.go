package floats

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Doubles are the elements of a float32 register as float64, in two registers. They serve functions
// that need more digits than pairs of float32 hold cheaply.
type Doubles [2]emit.Vec

func (f Arithmetic) Widen(x emit.Vec) Doubles {
	if f.Width == 16 {
		return Doubles{f.NeonOf("fcvtl", dtype.Float32, x), f.NeonOf("fcvtl2", dtype.Float32, x)}
	}
	var d Doubles
	for i := range d {
		half := operand.Op(Lower(x, f.Width/2))
		if i > 0 {
			half = f.Upper(x)
		}
		d[i] = f.Vec()
		f.VCVTPS2PD(half, d[i])
	}
	return d
}

// Lower is the lower half of a register, by the bytes of the half.
func Lower(x emit.Vec, bytes int) emit.Vec {
	if bytes == 32 {
		return x.AsY().(emit.Vec)
	}
	return x.AsX().(emit.Vec)
}

func (f Arithmetic) Upper(x emit.Vec) operand.Op {
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

// Narrow rounds to float32.
func (f Arithmetic) Narrow(d Doubles) emit.Vec { return f.Halved("VCVTPD2PS", d) }

// Halved converts to elements of half the size.
func (f Arithmetic) Halved(name string, d Doubles) emit.Vec {
	if f.Width == 16 {
		return f.halveNeon(name, d)
	}
	if f.Low == nil {
		f.Low = f.Vec()
	}
	v := f.Vec()
	if f.Width == 64 {
		high := f.YMM()
		f.Do(name, d[0], Lower(f.Low, 32))
		f.Do(name, d[1], high)
		f.VINSERTF64X4(operand.U8(1), high, f.Low, v)
		return v
	}
	high := f.XMM()
	f.Do(name+"Y", d[0], Lower(f.Low, 16))
	f.Do(name+"Y", d[1], high)
	f.VINSERTF128(operand.U8(1), high, f.Low, v)
	return v
}

// Each makes other doubles of d.
func Each(d Doubles, of func(x emit.Vec) emit.Vec) Doubles {
	return Doubles{of(d[0]), of(d[1])}
}

// Number64 is a float64 everywhere.
func (f Arithmetic) Number64(x float64) emit.Arg { return f.Wide().Number(x) }

// halveNeon is Halved on NEON: to float32, or from whole numbers to integers.
func (f Arithmetic) halveNeon(name string, d Doubles) emit.Vec {
	if name == "VCVTPD2PS" {
		return f.Neon("fcvtn2", 4, f.NeonOf("fcvtn", dtype.Float32, d[0]), d[1])
	}
	low := f.NeonOf("sqxtn", dtype.Float32, f.NeonOf("fcvtns", dtype.Float64, d[0]))
	return f.Neon("sqxtn2", 4, low, f.NeonOf("fcvtns", dtype.Float64, d[1]))
}
