// Exact sums of float64, and of their products, in digits of 24 bits, the lowest first. A sum has 95,
// which count in 2^-1080, and a sum of products has 180, which count in 2^-2160. So 2^32 terms never
// overflow. A kernel says how many words it needs, m_long_words, as compilers take long for each.

struct MLong {
  w: array<i32, m_long_words>, // the sum's digits, at 95 the flags, from 96 on the products' digits
  count: u32, // terms since the digits were carried
}

// What a walk over digits finds: the carry, the lowest digit that is not 0, and the highest ones that
// are neither 0 nor 0xffffff. A negative carry is the sign of the number.
struct MLongScan { carry: i32, low: i32, high: vec2<i32> }

// Carries into digit i, and out of it.
fn m_long_digit(s: ptr<function, MLong>, c: MLongScan, i: u32) -> MLongScan {
  let v = (*s).w[i] + c.carry;
  let d = v & 0xffffff;
  (*s).w[i] = d;
  let at = bitcast<i32>(i);
  return MLongScan(v >> 24u, select(c.low, at, c.low < 0 && d != 0), select(c.high, vec2<i32>(at), vec2<bool>(d != 0, d != 0xffffff)));
}

// Five digits a round, as llvmpipe bounds the rounds of a thread's loops.
fn m_long_five(s: ptr<function, MLong>, c: MLongScan, i: u32) -> MLongScan {
  let a = m_long_digit(s, m_long_digit(s, c, i), i + 1u);
  return m_long_digit(s, m_long_digit(s, m_long_digit(s, a, i + 2u), i + 3u), i + 4u);
}

// n, but no compiler knows, and unrolls a loop of so many rounds.
fn m_long_rounds(s: ptr<function, MLong>, n: u32) -> u32 { return n + ((*s).count >> 8u); }

fn m_long_carry_sum(s: ptr<function, MLong>) -> MLongScan {
  var c = MLongScan(0, -1, vec2<i32>(-1));
  for (var i = 0u; i < m_long_rounds(s, 19u); i++) { c = m_long_five(s, c, 5u * i); }
  (*s).w[94] += c.carry << 24u;
  return c;
}

fn m_long_carry_products(s: ptr<function, MLong>) -> MLongScan {
  var c = MLongScan(0, -1, vec2<i32>(-1));
  for (var i = 0u; i < m_long_rounds(s, 36u); i++) { c = m_long_five(s, c, 96u + 5u * i); }
  (*s).w[275] += c.carry << 24u;
  return c;
}

// Adds ±d * 2^r at digit i.
fn m_long_put(s: ptr<function, MLong>, i: u32, d: u32, r: u32, negative: bool) {
  let low = bitcast<i32>((d << r) & 0xffffffu); let high = bitcast<i32>(d >> (24u - r));
  (*s).w[i] += select(low, -low, negative);
  (*s).w[i + 1u] += select(high, -high, negative);
}

// The whole significand, which counts in 2^-1075 and the exponent. An infinity or a NaN has none.
fn m_long_significand(x: vec2<u32>) -> vec2<u32> {
  let m = vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u));
  return select(vec2<u32>(), m, m_fisfinite64(x));
}

fn m_long_put_sum(s: ptr<function, MLong>, x: vec2<u32>) {
  (*s).w[95] |= bitcast<i32>(m_long_special(x, m_fisnan64(x)));
  let m = m_long_significand(x);
  let place = u32(m_fexponent64(x)) + 5u;
  let i = place / 24u; let r = place % 24u;
  let negative = m_negative64(x);
  m_long_put(s, i, m.x & 0xffffffu, r, negative);
  m_long_put(s, i + 1u, (m.x >> 24u) | ((m.y & 0xffffu) << 8u), r, negative);
  m_long_put(s, i + 2u, m.y >> 16u, r, negative);
}

