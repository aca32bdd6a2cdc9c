package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// editKernels edits kernels before they are compiled, after other edits.
func editKernels(edit func(wgsl string) string) Option {
	return func(c *config) {
		before := c.edit
		c.edit = func(wgsl string) string {
			if before != nil {
				wgsl = before(wgsl)
			}
			return edit(wgsl)
		}
	}
}

// hardware gives an adapter another division and square root, and the reciprocal root
// 2 units of error. Bodies are what follows "return"; "" stays.
func hardware(div, sqrt string) Option {
	pairs := []string{"return inverseSqrt(x);", "let q = inverseSqrt(x); " + unitsOff("q", 2)}
	if div != "" {
		pairs = append(pairs, "return x / y;", div)
	}
	if sqrt != "" {
		pairs = append(pairs, "return sqrt(x);", sqrt)
	}
	return editKernels(strings.NewReplacer(pairs...).Replace)
}

// unitsOff returns q with an error of up to n units, which depends on the bits of x.
func unitsOff(q string, n int) string {
	return fmt.Sprintf(`let b = bitcast<u32>(%[1]s) & 0x7fffffffu;
	if (b < 0x800010u || b > 0x7f7ffff0u) { return %[1]s; }
	return bitcast<f32>(bitcast<u32>(%[1]s) + ((bitcast<u32>(x) * 2654435761u) >> 16u) %% %[2]du - %[3]du);`, q, 2*n+1, n)
}

var spoilRounding = hardware("let q = x / y; "+unitsOff("q", 2), "let q = sqrt(x); "+unitsOff("q", 4))

