// float64 in integer arithmetic, as WGSL has none: its bits in two words, the low one first (see
// int64.wgsl). Every result is that of IEEE 754: rounded to nearest even, subnormals kept. It has
// no operation that an adapter could round otherwise, or a compiler rearrange.

// v, but not known to be a uniform. llvmpipe looks for branches that uniforms alone decide. It
// follows both operands of every step down to them, which takes exponential time in a function.
fn m_bar64(v: vec2<u32>) -> vec2<u32> { return v | vec2<u32>(m_zero()); }

fn m_fabs64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y & 0x7fffffffu); }

fn m_fneg64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y ^ 0x80000000u); }

fn m_fcopysign64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x, (x.y & 0x7fffffffu) | (y.y & 0x80000000u));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

fn m_fone64() -> vec2<u32> { return vec2<u32>(0u, 0x3ff00000u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fisinf64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) == 0xffe00000u; }

fn m_fisfinite64(x: vec2<u32>) -> bool { return (x.y << 1u) < 0xffe00000u; }

fn m_fiszero64(x: vec2<u32>) -> bool { return ((x.y << 1u) | x.x) == 0u; }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, !m_eq64(m_left64(r, k), x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_fopen64(x: vec2<u32>) -> MFloat64 { return m_fnormal64(m_fexponent64(x), m_fsignificand64(x)); }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

// The smaller operand is shifted to the exponent of the larger, a. Ten bits lie below the
// significands, the last of them sticky, which is enough for one rounding.
fn m_fadd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let swap = m_ult64(m_fabs64(x), m_fabs64(y));
  let a = select(x, y, swap); let b = select(y, x, swap);
  let differ = ((a.y ^ b.y) & 0x80000000u) != 0u;
  let e = m_fexponent64(a);
  let p = m_right64(m_fsignificand64(a), 1u, 0u);
  let q = m_sticky64(m_right64(m_fsignificand64(b), 1u, 0u), u32(min(e - m_fexponent64(b), 64)));
  let m = m_add64(p, select(q, m_neg64(q), differ));
  let r = select(m_fround64(a.y & 0x80000000u, m_fnormal64(e + 1, m)), vec2<u32>(0u, a.y & b.y & 0x80000000u), m_eq64(m, vec2<u32>(0u)));
  let special = select(a, m_fnan64(), m_fisnan64(a) || (differ && !m_fisfinite64(b)));
  return select(special, r, m_fisfinite64(a));
}

fn m_fsub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_fadd64(x, m_fneg64(y)); }

struct MWide64 { low: vec2<u32>, high: vec2<u32> }

// The whole product.
fn m_wide64(x: vec2<u32>, y: vec2<u32>) -> MWide64 {
  let a = m_mul32(x.x, y.x); let b = m_mul32(x.x, y.y);
  let c = m_mul32(x.y, y.x); let d = m_mul32(x.y, y.y);
  let m = m_add64(m_add64(vec2<u32>(a.y, 0u), vec2<u32>(b.x, 0u)), vec2<u32>(c.x, 0u));
  let n = m_add64(m_add64(vec2<u32>(b.y, 0u), vec2<u32>(c.y, 0u)), vec2<u32>(m.y, 0u));
  return MWide64(vec2<u32>(a.x, m.x), m_add64(d, n));
}

// A product or quotient with the sign s, one of whose operands is 0, infinite or NaN: NaN,
// infinite or 0.
fn m_fspecial64(s: u32, nan: bool, infinite: bool) -> vec2<u32> {
  return select(vec2<u32>(0u, s | select(0u, 0x7ff00000u, infinite)), m_fnan64(), nan);
}

fn m_fmul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let s = (x.y ^ y.y) & 0x80000000u;
  let zero = m_fiszero64(x) || m_fiszero64(y);
  let infinite = m_fisinf64(x) || m_fisinf64(y);
  let nan = m_fisnan64(x) || m_fisnan64(y);
  let p = m_fopen64(x); let q = m_fopen64(y);
  let w = m_wide64(p.m, q.m);
  let m = vec2<u32>(w.high.x | min(w.low.x | w.low.y, 1u), w.high.y);
  let r = m_fround64(s, m_fnormal64(p.e + q.e - 1022, m));
  return select(r, m_fspecial64(s, nan || (zero && infinite), infinite), zero || infinite || nan);
}

struct MDigit64 { q: u32, r: vec2<u32> }

// A digit of k <= 11 bits of a long division by d, and the remainder. d has 53 bits. r < d is the
// remainder so far. The upper words give a digit that is right or 1 too small.
fn m_fdigit64(r: vec2<u32>, d: vec2<u32>, k: u32) -> MDigit64 {
  let n = m_left64(r, k);
  let q = n.y / (d.y + 1u);
  let p = m_mul32(q, d.x);
  let rest = m_sub64(n, vec2<u32>(p.x, p.y + q * d.y));
  if (m_ult64(rest, d)) { return MDigit64(q, rest); }
  return MDigit64(q + 1u, m_sub64(rest, d));
}

// The quotient's first bit is 1; 55 more come from long division, and one that is sticky.
fn m_fdiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let s = (x.y ^ y.y) & 0x80000000u;
  let nan = m_fisnan64(x) || m_fisnan64(y) || (m_fiszero64(x) && m_fiszero64(y)) || (m_fisinf64(x) && m_fisinf64(y));
  let infinite = m_fisinf64(x) || m_fiszero64(y);
  if (nan || infinite || m_fiszero64(x) || m_fisinf64(y)) { return m_fspecial64(s, nan, infinite); }
  let p = m_fopen64(x); let q = m_fopen64(y);
  let less = select(0u, 1u, m_ult64(p.m, q.m));
  let d = m_right64(q.m, 11u, 0u);
  var r = m_sub64(m_right64(p.m, 11u - less, 0u), d);
  var m = vec2<u32>(1u, 0u);
  for (var i = 0u; i < 5u; i++) {
    let digit = m_fdigit64(r, d, 11u);
    m = m_left64(m, 11u) | vec2<u32>(digit.q, 0u);
    r = digit.r;
  }
  m = m_left64(m, 8u) | vec2<u32>(min(r.x | r.y, 1u), 0u);
  return m_fround64(s, MFloat64(p.e - q.e + 1023 - i32(less), m));
}

// Bit by bit, as by hand: 55 of them, and one that is sticky.
fn m_fsqrt64(x: vec2<u32>) -> vec2<u32> {
  if (m_fiszero64(x) || m_fisnan64(x)) { return x; }
  if (m_negative64(x)) { return m_fnan64(); }
  if (!m_fisfinite64(x)) { return x; }
  let p = m_fopen64(x);
  var n = m_right64(p.m, u32(p.e & 1), 0u);
  var r = vec2<u32>(0u);
  var m = vec2<u32>(0u);
  for (var i = 0u; i < 55u; i++) {
    r = m_left64(r, 2u) | vec2<u32>(n.y >> 30u, 0u);
    n = m_left64(n, 2u);
    let d = m_left64(m, 2u) | vec2<u32>(1u, 0u);
    let fits = !m_ult64(r, d);
    r = select(r, m_sub64(r, d), fits);
    m = m_left64(m, 1u) | vec2<u32>(select(0u, 1u, fits), 0u);
  }
  m = m_left64(m, 9u) | vec2<u32>(min(r.x | r.y, 1u), 0u);
  return m_fround64(0u, MFloat64(((p.e - 1023) >> 1u) + 1023, m));
}
