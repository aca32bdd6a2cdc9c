// Products of float64, like those of product.wgsl: ±m * 2^(e-63), where m has its top bit set. n factors
// are off by less than n / 512 units of float64.

struct MProduct64 { m: vec2<u32>, flags: u32, e: vec2<u32> }

fn m_product64_one() -> MProduct64 { return MProduct64(vec2<u32>(0u, 0x80000000u), 0u, vec2<u32>(0u)); }

fn m_product64(x: vec2<u32>) -> MProduct64 {
  let special = select(select(select(0u, 4u, m_fiszero64(x)), 2u, m_fisinf64(x)), 1u, m_fisnan64(x));
  let f = m_fopen64(x);
  return MProduct64(vec2<u32>(f.m.x, f.m.y | 0x80000000u), special | ((x.y & 0x80000000u) >> 28u), m_i2l(f.e - 1023));
}

fn m_product64_times(x: MProduct64, y: MProduct64) -> MProduct64 {
  let p = m_wide64(x.m, y.m);
  let two = p.high.y >> 31u; // the product of the significands is 2 or more
  let m = select(m_left64(p.high, 1u) | vec2<u32>(p.low.y >> 31u, 0u), p.high, two == 1u);
  let flags = ((x.flags | y.flags) & 7u) | ((x.flags ^ y.flags) & 8u);
  return MProduct64(m, flags, m_add64(m_add64(x.e, y.e), vec2<u32>(two, 0u)));
}

fn m_product64_end(x: MProduct64) -> vec2<u32> {
  let sign = (x.flags & 8u) << 28u;
  let e = select(select(4000, -4000, m_negative64(x.e)), clamp(bitcast<i32>(x.e.x), -4000, 4000), m_eq64(m_i2l(bitcast<i32>(x.e.x)), x.e));
  let nan = (x.flags & 1u) != 0u || (x.flags & 6u) == 6u;
  return select(m_fround64(sign, MFloat64(e + 1023, x.m)), m_fspecial64(sign, nan, (x.flags & 2u) != 0u), (x.flags & 7u) != 0u);
}
