// Exact sums of float32: a whole number of units of 2^-149, in two's complement over 320 bits, the
// lowest word first. Units reach up to 2^277, so 2^32 terms never overflow.

struct MWords { w: array<u32, 10> }

// n, but no compiler knows. It may decide a branch: then llvmpipe compiles the uniforms in that it is made
// of. So it is not made of m_zero, which would no longer keep floats from being rearranged.
fn m_hide(n: u32) -> u32 { return n | (params.loops & ~arrayLength(&buf1)); }

struct MCarry { w: u32, carry: u32 }

// No && and no ||, which browsers translate to branches. Of a chain of sums whose carries are branches,
// SwiftShader's compiler follows each way: ten sums in a loop took minutes, and gigabytes.
fn m_plus32(x: u32, y: u32, carry: u32) -> MCarry {
  let s = x + y;
  let t = s + carry;
  return MCarry(t, select(0u, 1u, (s < y) | (t < carry)));
}

// No loop, as llvmpipe bounds the rounds of a thread's loops, and threads add many states.
fn m_words_add(x: MWords, y: MWords, carry: u32) -> MWords {
  let a = m_plus32(x.w[0], y.w[0], carry);
  let b = m_plus32(x.w[1], y.w[1], a.carry);
  let c = m_plus32(x.w[2], y.w[2], b.carry);
  let d = m_plus32(x.w[3], y.w[3], c.carry);
  let e = m_plus32(x.w[4], y.w[4], d.carry);
  let f = m_plus32(x.w[5], y.w[5], e.carry);
  let g = m_plus32(x.w[6], y.w[6], f.carry);
  let h = m_plus32(x.w[7], y.w[7], g.carry);
  let i = m_plus32(x.w[8], y.w[8], h.carry);
  let j = m_plus32(x.w[9], y.w[9], i.carry);
  return MWords(array<u32, 10>(a.w, b.w, c.w, d.w, e.w, f.w, g.w, h.w, i.w, j.w));
}

fn m_words_plus(x: MWords, y: MWords) -> MWords { return m_words_add(x, y, 0u); }

// x and a float, which counts for 0 if it is not finite.
fn m_words_put(x: MWords, term: f32) -> MWords {
  let u = bitcast<u32>(term);
  let e = (u >> 23u) & 255u;
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
  let r = (max(e, 1u) - 1u) & 31u; let k = (max(e, 1u) - 1u) >> 5u;
  let v = vec2<u32>(m << r, (m >> 1u) >> (31u - r));
  let sign = 0u - (u >> 31u);
  return m_words_add(x, MWords(array<u32, 10>(
    m_words_part(v, k, sign), m_words_part(v, k - 1u, sign), m_words_part(v, k - 2u, sign), m_words_part(v, k - 3u, sign), m_words_part(v, k - 4u, sign),
    m_words_part(v, k - 5u, sign), m_words_part(v, k - 6u, sign), m_words_part(v, k - 7u, sign), m_words_part(v, k - 8u, sign), m_words_part(v, k - 9u, sign))), sign & 1u);
}

// The word of two that lies k words further on, or of zeros; its complement if all bits of sign are set.
fn m_words_part(v: vec2<u32>, k: u32, sign: u32) -> u32 { return select(select(0u, v.y, k == 0xffffffffu), v.x, k == 0u) ^ sign; }

// Digits of 21 bits, the lowest first, times 2^low. The last one is signed, and takes the rest.
fn m_words(digits: vec4<i32>, low: u32) -> MWords {
  let d = bitcast<vec4<u32>>(m_carried(digits));
  let sign = 0u - (d.w >> 31u);
  var v = array<u32, 6>(0u, d.x | (d.y << 21u), (d.y >> 11u) | (d.z << 10u) | (d.w << 31u), (d.w >> 1u) | (sign << 31u), sign, sign);
  let k = bitcast<i32>(low >> 5u); let r = low & 31u;
  return MWords(array<u32, 10>(
    m_words_at(&v, -k, r), m_words_at(&v, 1 - k, r), m_words_at(&v, 2 - k, r), m_words_at(&v, 3 - k, r), m_words_at(&v, 4 - k, r),
    m_words_at(&v, 5 - k, r), m_words_at(&v, 6 - k, r), m_words_at(&v, 7 - k, r), m_words_at(&v, 8 - k, r), m_words_at(&v, 9 - k, r)));
}

