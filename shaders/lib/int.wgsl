// Integers with a result for every operand. WGSL's own division by zero and shifts by
// 32 or more are undefined on old compilers; here they give 0 (a shifted sign, its bits).

// Towards zero; the smallest integer by -1 is itself.
fn m_idiv(x: i32, y: i32) -> i32 {
  let q = x / select(y, 1, y == 0 || y == -1);
  return select(select(q, 0 - x, y == -1), 0, y == 0);
}

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

// With the sign of x.
fn m_irem(x: i32, y: i32) -> i32 {
  let d = select(y, 1, y == 0 || y == -1);
  return x - x / d * d;
}

// Towards minus infinity.
fn m_ifloordiv(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return m_idiv(x, y) - select(0, 1, r != 0 && (r ^ y) < 0);
}

// With the sign of y.
fn m_imod(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return r + select(0, y, r != 0 && (r ^ y) < 0);
}

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn m_umod(x: u32, y: u32) -> u32 { return select(x % select(y, 1u, y == 0u), 0u, y == 0u); }

fn m_shl_u(x: u32, y: u32) -> u32 { return select(x << (y & 31u), 0u, y > 31u); }

fn m_shr_u(x: u32, y: u32) -> u32 { return select(x >> (y & 31u), 0u, y > 31u); }

fn m_shl_i(x: i32, y: i32) -> i32 { return bitcast<i32>(m_shl_u(bitcast<u32>(x), bitcast<u32>(y))); }

fn m_shr_i(x: i32, y: i32) -> i32 { return x >> min(bitcast<u32>(y), 31u); }

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow(x: i32, y: i32) -> i32 {
  if (y >= 0) { return bitcast<i32>(m_upow(bitcast<u32>(x), bitcast<u32>(y))); }
  if (x == 1) { return 1; }
  return select(0, 1 - (y & 1) * 2, x == -1);
}

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

// The same for the narrower types.
fn m_f2i8(x: f32) -> i32 { return clamp(m_f2i(x), -128, 127); }

fn m_f2i16(x: f32) -> i32 { return clamp(m_f2i(x), -32768, 32767); }

fn m_f2u8(x: f32) -> u32 { return min(m_f2u(x), 255u); }

fn m_f2u16(x: f32) -> u32 { return min(m_f2u(x), 65535u); }

// The nearest float: WGSL takes either neighbour for right, and SwiftShader rounds numbers
// from 2^31 on twice. Both halves are exact, however they are converted, and the sum is the
// only rounding.
fn m_u2f(x: u32) -> f32 { return f32(x & 0xffff0000u) + f32(bitcast<i32>(x & 0xffffu)); }

fn m_i2f(x: i32) -> f32 { return f32(x & -65536) + f32(x & 65535); }
