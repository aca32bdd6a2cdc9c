package gpu

import (
	"fmt"
	"math"
)

// misrounding is the worst of some wrong results; of none the zero value.
type misrounding struct {
	steps   uint32 // between neighbouring numbers, away from what is right
	example string
}

// String is "off by up to 2 ULP: 5 / 3 gave 1.6666664".
func (m misrounding) String() string {
	if m.steps > 1<<10 { // other things than rounding went wrong
		return m.example
	}
	return fmt.Sprintf("off by up to %d ULP: %s", m.steps, m.example)
}

func (m misrounding) or(n misrounding) misrounding {
	if n.steps > m.steps {
		return n
	}
	return m
}

// steps counts the numbers from a to b, 0 and -0 apart. NaN is as far as can be from
// every number.
func steps(a, b float32) uint32 {
	switch {
	case a != a && b != b:
		return 0
	case a != a || b != b:
		return math.MaxUint32
	}
	m, n := order(a), order(b)
	return max(m, n) - min(m, n)
}

// order is 1 more for the next number.
func order(x float32) uint32 {
	bits := math.Float32bits(x)
	return bits ^ (1<<31 | uint32(int32(bits)>>31))
}

// flushed reports whether got is what f gives if subnormals count as zeros of any sign,
// among the operands or the result.
func flushed(f func(x, y float32) float64, operands [2]float32, got float32) bool {
	for _, x := range readings(operands[0]) {
		for _, y := range readings(operands[1]) {
			want := f(x, y)
			if steps(got, float32(want)) == 0 || got == 0 && tiny(want) {
				return true
			}
		}
	}
	return false
}

// readings are the values that an operand may be taken for.
func readings(x float32) []float32 {
	if tiny(float64(x)) {
		return []float32{x, 0, float32(math.Copysign(0, -1))}
	}
	return []float32{x}
}

func tiny(x float64) bool { return x != 0 && math.Abs(x) < 0x1p-126 }
