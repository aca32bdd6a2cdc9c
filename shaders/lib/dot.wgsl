// A sum of products in float32, in blocks of 256 terms. Products that might be subnormal are summed
// apart, times 2^150.

// flags are those of an exact sum, of products with a NaN or an infinity.
struct MDot { block: vec2<f32>, sum: vec2<f32>, left: u32, flags: u32 }

fn m_dot_begin() -> MDot { return MDot(vec2<f32>(), vec2<f32>(), 256u, 0u); }

fn m_dot_add(s: ptr<function, MDot>, x: f32, y: f32) {
  var p = vec2<f32>(x * y, 0.0);
  let small = m_abits(p.x) < 0x0d800000u && min(m_abits(x), m_abits(y)) != 0u; // 2^-100
  let special = max(m_abits(x), m_abits(y)) >= 0x7f800000u;
  var rare = small || special || (*s).left == 0u;
  while (rare) { // a loop, because software drivers compute both sides of a branch
    if (small) { p = vec2<f32>(0.0, m_dot_small(x, y)); }
    if (special) {
      (*s).flags |= m_dot_special(x, y);
      p = vec2<f32>();
    }
    if ((*s).left == 0u) {
      (*s).sum += (*s).block;
      (*s).block = vec2<f32>();
      (*s).left = 256u;
    }
    rare = false;
  }
  (*s).block += p;
  (*s).left -= 1u;
}

fn m_dot_special(x: f32, y: f32) -> u32 {
  let nan = m_isnan(x) || m_isnan(y) || min(m_abits(x), m_abits(y)) == 0u;
  return m_sum_special(select(0x7f800000u | (m_sbit(x) ^ m_sbit(y)), 0x7fc00000u, nan));
}

// x * y * 2^150, for a product below 2^-100. The lesser factor lies below 2^-50.
fn m_dot_small(x: f32, y: f32) -> f32 {
  let swap = m_abits(x) < m_abits(y);
  let g = m_grown(select(y, x, swap));
  let up = select(m_pow2(75), m_pow2(51), g.back < 1.0);
  return m_bar(m_bar(g.v * m_pow2(75)) * up) * select(x, y, swap);
}

fn m_dot_merge(s: MDot, t: MDot) -> MDot {
  return MDot(vec2<f32>(), (s.sum + s.block) + (t.sum + t.block), 256u, s.flags | t.flags);
}

fn m_dot_end(s: MDot) -> f32 {
  if (s.flags != 0u) { return m_sum_infinite(s.flags); }
  let r = s.sum + s.block;
  let b = m_abits(r.y);
  if (b == 0u || b >= 0x7f800000u) { return r.x + r.y; }
  let n = m_norm(b);
  let small = m_real_f32(MReal(m_sbit(r.y), vec2<u32>(0u, (bitcast<u32>(n.m) << 8u) | 0x80000000u), n.e - 64), false);
  if (m_abits(r.x) == 0u) { return small; }
  return m_bar(r.x) + small;
}

fn m_dot_save(s: MDot) -> array<u32, 3> {
  let r = bitcast<vec2<u32>>(s.sum + s.block);
  return array<u32, 3>(r.x, r.y, s.flags);
}

fn m_dot_load(w: array<u32, 3>) -> MDot {
  return MDot(vec2<f32>(), bitcast<vec2<f32>>(vec2<u32>(w[0], w[1])), 256u, w[2]);
}
