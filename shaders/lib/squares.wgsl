// The exact sums of elements and of their squares, from which the variance comes without rounding:
// n times the squared distances is n * squares - sum * sum. Digits have 24 bits, the lowest first.
// Those of floats count in 2^-149 and 2^-298.

struct MSquares {
  digits: array<i32, 39>, // 13 of the sum, the last one signed, and 26 of the squares
  left: u32, // terms until the digits have to be carried
  flags: u32, // 1 for NaN or an infinity
}

fn m_squares_begin() -> MSquares { return MSquares(array<i32, 39>(), 16u, 0u); }

// Carries. No compiler knows the number of rounds, and unrolls them.
fn m_squares_carry(s: ptr<function, MSquares>) {
  var carry = 0;
  for (var i = 0u; i < m_hide(39u); i++) {
    let v = (*s).digits[i] + carry;
    let last = i == 12u || i == 38u;
    (*s).digits[i] = select(v & 0xffffff, v, last);
    carry = select(v >> 24u, 0, last);
  }
  (*s).left = 16u;
}

// A column of products as digits: the lowest one, and what lies above it.
fn m_column(p: vec2<u32>) -> vec2<i32> {
  return vec2<i32>(bitcast<i32>(p.x & 0xffffffu), bitcast<i32>((p.x >> 24u) | (p.y << 8u)));
}

// Adds ±x, three digits from digit k on.
fn m_squares_put(s: ptr<function, MSquares>, k: u32, x: vec3<u32>, negative: bool) {
  let d = select(bitcast<vec3<i32>>(x), -bitcast<vec3<i32>>(x), negative);
  (*s).digits[k] += d.x; (*s).digits[k + 1u] += d.y; (*s).digits[k + 2u] += d.z;
  let c0 = m_column(m_mul32(x.x, x.x));
  let c1 = m_column(m_left64(m_mul32(x.x, x.y), 1u));
  let c2 = m_column(m_add64(m_left64(m_mul32(x.x, x.z), 1u), m_mul32(x.y, x.y)));
  let c3 = m_column(m_left64(m_mul32(x.y, x.z), 1u));
  let c4 = m_column(m_mul32(x.z, x.z));
  let at = 13u + 2u * k;
  (*s).digits[at] += c0.x; (*s).digits[at + 1u] += c0.y + c1.x; (*s).digits[at + 2u] += c1.y + c2.x;
  (*s).digits[at + 3u] += c2.y + c3.x; (*s).digits[at + 4u] += c3.y + c4.x; (*s).digits[at + 5u] += c4.y;
  (*s).left -= 1u;
  var full = (*s).left == 0u;
  while (full) { // a loop, because software drivers compute both sides of a branch
    m_squares_carry(s);
    full = false;
  }
}

fn m_squares_add(s: ptr<function, MSquares>, x: f32) {
  let u = bitcast<u32>(x);
  let e = (u >> 23u) & 255u;
  if (e == 255u) { (*s).flags = 1u; }
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
  let place = clamp(e, 1u, 254u) - 1u;
  let k = (place * 2731u) >> 16u; // place / 24
  let r = place - 24u * k;
  m_squares_put(s, k, vec3<u32>((m << r) & 0xffffffu, m >> (24u - r), 0u), u > 0x7fffffffu);
}

// Adds an integer, by its magnitude.
fn m_squares_add64(s: ptr<function, MSquares>, x: vec2<u32>, negative: bool) {
  m_squares_put(s, 0u, vec3<u32>(x.x & 0xffffffu, (x.x >> 24u) | ((x.y & 0xffffu) << 8u), x.y >> 16u), negative);
}

fn m_squares_merge(s: MSquares, t: MSquares) -> MSquares {
  var a = s; var b = t;
  m_squares_carry(&a);
  m_squares_carry(&b);
  for (var i = 0u; i < m_hide(39u); i++) { a.digits[i] += b.digits[i]; }
  a.flags |= b.flags;
  return a;
}

fn m_squares_save(s: MSquares) -> array<u32, 40> {
  var a = s;
  m_squares_carry(&a);
  var w = array<u32, 40>();
  for (var i = 0u; i < m_hide(39u); i++) { w[i] = bitcast<u32>(a.digits[i]); }
  w[39] = a.flags;
  return w;
}

fn m_squares_load(w: array<u32, 40>) -> MSquares {
  var s = m_squares_begin(); var v = w;
  for (var i = 0u; i < m_hide(39u); i++) { s.digits[i] = bitcast<i32>(v[i]); }
  s.flags = v[39];
  return s;
}

// n times the sum of the squared distances from the mean, by the columns of the products. The digits
// count in 2^unit.
fn m_squares_distances(s: MSquares, n: u32, unit: i32) -> vec2<u32> {
  var a = s;
  m_squares_carry(&a);
  let sign = select(1, -1, a.digits[12] < 0);
  for (var i = 0u; i < m_hide(13u); i++) { a.digits[i] *= sign; }
  m_squares_carry(&a);
  var top = vec3<u32>(); var e = 0; var more = 0u; // the highest digit that is not 0, the two below it, and all others
  var before = vec2<u32>(); var below = 0u; var carry = vec2<u32>();
  for (var j = 0u; j < m_hide(26u); j++) {
    var c = m_add64(carry, m_mul32(n, bitcast<u32>(a.digits[13u + j])));
    for (var i = max(j, 12u) - 12u; i <= min(j, 12u); i++) {
      c = m_sub64(c, m_mul32(bitcast<u32>(a.digits[i]), bitcast<u32>(a.digits[j - i])));
    }
    let digit = c.x & 0xffffffu;
    carry = m_right64(c, 24u, 0u - (c.y >> 31u));
    if (digit != 0u) {
      top = vec3<u32>(before.x << 16u, (before.y << 8u) | (before.x >> 16u), digit);
      e = 24 * bitcast<i32>(j) - 32;
      more = below;
    }
    below |= before.x;
    before = vec2<u32>(before.y, digit);
  }
  let r = m_real(0u, top, more, e);
  return select(m_fround64(0u, MFloat64(r.e + unit + 1086, r.m)), vec2<u32>(0u), r.m.y == 0u);
}

// The variance of n elements with a correction, as the row says. half says to which type it is rounded.
fn m_variance(s: MSquares, n: u32, correction: f32, unit: i32, half: u32) -> f32 {
  let count = m_ul2d(vec2<u32>(m_hide(n), 0u));
  let by = m_fsub64(count, m_f2d(correction));
  let d = m_squares_distances(s, m_hide(n), unit);
  if (s.flags != 0u || n == 0u || m_isnan(correction) || m_isneginf(correction)) { return m_nan(); }
  if (m_negative64(by) || m_fiszero64(by)) { return select(m_inf(), m_nan(), m_fiszero64(d)); }
  let v = m_fdiv64(m_fdiv64(d, count), by);
  if (half == 1u) { return m_round_f16(m_d2f_sticky(v)); }
  if (half == 2u) { return m_round_bf16(m_d2f_sticky(v)); }
  return m_d2f(v);
}
