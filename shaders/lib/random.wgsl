// Random bits of a key and a counter (Salmon et al., 2011): Threefry-2x32 of 20 rounds.

// Four rounds of addition, rotation and exclusive or. x and y are the second and the first word, as in
// an integer of 64 bits.
fn m_threefry_rounds(block: vec2<u32>, r: vec4<u32>) -> vec2<u32> {
  var x = block.y + block.x;
  var y = ((block.x << r.x) | (block.x >> (32u - r.x))) ^ x;
  x += y; y = ((y << r.y) | (y >> (32u - r.y))) ^ x;
  x += y; y = ((y << r.z) | (y >> (32u - r.z))) ^ x;
  x += y; y = ((y << r.w) | (y >> (32u - r.w))) ^ x;
  return vec2<u32>(y, x);
}

fn m_threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  let last = 0x1bd11bdau ^ key.x ^ key.y;
  let first = vec4<u32>(13u, 15u, 26u, 6u);
  let second = vec4<u32>(17u, 29u, 16u, 24u);
  var b = m_threefry_rounds(counter + key, first) + vec2<u32>(last + 1u, key.x);
  b = m_threefry_rounds(b, second) + vec2<u32>(key.y + 2u, last);
  b = m_threefry_rounds(b, first) + vec2<u32>(key.x + 3u, key.y);
  b = m_threefry_rounds(b, second) + vec2<u32>(last + 4u, key.x);
  return m_threefry_rounds(b, first) + vec2<u32>(key.y + 5u, last);
}

fn m_random_bits(key: vec2<u32>, counter: vec2<u32>) -> u32 {
  let b = m_threefry(key, counter);
  return b.x ^ b.y;
}

// -log(x) of a normal number x up to 1: see package op. Every step is rounded, so sums and products pass
// m_bar.
fn m_minus_log(x: f32) -> f32 {
  let i = bitcast<u32>(x) - 0x3f3504f3u;
  let e = f32(bitcast<i32>(i) >> 23u);
  let t = m_bar(bitcast<f32>((i & 0x7fffffu) + 0x3f3504f3u) - 1.0);
  var p = m_bar(-0.076108105 * t);
  p = m_bar(m_bar(p + 0.13047649) * t);
  p = m_bar(m_bar(p - 0.13325281) * t);
  p = m_bar(m_bar(p + 0.1416174) * t);
  p = m_bar(m_bar(p - 0.1659482) * t);
  p = m_bar(m_bar(p + 0.20002735) * t);
  p = m_bar(m_bar(p - 0.25002348) * t);
  p = m_bar(m_bar(p + 0.3333332) * t);
  p = m_bar(p - 0.49999976);
  let low = m_bar(m_bar(e * 0.000031946183298714458942413330078125) + m_bar(m_bar(t * t) * p));
  return m_bar(0.0 - m_bar(m_bar(e * 0.693115234375) + m_bar(t + low)));
}

fn m_normal_middle(x: f32) -> f32 {
  var p = m_bar(-1.3843188e-08 * x);
  p = m_bar(m_bar(p + 9.256788e-08) * x);
  p = m_bar(m_bar(p + 4.2986892e-07) * x);
  p = m_bar(m_bar(p - 6.874558e-06) * x);
  p = m_bar(m_bar(p + 1.0756522e-05) * x);
  p = m_bar(m_bar(p + 0.0003053549) * x);
  p = m_bar(m_bar(p - 0.0023930864) * x);
  p = m_bar(m_bar(p - 0.002783362) * x);
  p = m_bar(m_bar(p + 0.3532254) * x);
  return m_bar(p + 0.9476764);
}

fn m_normal_tail(x: f32) -> f32 {
  var p = m_bar(-2.1043734e-05 * x);
  p = m_bar(m_bar(p + 7.881578e-05) * x);
  p = m_bar(m_bar(p - 6.423636e-05) * x);
  p = m_bar(m_bar(p - 0.00031093517) * x);
  p = m_bar(m_bar(p + 0.0016205946) * x);
  p = m_bar(m_bar(p - 0.004872725) * x);
  p = m_bar(m_bar(p + 0.009677741) * x);
  p = m_bar(m_bar(p + 0.4179788) * x);
  return m_bar(p + 1.006187);
}

fn m_random_normal(bits: u32) -> f32 {
  let u = f32(bitcast<i32>((bits >> 9u) << 2u) - 16777215) * 0.000000059604644775390625;
  let a = abs(u);
  let w = m_minus_log(m_bar(m_bar(1.0 - a) * m_bar(1.0 + a)));
  if (w < 4.0) { return m_bar(u + m_bar(u * m_normal_middle(m_bar(w - 2.0)))); }
  let s = m_bar(base_sqrt(w));
  return m_or(m_bar(s + m_normal_tail(m_bar(s - 3.0))), bitcast<u32>(u) & 0x80000000u);
}

fn m_random_exponential(bits: u32) -> f32 {
  return m_minus_log(m_bar(1.0 - f32(bits >> 9u) * 0.00000011920928955078125));
}
