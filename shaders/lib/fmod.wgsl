// Exact: long division of the significands, eight bits a round, in integers.
fn m_fmod(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  if (xb >= 0x7f800000u || yb > 0x7f800000u || yb == 0u) { return m_nan(); }
  if (xb < yb) { return x; }
  var ex = i32(xb >> 23u); var ey = i32(yb >> 23u);
  var mx = xb & 0x7fffffu; var my = yb & 0x7fffffu;
  if (ex == 0) { let s = countLeadingZeros(mx) - 8u; mx = mx << s; ex = 1 - i32(s); } else { mx = mx | 0x800000u; }
  if (ey == 0) { let s = countLeadingZeros(my) - 8u; my = my << s; ey = 1 - i32(s); } else { my = my | 0x800000u; }
  var d = ex - ey;
  var r = mx % my;
  while (d > 0 && r != 0u) {
    let st = min(d, 8);
    r = (r << u32(st)) % my;
    d -= st;
  }
  if (r == 0u) { return m_or(0.0, m_sbit(x)); }
  // The result is r * 2^(ey - 150).
  let z = countLeadingZeros(r) - 8u;
  let e = ey - i32(z);
  var o: u32;
  if (e >= 1) { o = ((r << z) & 0x7fffffu) | (u32(e) << 23u); }
  else { // subnormal
    let up = ey - 1;
    if (up >= 0) { o = r << u32(up); } else { o = r >> u32(-up); }
  }
  return bitcast<f32>(o | m_sbit(x));
}

// A zero takes the sign of y.
fn m_remainder(x: f32, y: f32) -> f32 {
  let m = m_fmod(x, y);
  if (m_abits(m) == 0u) { return m_or(0.0, m_sbit(y)); }
  if (m_isnan(m) || m_sbit(m) == m_sbit(y)) { return m; }
  if (m_abits(y) >= 0x0d000000u) { return m + y; } // 2^-101: a subnormal m is less than half a unit of it
  let p = m_norm(m_abits(m)); let q = m_norm(m_abits(y)); // else an adapter that flushes it would give y
  return m_or(m_ldexp(m_bar(q.m - p.m * m_pow2(max(p.e - q.e, -60))), q.e), m_sbit(y));
}

// NumPy's algorithm, step by step: the exact remainder is taken off before dividing. Below 2^60 both are
// taken 2^64 times, because an adapter might flush the remainder and keep y.
fn m_floor_div(x0: f32, y0: f32) -> f32 {
  let up = select(1.0, 18446744073709551616.0, m_abits(x0) < 0x5d800000u);
  let x = m_bar(x0 * up); let y = m_bar(y0 * up);
  if (m_abits(y) == 0u) { return base_div(x, y); }
  let m = m_fmod(x, y);
  if (m_isnan(m)) { return m; }
  var d = base_div(m_bar(x - m), y);
  if (m_abits(m) != 0u && m_sbit(m) != m_sbit(y)) { d = m_bar(d - 1.0); }
  if (m_abits(d) == 0u) { return bitcast<f32>(m_sbit(x) ^ m_sbit(y)); }
  let f = m_bar(floor(d));
  return select(f, f + 1.0, m_bar(d - f) > 0.5);
}