fn m_long_put_product(s: ptr<function, MLong>, x: vec2<u32>, y: vec2<u32>) {
  let nan = m_fisnan64(x) || m_fisnan64(y) || m_fiszero64(x) || m_fiszero64(y);
  let unbounded = !m_fisfinite64(x) || !m_fisfinite64(y);
  let sign = (x.y ^ y.y) & 0x80000000u;
  (*s).w[95] |= bitcast<i32>(m_long_special(vec2<u32>(0u, sign | select(0u, 0x7ff00000u, unbounded)), unbounded && nan));
  let p = m_wide64(m_long_significand(x), m_long_significand(y));
  let place = u32(m_fexponent64(x) + m_fexponent64(y)) + 10u;
  let i = 96u + place / 24u; let r = place % 24u;
  let negative = sign != 0u;
  m_long_put(s, i, p.low.x & 0xffffffu, r, negative);
  m_long_put(s, i + 1u, (p.low.x >> 24u) | ((p.low.y & 0xffffu) << 8u), r, negative);
  m_long_put(s, i + 2u, (p.low.y >> 16u) | ((p.high.x & 0xffu) << 16u), r, negative);
  m_long_put(s, i + 3u, p.high.x >> 8u, r, negative);
  m_long_put(s, i + 4u, p.high.y, r, negative);
}

// The flag of a NaN, of an infinity, or of -infinity.
fn m_long_special(x: vec2<u32>, nan: bool) -> u32 {
  return select(select(select(2u, 4u, m_negative64(x)), 0u, m_fisfinite64(x)), 1u, nan);
}

// Counts a term, and reports whether the digits have to be carried.
fn m_long_full(s: ptr<function, MLong>) -> bool {
  let full = (*s).count == 14u;
  (*s).count = select((*s).count + 1u, 0u, full);
  return full;
}

fn m_long_add(s: ptr<function, MLong>, x: vec2<u32>) {
  m_long_put_sum(s, x);
  var full = m_long_full(s);
  while (full) { // a loop, because software drivers compute both sides of a branch
    let c = m_long_carry_sum(s);
    full = false;
  }
}

fn m_long_add_product(s: ptr<function, MLong>, x: vec2<u32>, y: vec2<u32>) {
  m_long_put_product(s, x, y);
  var full = m_long_full(s);
  while (full) {
    let c = m_long_carry_products(s);
    full = false;
  }
}

// Adds a term and its square.
fn m_long_add_square(s: ptr<function, MLong>, x: vec2<u32>) {
  m_long_put_product(s, x, x);
  m_long_put_sum(s, x);
  var full = m_long_full(s);
  while (full) {
    let c = m_long_carry_products(s); let d = m_long_carry_sum(s);
    full = false;
  }
}

// What is left to do after the digits of another state have been added.
fn m_long_merged_sum(s: ptr<function, MLong>) {
  let c = m_long_carry_sum(s);
  (*s).count = 0u;
}

fn m_long_merged_products(s: ptr<function, MLong>) {
  let c = m_long_carry_products(s);
  (*s).count = 0u;
}

fn m_long_merged_squares(s: ptr<function, MLong>) {
  m_long_merged_products(s);
  m_long_merged_sum(s);
}

// Digit i of the magnitude, of carried digits.
fn m_long_magnitude(s: ptr<function, MLong>, c: MLongScan, i: i32) -> u32 {
  let d = bitcast<u32>((*s).w[max(i, 0)] & 0xffffff);
  return select(select(d, select(0xffffffu, 0x1000000u, i == c.low) - d, c.carry < 0), 0u, i < c.low);
}

// ±w * 2^(e-1150), where w is 0 or has more than 104 bits, the lowest word first. A last bit says whether
// there are more.
struct MLongReal { sign: u32, e: i32, w: vec4<u32> }

// The five highest digits. Digit 0 would count in 2^unit.
fn m_long_real(s: ptr<function, MLong>, c: MLongScan, unit: i32) -> MLongReal {
  let j = select(c.high.x, max(c.high.y, c.low), c.carry < 0);
  let p = m_long_magnitude(s, c, j); let q = m_long_magnitude(s, c, j - 1); let r = m_long_magnitude(s, c, j - 2);
  let more = select(0u, 1u, c.low < j - 4);
  let w = vec4<u32>((m_long_magnitude(s, c, j - 4) << 8u) | more, (r << 24u) | m_long_magnitude(s, c, j - 3), (q << 16u) | (r >> 8u), (p << 8u) | (q >> 16u));
  return MLongReal(select(0u, 0x80000000u, c.carry < 0), 24 * j + unit + 1046, select(w, vec4<u32>(), c.low < 0));
}

