// Fixed point: 104 bits after the point in 8 limbs of 13 bits, the highest first. Limbs are
// signed and may be a little too large or too small; the first takes what is whole.
struct MFix { h: vec4<i32>, l: vec4<i32> }

fn m_fix_one() -> MFix { return MFix(vec4<i32>(8192, 0, 0, 0), vec4<i32>()); }

fn m_fix_minus(x: MFix, y: MFix) -> MFix { return MFix(x.h - y.h, x.l - y.l); }

// Moves what limbs have beyond 13 bits up by one limb.
fn m_fix_carry(x: MFix) -> MFix {
  let h = x.h >> vec4<u32>(13u); let l = x.l >> vec4<u32>(13u);
  return MFix((x.h & vec4<i32>(-1, 8191, 8191, 8191)) + vec4<i32>(h.yzw, l.x), (x.l & vec4<i32>(8191)) + vec4<i32>(l.yzw, 0));
}

// Carries from limb to limb: each but the first has 13 bits then.
fn m_fix_settle(x: MFix) -> MFix {
  let g = x.l.z + (x.l.w >> 13u);
  let f = x.l.y + (g >> 13u);
  let e = x.l.x + (f >> 13u);
  let d = x.h.w + (e >> 13u);
  let c = x.h.z + (d >> 13u);
  let b = x.h.y + (c >> 13u);
  return MFix(vec4<i32>(x.h.x + (b >> 13u), b, c, d) & vec4<i32>(-1, 8191, 8191, 8191), vec4<i32>(e, f, g, x.l.w) & vec4<i32>(8191));
}

// m * 2^t, the words of it that end at the point.
fn m_fix_words(m: u32, t: vec4<i32>) -> vec4<i32> {
  let up = vec4<u32>(clamp(t, vec4<i32>(0), vec4<i32>(31))); let down = vec4<u32>(clamp(-t, vec4<i32>(0), vec4<i32>(31)));
  return vec4<i32>((vec4<u32>(m) >> down) << up);
}

// m * 2^e below 4.
fn m_fix(m: u32, e: i32) -> MFix {
  let t = vec4<i32>(13, 26, 39, 52) + vec4<i32>(e);
  return MFix(m_fix_words(m, t) & vec4<i32>(-1, 8191, 8191, 8191), m_fix_words(m, t + vec4<i32>(52)) & vec4<i32>(8191));
}

// The columns of a product: the first four of four limbs by four, and the others.
fn m_fix_left(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.x * y + x.y * vec4<i32>(0, y.xyz) + x.z * vec4<i32>(0, 0, y.xy) + x.w * vec4<i32>(0, 0, 0, y.x);
}

fn m_fix_right(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.y * vec4<i32>(y.w, 0, 0, 0) + x.z * vec4<i32>(y.zw, 0, 0) + x.w * vec4<i32>(y.yzw, 0);
}

fn m_fix_times(x: MFix, y: MFix) -> MFix {
  let h = m_fix_left(x.h, y.h);
  let l = m_fix_left(x.h, y.l) + m_fix_right(x.h, y.h) + m_fix_left(x.l, y.h);
  return m_fix_carry(m_fix_carry(MFix(vec4<i32>(0, h.xyz), vec4<i32>(h.w, l.xy, l.z + (l.w >> 13u)))));
}

// x / n for a small n. A digit that is off by one leaves a rest that the next one makes up for.
fn m_fix_over(x: MFix, n: i32) -> MFix {
  let q = base_div(1.0, f32(n));
  var d = x;
  var v = x.h.x; d.h.x = i32(f32(v) * q);
  v = (v - d.h.x * n) * 8192 + x.h.y; d.h.y = i32(f32(v) * q);
  v = (v - d.h.y * n) * 8192 + x.h.z; d.h.z = i32(f32(v) * q);
  v = (v - d.h.z * n) * 8192 + x.h.w; d.h.w = i32(f32(v) * q);
  v = (v - d.h.w * n) * 8192 + x.l.x; d.l.x = i32(f32(v) * q);
  v = (v - d.l.x * n) * 8192 + x.l.y; d.l.y = i32(f32(v) * q);
  v = (v - d.l.y * n) * 8192 + x.l.z; d.l.z = i32(f32(v) * q);
  v = (v - d.l.z * n) * 8192 + x.l.w; d.l.w = i32(f32(v) * q);
  return d;
}

// (1 - exp(-z)) / z = 1 - z/2 * (1 - z/3 * (1 - ...)) for 0 <= z < 0.7.
fn m_fix_growth(z: MFix) -> MFix {
  var p = m_fix_one();
  for (var n = 25; n > 1; n = n - 1) {
    p = m_fix_carry(m_fix_minus(m_fix_one(), m_fix_over(m_fix_times(z, p), n)));
  }
  return p;
}

// sign * (hi + lo) * 2^n, hi + lo having 32 bits; sign is a sign bit. hi is 0 for what is
// below 2^-78.
struct MFixParts { sign: u32, hi: f32, lo: f32, n: i32 }

fn m_fix_parts(x: MFix) -> MFixParts {
  var v = m_fix_settle(x);
  let sign = bitcast<u32>(v.h.x) & 0x80000000u;
  if (sign != 0u) { v = m_fix_settle(MFix(-v.h, -v.l)); }
  var n = -26;
  while (v.h.x == 0 && n > -104) {
    v = MFix(vec4<i32>(v.h.yzw, v.l.x), vec4<i32>(v.l.yzw, 0));
    n = n - 13;
  }
  if (v.h.x == 0) { return MFixParts(0u, 0.0, 0.0, 0); }
  let s = countLeadingZeros(u32(v.h.x * 8192 + v.h.y));
  let top = (u32(v.h.x * 8192 + v.h.y) << s) | (u32(v.h.z * 8192 + v.h.w) >> (26u - s));
  return MFixParts(sign, f32(top & 0xffffff00u), f32(top & 0xffu), n - i32(s));
}
