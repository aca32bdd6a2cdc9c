package emittest

import (
	"math"
	"strings"
)

// lane is a dtype of floats.
type lane interface {
	number(bits uint64) float64
	bits(x float64) uint64
	sign(bits uint64) bool
}

type (
	singles struct{}
	doubles struct{}
)

func (singles) number(b uint64) float64 { return float64(math.Float32frombits(uint32(b))) }
func (singles) bits(x float64) uint64   { return twice(math.Float32bits(float32(x))) }
func (singles) sign(b uint64) bool      { return b>>31&1 != 0 }
func (doubles) number(b uint64) float64 { return math.Float64frombits(b) }
func (doubles) bits(x float64) uint64   { return math.Float64bits(x) }
func (doubles) sign(b uint64) bool      { return b>>63 != 0 }

// float is the result of an instruction on floats; old is the previous content of the result's
// register.
func float(l lane, name string, v [3]uint64, old uint64) (bits uint64, known bool) {
	y, x, z := l.number(v[0]), l.number(v[1]), l.number(old)
	switch name {
	case "VADD":
		return l.bits(x + y), true
	case "VSUB":
		return l.bits(x - y), true
	case "VMUL":
		return l.bits(x * y), true
	case "VDIV":
		return l.bits(x / y), true
	case "VSQRT":
		return l.bits(math.Sqrt(y)), true
	case "VFMADD231":
		return l.bits(math.FMA(x, y, z)), true
	case "VFNMADD231":
		return l.bits(math.FMA(-x, y, z)), true
	case "VFMSUB231":
		return l.bits(math.FMA(x, y, -z)), true
	case "VFMADD213":
		return l.bits(math.FMA(x, z, y)), true
	case "VFMSUB213":
		return l.bits(math.FMA(x, z, -y)), true
	case "VMIN": // the second source where the two do not compare, or are zeros
		if x < y {
			return v[1], true
		}
		return v[0], true
	case "VMAX":
		if x > y {
			return v[1], true
		}
		return v[0], true
	case "VROUND":
		return l.bits([]func(float64) float64{math.RoundToEven, math.Floor, math.Ceil, math.Trunc}[v[0]&3](x)), true
	case "VCMP":
		return all(holds(v[0], l.number(v[2]), x)), true
	case "VBLENDV":
		if l.sign(v[0]) {
			return v[1], true
		}
		return v[2], true
	}
	return integer(name, v) // VANDPS is VPAND
}

// holds reports whether x and y have a condition of VCMPPS.
func holds(condition uint64, x, y float64) bool {
	unordered := x != x || y != y
	switch condition {
	case 0:
		return x == y
	case 3:
		return unordered
	case 4:
		return x != y
	case 17:
		return x < y
	case 18:
		return x <= y
	case 21:
		return !(x < y)
	case 22:
		return !(x <= y)
	case 25:
		return !(x >= y)
	case 29:
		return x >= y
	case 30:
		return x > y
	}
	return false
}

// integer is the result of an instruction on bits.
func integer(opcode string, v [3]uint64) (bits uint64, known bool) {
	y, x := v[0], v[1]
	switch strings.TrimPrefix(strings.TrimPrefix(opcode, "VP"), "V") {
	case "AND":
		return x & y, true
	case "OR":
		return x | y, true
	case "XOR":
		return x ^ y, true
	case "ADDB": // turns masks of bytes into 0 and 1
		return (x&0x7f7f7f7f7f7f7f7f + y&0x7f7f7f7f7f7f7f7f) ^ (x^y)&0x8080808080808080, true
	case "ADDD":
		return halves(x, y, func(x, y uint32) uint32 { return x + y }), true
	case "SUBD":
		return halves(x, y, func(x, y uint32) uint32 { return x - y }), true
	case "ADDQ":
		return x + y, true
	case "SUBQ":
		return x - y, true
	case "MAXSD":
		return halves(x, y, func(x, y uint32) uint32 { return uint32(max(int32(x), int32(y))) }), true
	case "MINSD":
		return halves(x, y, func(x, y uint32) uint32 { return uint32(min(int32(x), int32(y))) }), true
	case "SLLD":
		return halves(x, y, func(x, _ uint32) uint32 { return x << y }), true
	case "SRLD":
		return halves(x, y, func(x, _ uint32) uint32 { return x >> y }), true
	case "SRAD":
		return halves(x, y, func(x, _ uint32) uint32 { return uint32(int32(x) >> y) }), true
	case "SLLQ":
		return x << y, true
	case "SRLQ":
		return x >> y, true
	case "CMPEQD":
		return halves(x, y, func(x, y uint32) uint32 { return uint32(all(x == y)) }), true
	case "CMPEQQ":
		return all(x == y), true
	case "CMPGTD":
		return halves(x, y, func(x, y uint32) uint32 { return uint32(all(int32(x) > int32(y))) }), true
	case "CMPGTQ":
		return all(int64(x) > int64(y)), true
	}
	return 0, false
}

// halves is f of each half.
func halves(x, y uint64, f func(x, y uint32) uint32) uint64 {
	return uint64(f(uint32(x>>32), uint32(y>>32)))<<32 | uint64(f(uint32(x), uint32(y)))
}
