// Quotients and square roots. base_div and base_sqrt round correctly on every device. WGSL grants
// them 2.5 and 4.5 units of error. Where an adapter uses that allowance, the files in repair
// replace them.

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

fn base_sqrt(x: f32) -> f32 { return sqrt(x); }

fn base_sqrt4(x: vec4<f32>) -> vec4<f32> { return vec4<f32>(base_sqrt(x.x), base_sqrt(x.y), base_sqrt(x.z), base_sqrt(x.w)); }

// The adapter's, whose 2 units of error m_rsqrt takes off.
fn raw_rsqrt(x: f32) -> f32 { return inverseSqrt(x); }

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

fn m_rsqrt(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u) { return m_or(m_inf(), m_sbit(x)); }
  if (b == 0x7f800000u) { return 0.0; }
  if (b > 0x7f800000u) { return m_nan(); }
  let n = m_norm(b);
  let h = n.e >> 1u;
  let m = select(n.m, n.m * 2.0, (n.e & 1) != 0);
  // One step of Newton's to the second order, with the exact residual 1 - m*y*y.
  let y = raw_rsqrt(m);
  let p = m_bar(y * y);
  let q = m_bar(m * p);
  let r = m_bar(m_bar(1.0 - q) - m_prod_err(m, p, q)) - m * m_prod_err(y, y, p);
  return (y + y * r * (0.5 + 0.375 * r)) * m_pow2(-h);
}
