// The cube root of a number of [1, 8) times 2^3k. It is a first y of 8 bits, whose cube is exact,
// times the cube root of 1 + c.
fn m_cbrt(x: f32) -> f32 {
  let b = m_abits(x);
  if (b == 0u || b >= 0x7f800000u) { return x; }
  let s = m_norm(b);
  let k = (((s.e + 150) * 683) >> 11u) - 50;   // floor(e / 3)
  let j = s.e - 3 * k;
  let m = s.m * m_pow2(j);
  let near = 0.62151432 + s.m * (0.439440817 - s.m * 0.0603190549);
  let times = select(select(1.0, 1.25992105, j == 1), 1.58740105, j == 2);
  let y = bitcast<f32>((bitcast<u32>(near * times) + 0x8000u) & 0xffff0000u);
  let cube = y * y * y;
  let c = base_div(m_bar(m - cube), cube);
  let r = m_bar(y * c * (0.333333333 - c * (0.111111111 - c * 0.0617283951))) + y;
  return m_or(r * m_pow2(k), m_sbit(x));
}
