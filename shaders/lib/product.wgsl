// Products of floats, whose exponents are added apart from the significands. These have 32 bits, so
// that n factors are off by less than n / 128 units of float32. No product on the way overflows.

// ±m * 2^(e-31), where m has its top bit set and e is an integer of 64 bits. flags are 1 for NaN, 2 for
// infinity, 4 for 0 and 8 for the sign.
struct MProduct { m: u32, flags: u32, e: vec2<u32> }

fn m_product_one() -> MProduct { return MProduct(0x80000000u, 0u, vec2<u32>(0u)); }

fn m_product(x: f32) -> MProduct {
  let b = m_abits(x);
  let n = m_norm(b);
  let special = select(select(select(0u, 4u, b == 0u), 2u, b == 0x7f800000u), 1u, b > 0x7f800000u);
  return MProduct((bitcast<u32>(n.m) << 8u) | 0x80000000u, special | (m_sbit(x) >> 28u), m_i2l(n.e));
}

fn m_product_times(x: MProduct, y: MProduct) -> MProduct {
  let p = m_mul32(x.m, y.m);
  let two = p.y >> 31u; // the product of the significands is 2 or more
  let m = select((p.y << 1u) | (p.x >> 31u), p.y, two == 1u);
  let flags = ((x.flags | y.flags) & 7u) | ((x.flags ^ y.flags) & 8u);
  return MProduct(m, flags, m_add64(m_add64(x.e, y.e), vec2<u32>(two, 0u)));
}

fn m_product_end(x: MProduct, half: u32) -> f32 {
  let sign = (x.flags & 8u) << 28u;
  if ((x.flags & 1u) != 0u || (x.flags & 6u) == 6u) { return m_nan(); }
  if ((x.flags & 6u) != 0u) { return m_or(select(0.0, m_inf(), (x.flags & 2u) != 0u), sign); }
  let e = select(select(200, -400, m_negative64(x.e)), clamp(bitcast<i32>(x.e.x), -400, 200), m_eq64(m_i2l(bitcast<i32>(x.e.x)), x.e));
  return m_real_round(MReal(sign, vec2<u32>(0u, x.m), e + 86), half);
}