// x / n, where a last bit says whether there are more.
fn m_long_over(x: MLongReal, n: u32) -> MLongReal {
  var w = x.w; var r = 0u;
  for (var i = 0u; i < m_hide(4u); i++) {
    let d = m_divrem64(vec2<u32>(w[3u - i], r), vec2<u32>(m_hide(max(n, 1u)), 0u));
    w[3u - i] = d.q.x;
    r = d.r.x;
  }
  w.x |= min(r, 1u);
  return MLongReal(x.sign, x.e, w);
}

// x, rounded once, unless the flags say otherwise.
fn m_long_round(x: MLongReal, flags: i32) -> vec2<u32> {
  let zero = (x.w.z | x.w.w) == 0u;
  let r = select(m_fwide64(x.sign, x.e, MWide64(x.w.xy, x.w.zw)), vec2<u32>(), zero);
  let infinite = vec2<u32>(0u, 0x7ff00000u | select(0u, 0x80000000u, (flags & 4) != 0));
  return select(r, select(infinite, m_fnan64(), (flags & 1) != 0 || (flags & 6) == 6), flags != 0);
}

fn m_long_end_sum(s: ptr<function, MLong>) -> vec2<u32> {
  let c = m_long_carry_sum(s);
  return m_long_round(m_long_real(s, c, -1080), (*s).w[95]);
}

fn m_long_end_mean(s: ptr<function, MLong>, n: u32) -> vec2<u32> {
  let c = m_long_carry_sum(s);
  let r = m_long_round(m_long_over(m_long_real(s, c, -1080), n), (*s).w[95]);
  return select(r, m_fnan64(), n == 0u);
}

fn m_long_end_products(s: ptr<function, MLong>) -> vec2<u32> {
  let c = m_long_carry_products(s);
  return m_long_round(m_long_real(s, c, -4464), (*s).w[95]);
}

// n times the sum of the squared distances from the mean: see m_squares_distances. The digits count
// in 2^-2160.
fn m_long_distances(s: ptr<function, MLong>, n: u32) -> MReal {
  let squares = m_long_carry_products(s);
  let c = m_long_carry_sum(s);
  for (var i = 0; i < bitcast<i32>(m_hide(95u)); i++) { (*s).w[i] = bitcast<i32>(m_long_magnitude(s, c, i)); }
  var top = vec3<u32>(); var e = 0; var more = 0u; // the highest digit that is not 0, those below it, and all others
  var before = vec3<u32>(); var below = 0u; var carry = vec2<u32>();
  for (var j = 0u; j < m_hide(180u); j++) {
    var p = m_add64(carry, m_mul32(n, bitcast<u32>((*s).w[96u + j])));
    for (var i = max(j, 90u) - 90u; i <= min(j, 90u); i++) {
      p = m_sub64(p, m_mul32(bitcast<u32>((*s).w[i]), bitcast<u32>((*s).w[j - i])));
    }
    let digit = p.x & 0xffffffu;
    carry = m_right64(p, 24u, 0u - (p.y >> 31u));
    if (digit != 0u) {
      top = vec3<u32>((before.y << 16u) | (before.x >> 8u), (before.z << 8u) | (before.y >> 16u), digit);
      e = 24 * bitcast<i32>(j) - 32;
      more = below | (before.x & 0xffu);
    }
    below |= before.x;
    before = vec3<u32>(before.yz, digit);
  }
  return m_real(0u, top, more, e);
}

// The variance of n elements with a correction, as the row says. The distances are scaled to
// numbers near 1, so that they do not overflow.
fn m_long_variance(s: ptr<function, MLong>, n: u32, correction: vec2<u32>) -> vec2<u32> {
  let count = m_ul2d(vec2<u32>(m_hide(n), 0u));
  let by = m_fsub64(count, correction);
  let r = m_long_distances(s, m_hide(n));
  let none = r.m.y == 0u;
  if ((*s).w[95] != 0 || n == 0u || m_fisnan64(correction) || m_eq64(correction, vec2<u32>(0u, 0xfff00000u))) { return m_fnan64(); }
  if (m_negative64(by) || m_fiszero64(by)) { return select(vec2<u32>(0u, 0x7ff00000u), m_fnan64(), none); }
  let d = select(m_fround64(0u, MFloat64(1023, r.m)), vec2<u32>(), none);
  return m_fldexp64(m_fdiv64(m_fdiv64(d, count), by), r.e - 2160 + 63);
}
