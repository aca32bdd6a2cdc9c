package gpu

import (
	"fmt"
	"math"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// roundings are the operations that WGSL lets adapters round badly, with their exact meanings.
// Quotients and roots may be units off. For sums, products and converted integers either neighbour
// counts as right. The meanings compute in float64 and round again, which rounds correctly.
// Compilers may compute a reciprocal in another way than a quotient.
var roundings = []struct {
	name    string
	code    device.Instr
	text    string // of x, y, the result, and x as int32 and uint32
	meaning func(x, y float32) float64
}{
	{"division", do(op.Div, sampleX, sampleY), "%[1]v / %[2]v gave %[3]v", func(x, y float32) float64 { return float64(x) / float64(y) }},
	{"division", do(op.Reciprocal, sampleX), "1 / %[1]v gave %[3]v", func(x, _ float32) float64 { return 1 / float64(x) }},
	{"square root", do(op.Sqrt, sampleX), "sqrt(%[1]v) gave %[3]v", func(x, _ float32) float64 { return math.Sqrt(float64(x)) }},
	{"addition", do(op.Add, sampleX, sampleY), "%[1]v + %[2]v gave %[3]v", func(x, y float32) float64 { return float64(x) + float64(y) }},
	{"subtraction", do(op.Sub, sampleX, sampleY), "%[1]v - %[2]v gave %[3]v", func(x, y float32) float64 { return float64(x) - float64(y) }},
	{"multiplication", do(op.Mul, sampleX, sampleY), "%[1]v * %[2]v gave %[3]v", func(x, y float32) float64 { return float64(x) * float64(y) }},
	{"conversion of int32", toFloat(sampleInt), "f32(%[4]v) gave %[3]v", func(x, _ float32) float64 { return float64(int32(math.Float32bits(x))) }},
	{"conversion of uint32", toFloat(sampleUint), "f32(%[5]v) gave %[3]v", func(x, _ float32) float64 { return float64(math.Float32bits(x)) }},
}

// repairRounding tests how the adapter rounds, has shaders repair the operations that round badly,
// and tests again. It returns the repaired operations, for Info. Sums, products and conversions
// have no repair, because repairs are made of them: if they round badly, it returns an error.
func (t selfTest) repairRounding(subnormals bool) (string, error) {
	samples := roundingSamples()
	found, err := t.findMisroundings(samples, subnormals)
	if err != nil {
		return "", err
	}
	const repairable = 3 // of the roundings
	for i, m := range found[repairable:] {
		if m.ulps > 0 {
			return "", fmt.Errorf("%s is not rounded to nearest, and has no repair: %v", roundings[repairable+i].name, m)
		}
	}
	var names []string
	if division := found[0].or(found[1]); division.ulps > 0 {
		t.repair.Div = true
		names = append(names, fmt.Sprintf("%s (%v)", roundings[0].name, division))
	}
	if root := found[2]; root.ulps > 0 {
		t.repair.Sqrt = true
		names = append(names, fmt.Sprintf("%s (%v)", roundings[2].name, root))
	}
	if *t.repair == (shaders.Repair{}) {
		return "", nil
	}
	if found, err = t.findMisroundings(samples, subnormals); err != nil {
		return "", err
	}
	for _, m := range found {
		if m.ulps > 0 {
			return "", fmt.Errorf("repaired arithmetic is wrong too: %v", m)
		}
	}
	return strings.Join(names, ", "), nil
}

// findMisroundings computes the samples on the device, and returns the worst error of each
// rounding. Without subnormals, it accepts results of flushing.
func (t selfTest) findMisroundings(samples [][2]float32, subnormals bool) ([]misrounding, error) {
	code := make([]device.Instr, len(roundings))
	for i, r := range roundings {
		code[i] = r.code
	}
	got, err := t.compute(samples, code...)
	if err != nil {
		return nil, err
	}
	found := make([]misrounding, len(roundings))
	for i, r := range roundings {
		mayFlush := !subnormals && r.code.Op != op.Cast
		for j, s := range samples {
			n := ulpsBetween(got[i][j], float32(r.meaning(s[0], s[1])))
			if n > found[i].ulps && !(mayFlush && flushed(r.meaning, s, got[i][j])) {
				bits := math.Float32bits(s[0])
				found[i] = misrounding{n, fmt.Sprintf(r.text, s[0], s[1], got[i][j], int32(bits), bits)}
			}
		}
	}
	return found, nil
}