// Word i of v, which begins with a word -1, times 2^r.
fn m_words_at(v: ptr<function, array<u32, 6>>, i: i32, r: u32) -> u32 {
  return ((*v)[clamp(i + 1, 0, 5)] << r) | (((*v)[clamp(i, 0, 5)] >> 1u) >> (31u - r));
}

// The digits but the last have 21 bits.
fn m_carried(digits: vec4<i32>) -> vec4<i32> {
  var a = digits;
  a.y += a.x >> 21u; a.z += a.y >> 21u; a.w += a.z >> 21u;
  return a & vec4<i32>(0x1fffff, 0x1fffff, 0x1fffff, -1);
}

// ±m * 2^(e-149), where m has its top bit set; 0 has none. The last bit of m says whether that bit or
// any after it is set. sign is a sign bit.
struct MReal { sign: u32, m: vec2<u32>, e: i32 }

// What a walk up the words of a magnitude finds: the highest word that is not 0, the two below it, all others
// below, and its place; the two words before, all others, and the carry.
struct MTop { top: vec3<u32>, more: u32, e: i32, before: vec2<u32>, below: u32, carry: u32 }

fn m_top_word(t: MTop, x: u32, flip: u32, e: i32) -> MTop {
  let word = (x ^ flip) + t.carry;
  let high = word != 0u;
  return MTop(select(t.top, vec3<u32>(t.before, word), high), select(t.more, t.below, high), select(t.e, e, high),
    vec2<u32>(t.before.y, word), t.below | t.before.x, select(t.carry, 0u, high));
}

fn m_words_real(x: MWords) -> MReal {
  let negative = x.w[9] >> 31u;
  let flip = 0u - negative;
  let a = m_top_word(MTop(vec3<u32>(), 0u, 0, vec2<u32>(), 0u, negative), x.w[0], flip, -32);
  let b = m_top_word(a, x.w[1], flip, 0);
  let c = m_top_word(b, x.w[2], flip, 32);
  let d = m_top_word(c, x.w[3], flip, 64);
  let e = m_top_word(d, x.w[4], flip, 96);
  let f = m_top_word(e, x.w[5], flip, 128);
  let g = m_top_word(f, x.w[6], flip, 160);
  let h = m_top_word(g, x.w[7], flip, 192);
  let i = m_top_word(h, x.w[8], flip, 224);
  let j = m_top_word(i, x.w[9], flip, 256);
  return m_real(negative << 31u, j.top, j.more, j.e);
}

// ±(top + a fraction, if more) * 2^(e-32-149). The highest word of top is 0 if the number is 0.
fn m_real(sign: u32, top: vec3<u32>, more: u32, e: i32) -> MReal {
  let z = countLeadingZeros(top.z) & 31u;
  let m = m_left64(top.yz, z) | vec2<u32>((top.x >> 1u) >> (31u - z), 0u);
  return MReal(sign, vec2<u32>(m.x | min((top.x << z) | more, 1u), m.y), e - i32(z));
}

// x / n, for n but 0. A driver that knew n for a uniform would follow every step down to it.
fn m_real_over(x: MReal, n: u32) -> MReal {
  let d = m_divrem64(m_right64(x.m, 1u, 0u), vec2<u32>(m_hide(n), 0u));
  let more = min(d.r.x | (x.m.x & 1u), 1u);
  let z = m_zeros64(d.q) & 63u;
  let m = m_left64(d.q, z);
  return MReal(x.sign, vec2<u32>(m.x | more, m.y), x.e + 1 - i32(z));
}

// The float32 nearest to x, ties to even. For odd, it is the number before, with its last bit set
// if x has more bits. So a later rounding to a narrower type is the only one, and what is finite
// stays so.
fn m_real_f32(x: MReal, odd: bool) -> f32 {
  if (x.m.y == 0u) { return 0.0; }
  let place = max(x.e + 40, 0); // of the last bit
  let v = m_sticky64(x.m, u32(min(place - x.e - 2, 64))).x;
  let r = v & 3u;
  let up = select(r > 2u || (r == 2u && (v & 4u) != 0u), r != 0u && (v & 4u) == 0u, odd);
  let b = (v >> 2u) + select(0u, 1u, up) + (u32(place) << 23u);
  return bitcast<f32>(min(b, select(0x7f800000u, 0x7f7fffffu, odd)) | x.sign);
}

// x, rounded once to float32, to float16 for a half of 1, or to bfloat16 for 2.
fn m_real_round(x: MReal, half: u32) -> f32 {
  let r = m_real_f32(x, half != 0u);
  return select(select(m_round_bf16(r), m_round_f16(r), half == 1u), r, half == 0u);
}
