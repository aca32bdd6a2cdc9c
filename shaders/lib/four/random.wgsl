// Random bits of a key and a counter (Salmon et al., 2011): Threefry-2x32 of 20 rounds, and the numbers that
// are made of them. The second and the first word are in the order of an integer of 64 bits.

// Four rounds of addition, rotation and exclusive or.
fn m_threefry_rounds(block: vec2<u32>, r0: u32, r1: u32, r2: u32, r3: u32) -> vec2<u32> {
  var x = block[1] + block[0];
  var y = ((block[0] << r0) | (block[0] >> (u32(32u) - r0))) ^ x;
  x += y; y = ((y << r1) | (y >> (u32(32u) - r1))) ^ x;
  x += y; y = ((y << r2) | (y >> (u32(32u) - r2))) ^ x;
  x += y; y = ((y << r3) | (y >> (u32(32u) - r3))) ^ x;
  return vec2<u32>(y, x);
}

// The first rotations, and what is added then.
fn m_threefry_even(b: vec2<u32>, y: u32, x: u32) -> vec2<u32> {
  let a = m_threefry_rounds(b, u32(13u), u32(15u), u32(26u), u32(6u));
  return vec2<u32>(a[0] + y, a[1] + x);
}

fn m_threefry_odd(b: vec2<u32>, y: u32, x: u32) -> vec2<u32> {
  let a = m_threefry_rounds(b, u32(17u), u32(29u), u32(16u), u32(24u));
  return vec2<u32>(a[0] + y, a[1] + x);
}

fn m_threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  let y = key[0]; let x = key[1];
  let last = u32(0x1bd11bdau) ^ y ^ x;
  var b = m_threefry_even(vec2<u32>(counter[0] + y, counter[1] + x), last + u32(1u), y);
  b = m_threefry_odd(b, x + u32(2u), last);
  b = m_threefry_even(b, y + u32(3u), x);
  b = m_threefry_odd(b, last + u32(4u), y);
  return m_threefry_even(b, x + u32(5u), last);
}

fn m_random_bits(key: vec2<u32>, counter: vec2<u32>) -> u32 {
  let b = m_threefry(key, counter);
  return b[0] ^ b[1];
}

// -log(x) of a normal number x up to 1: see package op. Every step is rounded. So products pass m_bar, and sums
// that are added; what is multiplied by another value is neither contracted nor reassociated. 0 passes it
// too, as -log(1) is not -0: compilers make a change of the sign of 0 - x.
fn m_minus_log(x: f32) -> f32 {
  let i = bitcast<u32>(x) - u32(0x3f3504f3u);
  let e = f32(bitcast<i32>(i) >> u32(23u));
  let t = m_bar(bitcast<f32>((i & u32(0x7fffffu)) + u32(0x3f3504f3u)) - 1.0);
  var p = m_bar(-0.076108105 * t);
  p = m_bar((p + 0.13047649) * t);
  p = m_bar((p - 0.13325281) * t);
  p = m_bar((p + 0.1416174) * t);
  p = m_bar((p - 0.1659482) * t);
  p = m_bar((p + 0.20002735) * t);
  p = m_bar((p - 0.25002348) * t);
  p = m_bar((p + 0.3333332) * t);
  p = p - 0.49999976;
  let low = m_bar(m_bar(e * 0.000031946183298714458942413330078125) + m_bar(m_bar(t * t) * p));
  return m_bar(m_bar(f32(0.0)) - m_bar(m_bar(e * 0.693115234375) + m_bar(t + low)));
}

// sqrt(2) erfinv(a) for 0 <= a < 1, by w = -log(1 - a^2) up to 16.8. The middle and the tail share the steps of
// their polynomials, because software drivers run the text of a branch and of a loop at least once.
fn m_normal_below(a: f32, w: f32) -> f32 {
  let s = m_bar(base_sqrt(w));
  let tail = w >= f32(4.0);
  let x = m_bar(select(w, s, tail) - select(f32(2.0), f32(3.0), tail));
  var p = m_bar(select(f32(-1.3843188e-08), f32(0.0), tail) * x);
  p = m_bar((p + select(f32(9.256788e-08), f32(-2.1043734e-05), tail)) * x);
  p = m_bar((p + select(f32(4.2986892e-07), f32(7.881578e-05), tail)) * x);
  p = m_bar((p + select(f32(-6.874558e-06), f32(-6.423636e-05), tail)) * x);
  p = m_bar((p + select(f32(1.0756522e-05), f32(-0.00031093517), tail)) * x);
  p = m_bar((p + select(f32(0.0003053549), f32(0.0016205946), tail)) * x);
  p = m_bar((p + select(f32(-0.0023930864), f32(-0.004872725), tail)) * x);
  p = m_bar((p + select(f32(-0.002783362), f32(0.009677741), tail)) * x);
  p = m_bar((p + select(f32(0.3532254), f32(0.4179788), tail)) * x);
  p = m_bar(p + select(f32(0.9476764), f32(1.006187), tail));
  return m_bar(select(a, s, tail) + select(m_bar(a * p), p, tail));
}

fn m_random_normal(bits: u32) -> f32 {
  let u = f32(bitcast<i32>((bits >> u32(9u)) << u32(2u)) - i32(16777215)) * 0.000000059604644775390625;
  let a = abs(u);
  let y = m_normal_below(a, m_minus_log(m_bar(m_bar(1.0 - a) * m_bar(1.0 + a))));
  return bitcast<f32>(bitcast<u32>(y) | (bitcast<u32>(u) & u32(0x80000000u)));
}

fn m_random_exponential(bits: u32) -> f32 {
  return m_minus_log(m_bar(1.0 - f32(bits >> u32(9u)) * 0.00000011920928955078125));
}