func TestBadDivisionIsFoundAndRepaired(t *testing.T) {
	for _, c := range []struct {
		name, body, told string
	}{
		{"2 units off", "let q = x / y; " + unitsOff("q", 2), `^division \(off by up to 2 ULP: `},
		{"a product with the reciprocal", "return x * (1.0 / y);", `^division \(`},
		{
			name: "1 unit off at times",
			body: "let q = x / y; if (((bitcast<u32>(x) * 2654435761u) >> 20u) != 0u) { return q; } " + unitsOff("q", 1),
			told: `^division \(off by up to 1 ULP: `,
		},
		{
			name: "nothing by large divisors",
			body: "return select(x / y, 0.0, abs(y) > 0x1p126);",
			told: `^division \(.* / .* gave 0\)$`,
		},
		{
			name: "without subnormals",
			body: "let q = x / y; return select(q, 0.0, abs(q) < 0x1p-126);",
			told: `^division \(.*e-38 .*gave -?0\)$`,
		},
		{
			name: "without signs of zeros",
			body: "let q = x / y; return select(q, 0.0, q == 0.0);",
			told: `^division \(off by up to 1 ULP: .* gave 0\)$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, hardware(c.body, ""))
			assert.Regexp(t, c.told, d.Info().Repaired)
			assert.Equal(t, shaders.Repair{Div: true}, d.kernels.repair)
		})
	}
}

func TestBadSquareRootsAreFoundAndRepaired(t *testing.T) {
	for _, c := range []struct {
		name, body string
	}{
		{"4 units off", "let q = sqrt(x); " + unitsOff("q", 4)},
		{"a product with a reciprocal root", "return x * inverseSqrt(x);"},
		{"nothing of infinity", "return select(sqrt(x), 0.0, x > 3e38);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t, hardware("", c.body))
			assert.Regexp(t, `^square root \(.*sqrt\(.*\) gave `, d.Info().Repaired)
			assert.Equal(t, shaders.Repair{Sqrt: true}, d.kernels.repair)
		})
	}
}

func TestWhatIsRightIsNotRepaired(t *testing.T) {
	d := open(t)
	if !strings.Contains(d.Info().Adapter, "llvmpipe") {
		t.Skip("what this adapter does is not known: ", d)
	}
	assert.Empty(t, d.Info().Repaired)
	assert.Zero(t, d.kernels.repair)
}

// flushSubnormals has an adapter take and return zeros for subnormals.
var flushSubnormals = editKernels(func(wgsl string) string {
	// Values of elements, alone in main or as parts of vectors.
	load, store := regexp.MustCompile(`bitcast<f32>\((buf\d+\[\w+\]|in\d+_\d+(?:\.\w)?)\)`), regexp.MustCompile(`bitcast<u32>\((y\d*(?:\.y\d+)?)\)`)
	before, main, _ := strings.Cut(wgsl, "fn main(")
	main = load.ReplaceAllString(main, "ftz(bitcast<f32>($1))")
	return before + "fn main(" + store.ReplaceAllString(main, "bitcast<u32>(ftz($1))") +
		"fn ftz(v: f32) -> f32 { let b = bitcast<u32>(v); return bitcast<f32>(b & select(~0u, 1u << 31u, (b & 0x7f800000u) == 0u)); }\n"
})

func TestSubnormalsThatAreFlushedAreNotRoundedBadly(t *testing.T) {
	exact, flushes := open(t).Info(), open(t, flushSubnormals).Info()
	assert.False(t, flushes.Subnormals)
	assert.Equal(t, exact.Repaired, flushes.Repaired)
	both := open(t, spoilRounding, flushSubnormals).Info()
	assert.Contains(t, both.Repaired, "division (off by up to 2 ULP: ")
	assert.Contains(t, both.Repaired, "square root (off by up to 4 ULP: ")

	quotient := roundings[0].meaning
	for _, right := range [][3]float32{{1e-40, 1, 0}, {1, 1e38, 0}, {1e-40, 1e-40, float32(math.NaN())}, {-0x1p-126, 1.5, 0}} {
		assert.True(t, flushed(quotient, [2]float32(right[:2]), right[2]), "%v", right)
	}
	for _, wrong := range [][3]float32{{3, 2, 0}, {1e-40, 1, 2e-40}, {1e-40, 1e-40, 2}, {0x1p-126, 0.5, 0}} {
		assert.False(t, flushed(quotient, [2]float32(wrong[:2]), wrong[2]), "%v", wrong)
	}
}

// Random operands do not find adapters that are off by 0.500001 units.
func TestSamplesTellWhatIsRoundedFromAlmostTheExactResult(t *testing.T) {
	for _, r := range roundings {
		if o := r.code.Op; o != op.Div && o != op.Sqrt {
			continue // other operations have fewer samples, none as hard, or exact middles
		}
		for _, off := range []float64{-0x1p-46, 0x1p-46} {
			told := 0
			for _, s := range roundingSamples() {
				exact := r.meaning(s[0], s[1])
				told += int(min(1, ulpsBetween(float32(exact), float32(exact+exact*off))))
			}
			assert.Greater(t, told, 20, "%v", r.code.Op)
		}
	}
}

func TestAnAdapterBeyondRepairIsNotOpened(t *testing.T) {
	open(t)
	_, err := Open(hardware("return 0.5;", ""))
	assert.ErrorContains(t, err, "fails its first launches: repaired arithmetic is wrong too: ")
	_, err = Open(hardware("return no_such_thing;", ""))
	assert.ErrorContains(t, err, "fails its first launches: ")
}

func TestRepairedDivisionIsCorrectlyRounded(t *testing.T) {
	oneGoroutine(t)
	d := open(t, spoilRounding)
	require.Contains(t, d.Info().Repaired, "division (off by up to 2 ULP: ")
	r := rand.New(rand.NewPCG(7, 7))
	pairs := roundingSamples()
	for range 1 << 20 {
		x, y := hardQuotient(r)
		any := [2]float32{math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())}
		small := [2]float32{float32(math.Ldexp(float64(normal(r)), -126-r.IntN(25))), float32(math.Ldexp(float64(normal(r)), r.IntN(20)))}
		subnormal := float32(math.Ldexp(float64(y), 60+r.IntN(40)))
		pairs = append(pairs, [2]float32{x, y}, any, small, [2]float32{float32(math.Ldexp(float64(x), -66)), subnormal})
	}
	requireExact(t, d, pairs, op.Div, op.Reciprocal)
}

func TestRepairedSquareRootsAreCorrectlyRounded(t *testing.T) {
	oneGoroutine(t)
	d := open(t, spoilRounding)
	require.Contains(t, d.Info().Repaired, "square root (off by up to 4 ULP: ")
	pairs := roundingSamples()
	for bits := uint64(0); bits < 1<<32; bits += 1 << 10 {
		pairs = append(pairs, [2]float32{math.Float32frombits(uint32(bits) + uint32(bits*2654435761)>>22)})
	}
	requireExact(t, d, pairs, op.Sqrt)
}

// of is the instruction o of x, or of x and y.
func of(o *op.Op) device.Instr { return do(o, []device.Value{sampleX, sampleY}[:o.Arity]...) }

// requireExact compares results with the rows' meanings, in every bit.
func requireExact(t *testing.T, d *Device, pairs [][2]float32, ops ...*op.Op) {
	t.Helper()
	var code []device.Instr
	for _, o := range ops {
		code = append(code, of(o))
	}
	got, err := selfTest{device: d}.compute(pairs, code...)
	require.NoError(t, err)
	for i, r := range roundings {
		for j, o := range ops {
			if o != r.code.Op {
				continue
			}
			for k, p := range pairs {
				if want := float32(roundings[i].meaning(p[0], p[1])); ulpsBetween(got[j][k], want) > 0 {
					require.Failf(t, "wrong", r.text+", not %[4]v", p[0], p[1], got[j][k], want)
				}
			}
		}
	}
}

func TestOperationsOnABadAdapterAreAsOnAGoodOne(t *testing.T) {
	oneGoroutine(t)
	d := open(t, spoilRounding)
	rows := append(rowsThatDivide(t), "rsqrt", "fmod", "remainder")
	info := *d.info.Load()
	info.DTypes = op.SetOf(op.Bool, op.Float16, op.Float32)
	few := []string{"div", "reciprocal", "sqrt", "floor_divide", "trunc_divide", "pow", "tanh"}
	assert.Subset(t, rows, few)
	which := []devicetest.Option{devicetest.Only(rows...)}
	if !devicetest.Thorough() {
		which = []devicetest.Option{devicetest.Only(few...), devicetest.Quick()}
		d.info.Store(&info)
	}
	_, err := devicetest.Check(d, which...)
	assert.NoError(t, err)
}

// rowsThatDivide are those of one or two floats whose kernels have a quotient or root.
func rowsThatDivide(t *testing.T) (names []string) {
	for _, o := range op.All() {
		if o.Float.WGSL == "" || o.Arity > 2 {
			continue
		}
		l, err := each(nil, 1, 0, []device.Instr{of(o)})
		require.NoError(t, err)
		w, err := shaders.Lower(l, shaders.Limits{}, shaders.Repair{})
		require.NoError(t, err)
		if strings.Contains(w.Stages()[0].WGSL(), "base_") {
			names = append(names, o.Name)
		}
	}
	return names
}
