package gpu

import (
	"fmt"
	"math"
)

// misrounding is the worst of some wrong results. It is the zero value if all are right.
type misrounding struct {
	ulps    uint32 // distance from the right result, counted in float32 numbers
	example string
}

// String is "off by up to 2 ULP: 5 / 3 gave 1.6666664".
func (m misrounding) String() string {
	if m.ulps > 1<<10 { // more than a rounding is wrong
		return m.example
	}
	return fmt.Sprintf("off by up to %d ULP: %s", m.ulps, m.example)
}

func (m misrounding) or(n misrounding) misrounding {
	if n.ulps > m.ulps {
		return n
	}
	return m
}

// ulpsBetween is the distance from a to b, counted in float32 numbers; 0 and -0 are one apart. Between
// NaN and a number it is the largest uint32.
func ulpsBetween(a, b float32) uint32 {
	switch {
	case a != a && b != b:
		return 0
	case a != a || b != b:
		return math.MaxUint32
	}
	m, n := order(a), order(b)
	return max(m, n) - min(m, n)
}

// order numbers the floats in ascending order: the next float has the next number.
func order(x float32) uint32 {
	bits := math.Float32bits(x)
	return bits ^ (1<<31 | uint32(int32(bits)>>31))
}

// flushed reports whether got is a result of f on a device that flushes subnormal operands and
// results to zeros of either sign.
func flushed(f func(x, y float32) float64, operands [2]float32, got float32) bool {
	for _, x := range readings(operands[0]) {
		for _, y := range readings(operands[1]) {
			want := f(x, y)
			if ulpsBetween(got, float32(want)) == 0 || got == 0 && tiny(want) {
				return true
			}
		}
	}
	return false
}

// readings returns the values that a device may read for an operand: also zeros, if it is
// subnormal.
func readings(x float32) []float32 {
	if tiny(float64(x)) {
		return []float32{x, 0, float32(math.Copysign(0, -1))}
	}
	return []float32{x}
}

func tiny(x float64) bool { return x != 0 && math.Abs(x) < 0x1p-126 }
