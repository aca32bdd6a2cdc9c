// Comparing float64 (see float64.wgsl) by the bits.

// A signed integer that grows with x, a number; equal for both zeros.
fn m_forder64(x: vec2<u32>) -> vec2<u32> { return m_negate64(m_fabs64(x), m_negative64(x)); }

// m_forder64, but -0 lies below 0.
fn m_ftotal64(x: vec2<u32>) -> vec2<u32> {
  return select(x, x ^ vec2<u32>(0xffffffffu, 0x7fffffffu), m_negative64(x));
}

fn m_fnumbers64(x: vec2<u32>, y: vec2<u32>) -> bool { return !m_fisnan64(x) && !m_fisnan64(y); }

fn m_feq64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return m_fnumbers64(x, y) && (m_eq64(x, y) || (m_fiszero64(x) && m_fiszero64(y)));
}

fn m_flt64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return m_fnumbers64(x, y) && m_ilt64(m_forder64(x), m_forder64(y));
}

fn m_fle64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return m_fnumbers64(x, y) && !m_ilt64(m_forder64(y), m_forder64(x));
}

fn m_fmax64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let r = select(y, x, m_ilt64(m_ftotal64(y), m_ftotal64(x)));
  return select(select(r, y, m_fisnan64(y)), x, m_fisnan64(x));
}

fn m_fmin64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let r = select(y, x, m_ilt64(m_ftotal64(x), m_ftotal64(y)));
  return select(select(r, y, m_fisnan64(y)), x, m_fisnan64(x));
}

// The number, where the other operand is NaN.
fn m_fmaxnum64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return select(select(m_fmax64(x, y), x, m_fisnan64(y)), y, m_fisnan64(x));
}

fn m_fminnum64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return select(select(m_fmin64(x, y), x, m_fisnan64(y)), y, m_fisnan64(x));
}

fn m_frelu64(x: vec2<u32>) -> vec2<u32> {
  return select(x, vec2<u32>(0u), m_negative64(x) && !m_fisnan64(x));
}

fn m_fsign64(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return x; }
  if (m_fiszero64(x)) { return vec2<u32>(0u); }
  return m_fcopysign64(m_fone64(), x);
}

// See m_nextafter.
fn m_fnextafter64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_fnumbers64(x, y)) { return m_fnan64(); }
  if (m_feq64(x, y)) { return y; }
  if (m_fiszero64(x)) { return vec2<u32>(1u, y.y & 0x80000000u); }
  let outwards = m_flt64(x, y) != m_negative64(x);
  return m_add64(x, select(vec2<u32>(0xffffffffu), vec2<u32>(1u, 0u), outwards));
}
