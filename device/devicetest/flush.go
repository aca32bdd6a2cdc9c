package devicetest

import (
	"math"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// minNormal is the smallest normal float32. It is bfloat16's too, which is computed in float32.
const minNormal = 0x1p-126

// flushed reports whether a device that may flush float32 subnormals got its result by flushing.
// Flushing puts zeros of either sign in place of subnormal operands, or of a subnormal result.
// Where only moves a value, so it must not flush.
func (s *trials) flushed(in device.Instr, args []op.Scalar, types []op.DType, got op.Scalar) bool {
	if s.info.Subnormals || !flushes(in, args, types, got) {
		return false
	}
	s.report.Flushed++
	return true
}

func flushes(in device.Instr, args []op.Scalar, types []op.DType, got op.Scalar) bool {
	return in.Op != op.Where && singles(types[len(types)-1]) && flush{in, types, got}.some(args, 0)
}

func singles(dt op.DType) bool { return dt == op.Float32 || dt == op.BFloat16 }

// meetsSubnormal reports whether some value of a program is a subnormal that a device may flush, or
// was one before rounding. Processors flush 2^-126 * (1 - 2^-24), which rounds to 2^-126. The
// results of later steps are then undefined.
func meetsSubnormal(p *device.Program, vals []op.Scalar) bool {
	for v, bits := range vals {
		if dt := p.Type(device.Value(v)); singles(dt) && tiny(dt.Float(bits)) {
			return true
		}
	}
	for i, in := range p.Code() {
		args, types := operands(p, in, vals)
		if singles(p.Type(p.Result(i))) && tiny(in.Op.Real(args, types)) {
			return true
		}
	}
	return false
}

type flush struct {
	instr device.Instr
	types []op.DType
	got   op.Scalar
}

// some reports whether got fits when some subnormal arguments from k on are taken for zeros.
func (f flush) some(args []op.Scalar, k int) bool {
	if k == len(args) {
		return f.fits(args)
	}
	if f.some(args, k+1) {
		return true
	}
	if !singles(f.types[k]) || !tiny(f.types[k].Float(args[k])) {
		return false
	}
	for _, zero := range [...]float64{0, math.Copysign(0, -1)} {
		with := append([]op.Scalar(nil), args...)
		with[k] = f.types[k].FromFloat(zero)
		if f.some(with, k+1) {
			return true
		}
	}
	return false
}

// fits reports whether got is a result for args, or a zero for a subnormal result.
func (f flush) fits(args []op.Scalar) bool {
	if distance(f.instr, args, f.types, f.got) <= f.instr.Op.Tol.For(f.instr.Type) {
		return true
	}
	return f.zero() && tiny(f.instr.Op.Real(args, f.types))
}

// zero reports whether the device stored a zero, of either sign.
func (f flush) zero() bool { return singles(f.instr.Type) && f.instr.Type.Float(f.got) == 0 }

// tiny reports whether x is below the normal numbers, but not 0. A result that underflows to 0 is
// tiny too: it may become a zero of either sign.
func tiny(x float64) bool { return x != 0 && math.Abs(x) < minNormal }
