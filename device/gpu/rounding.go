package gpu

import (
	"fmt"
	"math"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// roundings are the operations that WGSL lets adapters round badly, and what they mean.
// In float64, and rounded again, quotients and roots of float32 are correctly rounded.
// Compilers may know another way to a reciprocal than to a quotient.
var roundings = []struct {
	op    *op.Op
	text  string // of operands and result
	exact func(x, y float64) float64
}{
	{op.Div, "%v / %v gave %v", func(x, y float64) float64 { return x / y }},
	{op.Reciprocal, "1 / %[1]v gave %[3]v", func(x, _ float64) float64 { return 1 / x }},
	{op.Sqrt, "sqrt(%[1]v) gave %[3]v", func(x, _ float64) float64 { return math.Sqrt(x) }},
}

// repairRounding looks how the adapter rounds, lets shaders repair what is not right,
// and looks again. It returns what was repaired, for Info.
func (d *Device) repairRounding(subnormals bool) (string, error) {
	samples := roundingSamples()
	found, err := d.misrounded(samples, subnormals)
	if err != nil {
		return "", err
	}
	var names []string
	division := found[0].or(found[1])
	if division.steps > 0 {
		d.repair.Div = true
		names = append(names, fmt.Sprintf("division (%v)", division))
	}
	if root := found[2]; root.steps > 0 {
		d.repair.Sqrt = true
		names = append(names, fmt.Sprintf("square root (%v)", root))
	}
	if d.repair == (shaders.Repair{}) {
		return "", nil
	}
	if found, err = d.misrounded(samples, subnormals); err != nil {
		return "", err
	}
	for _, m := range found {
		if m.steps > 0 {
			return "", fmt.Errorf("repaired arithmetic is wrong too: %v", m)
		}
	}
	return strings.Join(names, ", "), nil
}

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

// misrounded computes the samples on the device, and tells what is wrong with the
// results of each of the roundings. Subnormals may be flushed where they always are.
func (d *Device) misrounded(samples [][2]float32, subnormals bool) ([]misrounding, error) {
	code := make([]*op.Op, len(roundings))
	for i, r := range roundings {
		code[i] = r.op
	}
	got, err := d.compute(samples, code...)
	if err != nil {
		return nil, err
	}
	found := make([]misrounding, len(roundings))
	for i, r := range roundings {
		for j, s := range samples {
			n := steps(got[i][j], float32(r.exact(float64(s[0]), float64(s[1]))))
			if n > found[i].steps && (subnormals || !flushed(r.exact, s, got[i][j])) {
				found[i] = misrounding{n, fmt.Sprintf(r.text, s[0], s[1], got[i][j])}
			}
		}
	}
	return found, nil
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
func flushed(f func(x, y float64) float64, operands [2]float32, got float32) bool {
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
func readings(x float32) []float64 {
	if tiny(float64(x)) {
		return []float64{float64(x), 0, math.Copysign(0, -1)}
	}
	return []float64{float64(x)}
}

func tiny(x float64) bool { return x != 0 && math.Abs(x) < 0x1p-126 }
