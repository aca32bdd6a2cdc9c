// Floats as bits. NaN, infinities and signs are tested and made as bits, because compilers may
// assume that floats are neither NaN nor infinite.

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_bar4(v: vec4<f32>) -> vec4<f32> { return bitcast<vec4<f32>>(bitcast<vec4<u32>>(v) | vec4<u32>(m_zero())); }

// v, but it is not known to equal v. After m_bar, operations with the same zero fold away, or make
// a known 0 of a 0. llvmpipe must not divide by a known 0: it then drops the store.
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

// Signs alone, where an adapter would flush a subnormal that it negates.
fn m_neg(x: f32) -> f32 { return m_xor(x, 0x80000000u); }

fn m_abs(x: f32) -> f32 { return bitcast<f32>(m_abits(x)); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isinf(x: f32) -> bool { return m_abits(x) == 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127. SwiftShader shifts one number at a time, and multiplies four.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>((n + 127) * 8388608); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

struct MGrown { v: f32, back: f32 }

// A small x is v * back, so that products of its parts are no subnormals; others are v themselves.
fn m_grown(x: f32) -> MGrown {
  let b = m_abits(x);
  if (b >= 0x0d000000u) { return MGrown(x, 1.0); } // 2^-101
  let v = select(x * 16777216.0, m_or(f32(b) * 2.3509887e-38, m_sbit(x)), b < 0x00800000u); // 2^24, 2^-125
  return MGrown(v, 5.9604645e-8); // 2^-24
}

fn m_signbit(x: f32) -> bool { return m_sbit(x) != 0u; }

fn m_copysign(x: f32, y: f32) -> f32 { return bitcast<f32>(m_abits(x) | m_sbit(y)); }

fn m_isposinf(x: f32) -> bool { return bitcast<u32>(x) == 0x7f800000u; }

fn m_isneginf(x: f32) -> bool { return bitcast<u32>(x) == 0xff800000u; }

// x - trunc(x), which is exact; NaN of infinities.
fn m_frac(x: f32) -> f32 {
  return select(m_nan(), x - m_bar(trunc(x)), m_isfinite(x));
}
