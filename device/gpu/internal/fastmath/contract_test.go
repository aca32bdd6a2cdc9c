package fastmath

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// library is what kernels of these tests call.
const library = `
struct Params { zero: u32, len: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

struct Pair { hi: f32, n: i32 }

fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | params.zero); }

// A product, unless x is small.
fn scaled(x: f32) -> f32 {
  if (abs(x) < 1e-30) { return x; }
  return m_bar(x) * 2.0;
}

fn again(x: f32) -> f32 { return scaled(x + 1.0); }

fn sum(x: f32, y: f32) -> f32 { return x + y; }

fn pair(x: f32) -> Pair { return Pair(x - 1.0, 3); }

fn grow(p: ptr<function, Pair>, x: f32, y: f32) { (*p).hi = x * y + (*p).hi; }

fn word(v: ptr<function, array<u32, 2>>, i: u32) -> u32 { return (*v)[i]; }

fn words(v: array<u32, 2>) -> array<u32, 2> { return v; }
`

// kernel is one that applies some statements to x, y and z.
func kernel(body string) string {
	return library + `
fn apply(x: f32, y: f32, z: f32) -> f32 {
  ` + body + `
}

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32) {
  if (lane >= params.len) { return; }
  buf1[lane] = bitcast<u32>(apply(bitcast<f32>(buf1[lane]), f32(params.len), f32(lane)));
}
`
}

func TestAProductThatGoesIntoASumIsAnFma(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"a sum", "return x * y + z;", "return fused(x, y, z);"},
		{"a product on the right", "return z + x * y;", "return fused(x, y, z);"},
		{"a difference", "return x * y - z;", "return fused(x, y, -(z));"},
		{"what a product is taken from", "return z - x * y;", "return fused(-(x), y, z);"},
		{"a product with another sign", "return -(x * y) + z;", "return fused(-(x), y, z);"},
		{"a polynomial", "return (x * y + 1.0) * y + 2.0;", "return fused(fused(x, y, 1.0), y, 2.0);"},
		{"a declared product", "let p = x * y; return p + z;", "return fused(p_left, p_right, z);"},
		{"a product that a function returns", "return scaled(x) + z;", "return fused(scaled_factors(x).left, scaled_factors(x).right, z);"},
		{"through two functions", "let p = again(x); return z - p;", "return fused(-(p_left), p_right, z);"},
		{"of a field", "let p = pair(x); return p.hi * y + z;", "return fused(p.hi, y, z);"},
		{"added to what a pointer points to", "var p = pair(x); grow(&p, y, z); return p.hi;", "(*p).hi = fused(x, y, (*p).hi);"},
		{"beside a pointer to words", "var v = words(array<u32, 2>()); return x * y + f32(word(&v, 1u));", "return (*v)[i];"},
		{"an argument that a function adds", "return sum(x, y * z);", "return sum_01(x, y, z);"},
		{"the function that adds it", "return sum(x, y * z);", "let y = y_left * y_right;\n  return fused(y_left, y_right, x);"},
		{"in a loop", "var s = x; for (var i = 0; i < 3; i++) { s = s * y + z; } return s;", "s = fused(s, y, z);"},
		{"in a loop without a first statement", "var s = x; var i = 0; for (; i < 3; i++) { s = s * y + z; } return s;", "s = fused(s, y, z);"},
		{"in a branch", "if (x < y) { return z; } else { return x * y + z; }", "return fused(x, y, z);"},
		{"an argument", "return max(x * y + z, 0.0);", "return max(fused(x, y, z), 0.0);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, n := Contract(kernel(c.body), Left)
			assert.Contains(t, text, c.want)
			assert.Positive(t, n)
		})
	}
}

func TestOtherSumsStay(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"behind a barrier", "return m_bar(x * y) + z;", "return (m_bar((x * y)) + z);"},
		{"an argument that a function takes the bits of", "return m_bar(x * y);", "return m_bar((x * y));"},
		{"of integers", "let n = i32(x) * 3 + 4; return f32(n);", "let n = ((i32(x) * 3) + 4);"},
		{"of a field of integers", "return f32(pair(x).n * 2 + 1);", "f32(((pair(x).n * 2) + 1))"},
		{"of a variable", "var p = x * y; return p + z;", "return (p + z);"},
		{"of vectors, by a number", "let v = vec4<f32>(x) * y + z; return v.x;", "let v = ((vec4<f32>(x) * y) + z);"},
		{"products of sums", "return (x + y) * z;", "return ((x + y) * z);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, n := Contract(kernel(c.body), Left)
			assert.Contains(t, text, c.want)
			assert.Zero(t, n)
		})
	}
}

func TestOfTwoProductsEitherMayBeContracted(t *testing.T) {
	for _, c := range []struct{ name, body, left, right string }{
		{"a sum", "return x * y + y * z;", "fused(x, y, (y * z))", "fused(y, z, (x * y))"},
		{"a difference", "return x * y - y * z;", "fused(x, y, -((y * z)))", "fused(-(y), z, (x * y))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			left, _ := Contract(kernel(c.body), Left)
			assert.Contains(t, left, c.left)
			right, _ := Contract(kernel(c.body), Right)
			assert.Contains(t, right, c.right)
		})
	}
}

func TestAFunctionOfAProductHasATwinThatReturnsItsFactors(t *testing.T) {
	text, _ := Contract(kernel("return again(x) + z;"), Left)
	assert.Contains(t, text, "struct Factors { left: f32, right: f32 }")
	assert.Contains(t, text, `fn scaled_factors(x: f32) -> Factors {
  if ((abs(x) < 1e-30)) {
    return Factors(x, 1.0);
  }
  return Factors(m_bar(x), 2.0);
}`)
	assert.Contains(t, text, "return Factors(scaled_factors((x + 1.0)).left, scaled_factors((x + 1.0)).right);")
}

func TestATextThatKernelsDoNotHaveIsNotRead(t *testing.T) {
	assert.PanicsWithValue(t, `fastmath: "y" comes where ";" should: { return x y ; }`, func() { Contract(kernel("return x y;"), Left) })
}

func TestAFunctionThatDoesNotEndIsNotRead(t *testing.T) {
	const open = "fn apply(x: f32) -> f32 {\n  return x;\n"
	assert.PanicsWithValue(t, "fastmath: a function does not end: "+open, func() { Contract(library+open, Left) })
}
