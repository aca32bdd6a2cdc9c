// Integers of 64 bits, the low word in x. They wrap; what has an i in its name takes them
// as signed, u as unsigned, and what has neither does the same for both.

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_mul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let p = m_mul32(x.x, y.x);
  return vec2<u32>(p.x, p.y + x.x * y.y + x.y * y.x);
}

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

fn m_usign64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(min(x.x | x.y, 1u), 0u); }

fn m_isign64(x: vec2<u32>) -> vec2<u32> { return select(m_usign64(x), vec2<u32>(0xffffffffu), m_negative64(x)); }

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.y < y.y) | ((x.y == y.y) & (x.x < y.x)); }

fn m_ilt64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return (bitcast<i32>(x.y) < bitcast<i32>(y.y)) | ((x.y == y.y) & (x.x < y.x));
}

fn m_umax64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(x, y, m_ult64(x, y)); }

fn m_umin64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(y, x, m_ult64(x, y)); }

fn m_imax64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(x, y, m_ilt64(x, y)); }

fn m_imin64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(y, x, m_ilt64(x, y)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

// Whether y is no number of bits that 64-bit integers can be shifted by.
fn m_beyond64(y: vec2<u32>) -> bool { return y.y != 0u || y.x > 63u; }

fn m_shl64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return select(m_left64(x, y.x & 63u), vec2<u32>(0u), m_beyond64(y));
}

fn m_ushr64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return select(m_right64(x, y.x & 63u, 0u), vec2<u32>(0u), m_beyond64(y));
}

fn m_ishr64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let fill = select(0u, 0xffffffffu, m_negative64(x));
  return select(m_right64(x, y.x & 63u, fill), vec2<u32>(fill), m_beyond64(y));
}
