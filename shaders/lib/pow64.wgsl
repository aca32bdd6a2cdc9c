// Powers and divisors of 64-bit integers; see int64.wgsl.

// One round for each bit of y.
fn m_upow64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  var r = vec2<u32>(1u, 0u);
  var square = x;
  for (var rest = y; !m_eq64(rest, vec2<u32>(0u)); rest = m_right64(rest, 1u, 0u)) {
    if ((rest.x & 1u) != 0u) { r = m_mul64(r, square); }
    square = m_mul64(square, square);
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_negative64(y)) { return m_upow64(x, y); }
  if (m_eq64(x, vec2<u32>(1u, 0u))) { return x; }
  let minus = m_eq64(x, vec2<u32>(0xffffffffu));
  return select(vec2<u32>(0u), m_negate64(vec2<u32>(1u, 0u), (y.x & 1u) != 0u), minus);
}

// x, not 0, shifted right until it is odd.
fn m_odd64(x: vec2<u32>) -> vec2<u32> { return m_right64(x, m_twos64(x), 0u); }

fn m_twos64(x: vec2<u32>) -> u32 {
  return select(countTrailingZeros(x.x), 32u + countTrailingZeros(x.y), x.x == 0u);
}

// Stein's algorithm, as m_ugcd.
fn m_ugcd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (m_eq64(x, vec2<u32>(0u)) || m_eq64(y, vec2<u32>(0u))) { return x | y; }
  var a = m_odd64(x);
  var b = y;
  while (!m_eq64(b, vec2<u32>(0u))) {
    b = m_odd64(b);
    let low = m_umin64(a, b);
    b = m_sub64(m_umax64(a, b), low);
    a = low;
  }
  return m_left64(a, m_twos64(x | y));
}

fn m_ulcm64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_mul64(m_udiv64(x, m_ugcd64(x, y)), y); }

fn m_igcd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_ugcd64(m_abs64(x), m_abs64(y)); }

fn m_ilcm64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_ulcm64(m_abs64(x), m_abs64(y)); }
