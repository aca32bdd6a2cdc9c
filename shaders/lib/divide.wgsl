// Division and roots. The first three are the hardware's, correctly rounded on some
// devices and 2.5 units off on others; m_div and m_rsqrt correct them.

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

fn base_sqrt(x: f32) -> f32 { return sqrt(x); }

fn base_rsqrt(x: f32) -> f32 { return inverseSqrt(x); }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// What rounding a*b to p lost, exactly; fma may be a mere a*b+c.
fn m_prod_err(a: f32, b: f32, p: f32) -> f32 {
  let ah = m_hi12(a); let al = m_bar(a - ah);
  let bh = m_hi12(b); let bl = m_bar(b - bh);
  return m_bar(m_bar(m_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

// The correctly rounded quotient of x and y in [1, 2).
fn m_div_m(x: f32, y: f32) -> f32 {
  let q = base_div(x, y);
  let p = m_bar(q * y);
  let r = m_bar(x - p) - m_prod_err(q, y, p);
  return q + base_div(r, y);
}

// The quotient of two numbers from their bits, the second one positive.
fn m_div_pos(xb: u32, yb: u32) -> f32 {
  if (xb == 0u) { return 0.0; }
  let x = m_norm(xb); let y = m_norm(yb);
  let e = x.e - y.e;
  if (e > 129) { return m_inf(); }
  if (e < -152) { return 0.0; }
  return m_ldexp(m_div_m(x.m, y.m), e);
}

fn m_div(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  let s = m_sbit(x) ^ m_sbit(y);
  if (xb > 0x7f800000u || yb > 0x7f800000u) { return m_nan(); }
  if (xb == 0x7f800000u) { return select(m_or(m_inf(), s), m_nan(), yb == 0x7f800000u); }
  if (yb == 0x7f800000u) { return m_or(0.0, s); }
  if (yb == 0u) { return select(m_or(m_inf(), s), m_nan(), xb == 0u); }
  return m_or(m_div_pos(xb, yb), s);
}

fn m_rsqrt(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u) { return m_or(m_inf(), m_sbit(x)); }
  if (b == 0x7f800000u) { return 0.0; }
  if (b > 0x7f800000u) { return m_nan(); }
  let n = m_norm(b);
  let h = n.e >> 1u;
  let m = select(n.m, n.m * 2.0, (n.e & 1) != 0);
  // One Newton step with the exact residual 1 - m*y*y
  let y = base_rsqrt(m);
  let p = m_bar(y * y);
  let q = m_bar(m * p);
  let r = m_bar(m_bar(1.0 - q) - m_prod_err(m, p, q)) - m * m_prod_err(y, y, p);
  return (y + 0.5 * y * r) * m_pow2(-h);
}
