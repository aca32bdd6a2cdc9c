// Comparing floats as integers: exact for NaN, signed zeros and subnormals, whatever a
// device does to them.

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

// m_order, but -0 lies below 0.
fn m_total(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return b ^ ((b >> 31u) & 0x7fffffff);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_eq(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) == m_order(y); }

fn m_ne(x: f32, y: f32) -> bool { return !m_eq(x, y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn m_le(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) <= m_order(y); }

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

// Negative numbers and -0 have the bits from 0x80000000 to 0xff800000; NaN has others.
fn m_relu(x: f32) -> f32 { return select(x, 0.0, bitcast<u32>(x) - 0x80000000u <= 0x7f800000u); }

fn m_sign(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  if (m_abits(x) == 0u) { return 0.0; }
  return m_or(1.0, m_sbit(x));
}

// The number, where the other operand is NaN.
fn m_fmax(x: f32, y: f32) -> f32 {
  return select(select(m_max(x, y), x, m_isnan(y)), y, m_isnan(x));
}

fn m_fmin(x: f32, y: f32) -> f32 {
  return select(select(m_min(x, y), x, m_isnan(y)), y, m_isnan(x));
}

// The neighbour of x in the direction of y: the bits of numbers of one sign are ordered
// as the numbers are.
fn m_nextafter(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  if (m_abits(x) == 0u) { return bitcast<f32>(m_sbit(y) | 1u); }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return bitcast<f32>(select(bitcast<u32>(x) - 1u, bitcast<u32>(x) + 1u, outwards));
}
