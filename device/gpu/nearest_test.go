package gpu

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

// truncating edits kernels: it replaces a text by a function that rounds to zero. Products lose
// their last bit.
func truncating(text, by string) Option {
	return editKernels(func(wgsl string) string {
		return strings.ReplaceAll(wgsl, text, by) + `
fn veiled(x: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ params.zero); } // from compilers that simplify
fn cut_sum(x: f32, y: f32) -> f32 {
	let s = veiled(x + y);
	let b = veiled(s - x);
	let e = (x - (s - b)) + (y - b);
	return bitcast<f32>(bitcast<u32>(s) - select(0u, 1u, (e < 0.0 && s > 0.0) || (e > 0.0 && s < 0.0)));
}
fn cut_product(x: f32, y: f32) -> f32 { return bitcast<f32>(bitcast<u32>(x * y) & ~1u); }
fn cut_uint(x: u32) -> f32 {
	let over = 8u - min(8u, countLeadingZeros(x));
	return f32((x >> over) << over);
}
fn cut_int(x: i32) -> f32 { return select(1.0, -1.0, x < 0) * cut_uint(bitcast<u32>(abs(x))); }
`
	})
}

func TestAnAdapterThatDoesNotRoundToNearestIsNotOpened(t *testing.T) {
	open(t)
	for _, c := range []struct {
		name, text, by, told string
	}{
		{
			name: "addition",
			text: "= x0 + x1;",
			by:   "= cut_sum(x0, x1);",
			told: `addition is not .*: off by up to 1 ULP: \S+ \+ \S+ gave \S+$`,
		},
		{
			name: "subtraction",
			text: "= x0 - x1;",
			by:   "= cut_sum(x0, -x1);",
			told: `subtraction is not .*: off by up to 1 ULP: \S+ - \S+ gave \S+$`,
		},
		{
			name: "multiplication",
			text: "= x0 * x1;",
			by:   "= cut_product(x0, x1);",
			told: `multiplication is not .*: off by up to 1 ULP: \S+ \* \S+ gave \S+$`,
		},
		{
			name: "conversion of int32",
			text: "f32(x & -65536) + f32(x & 65535)",
			by:   "cut_sum(f32(x & -65536), f32(x & 65535))",
			told: `conversion of int32 is not .*: off by up to 1 ULP: f32\(-?\d+\) gave \S+$`,
		},
		{
			name: "conversion of uint32",
			text: "f32(x & 0xffff0000u) + f32(bitcast<i32>(x & 0xffffu))",
			by:   "cut_sum(f32(x & 0xffff0000u), f32(x & 0xffffu))",
			told: `conversion of uint32 is not .*: off by up to 1 ULP: f32\(\d+\) gave \S+$`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, more := range []Option{editKernels(strings.TrimSpace), flushSubnormals} {
				_, err := Open(truncating(c.text, c.by), more)
				if assert.Error(t, err) {
					assert.Regexp(t, "fails its first launches: "+c.told, err.Error())
				}
			}
		})
	}
}

// WGSL takes either neighbour for right; SwiftShader rounds the larger half of uint32 twice.
func TestIntegersBecomeTheNearestFloatWhereConversionsTruncate(t *testing.T) {
	devicetest.OneGoroutine(t)
	truncated := map[*regexp.Regexp]*strings.Replacer{
		regexp.MustCompile(`(?m)^fn m_u2f\(.*`): strings.NewReplacer("f32(bitcast", "cut_int(bitcast", "f32(x", "cut_uint(x"),
		regexp.MustCompile(`(?m)^fn m_i2f\(.*`): strings.NewReplacer("f32(x", "cut_int(x"),
	}
	found := map[*regexp.Regexp]bool{}
	d := open(t, editKernels(func(wgsl string) string {
		for fn, by := range truncated {
			wgsl = fn.ReplaceAllStringFunc(wgsl, func(line string) string {
				found[fn] = true
				return by.Replace(line)
			})
		}
		return wgsl
	}), truncating("", ""))
	assert.Len(t, found, 2)
	assert.Empty(t, d.Info().Repaired)
}

func TestSamplesOfSumsProductsAndIntegersHaveMiddles(t *testing.T) {
	devicetest.OneGoroutine(t)
	for _, r := range roundings[3:] {
		down, up := 0, 0 // middles that are rounded to and from zero
		for _, s := range roundingSamples() {
			exact := r.meaning(s[0], s[1])
			near := float32(exact)
			far := float32(2*exact - float64(near))
			if tiny(exact) || ulpsBetween(near, far) != 1 || 2*exact != float64(near)+float64(far) {
				continue
			}
			if math.Abs(float64(near)) < math.Abs(exact) {
				down++
			} else {
				up++
			}
		}
		t.Log(r.name, down, up)
		assert.Greater(t, min(down, up), 100, r.name)
	}
}
