package op

import (
	"math"
	"slices"
)

// halfToFloat is the value of a float16.
func halfToFloat(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	e, m := int(h>>10&31), float64(h&0x3ff)
	switch {
	case e == 31 && m != 0:
		return math.Copysign(math.NaN(), sign)
	case e == 31:
		return sign * math.Inf(1)
	case e == 0:
		return sign * math.Ldexp(m, -24)
	}
	return sign * math.Ldexp(1024+m, e-25)
}

// floatToHalf packs a value that float16 holds exactly.
func floatToHalf(x float64) uint16 {
	var sign uint16
	if math.Signbit(x) {
		sign = 0x8000
	}
	a := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return sign | 0x7e00
	case math.IsInf(x, 0):
		return sign | 0x7c00
	case a < 0x1p-14:
		return sign | uint16(a*0x1p24)
	}
	m, e := math.Frexp(a) // a = m·2^e, m in [0.5, 1)
	return sign | uint16(e+14)<<10 | uint16((2*m-1)*1024)&0x3ff
}

// widen returns operands in float32, bools aside.
func widen(args []Scalar, types []DType) ([]Scalar, []DType) {
	wide, float32s := slices.Clone(args), slices.Clone(types)
	for i, dt := range types {
		if dt.half() {
			wide[i], float32s[i] = Convert(args[i], dt, Float32), Float32
		}
	}
	return wide, float32s
}

// nearestSource returns a float32 that rounds to got: the nearest one to the numbers that round to
// exact, another element. If either element is NaN, it returns got.
func (dt DType) nearestSource(got, exact Scalar) float64 {
	g, e := dt.Float(got), dt.Float(exact)
	if math.IsNaN(g) || math.IsNaN(e) {
		return g
	}
	next := got - 1 // the neighbour of got towards exact: the bits of one sign are ordered
	switch outwards := (e < g) == math.Signbit(g); {
	case outwards:
		next = got + 1
	case g == 0: // the zero of the other sign
		return g
	}
	tie := float32((dt.orBeyond(got) + dt.orBeyond(next)) / 2)
	if dt.fromFloat(float64(tie)) != got {
		tie = math.Nextafter32(tie, float32(g))
	}
	return float64(tie)
}

// orBeyond is the value of an element. Infinity counts as the number that would follow the largest.
func (dt DType) orBeyond(s Scalar) float64 {
	x := dt.Float(s)
	if math.IsInf(x, 0) {
		return math.Copysign(math.Ldexp(1, formats[dt].maxExp+1), x)
	}
	return x
}
