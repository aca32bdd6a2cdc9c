// ---- stage 1: groups by a thread, teams of 256 ----

// (%0 float32 level 1)
// %1 float32 = max %0
// %2 float32 = sub %0 %1
// %3 float32 = exp %2
// %4 float32 = sum %3
// %5 float32 = div %3 %4
// return %5
// out0 strided @1, in0 strided @2, groups by a thread, axes 1, ranks 1, teams of 256, trip [] ends [0] writes [], trip [1 2] ends [3] writes [], trip [1 2 4] ends [] writes [0]
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  threads: u32,
  groups: u32,
  elements: u32,
  part: u32,
  parts: u32,
  first_part: u32,
  part_count: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
var<workgroup> states: array<u32, 2816>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

// m_order, but -0 lies below 0.
fn m_total(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return b ^ ((b >> 31u) & 0x7fffffff);
}

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

struct MWords { w: array<u32, 10> }

struct MExactSum {
  digits: vec4<i32>, // of 21 bits, the lowest first; carries go to the last
  low: i32, // the place of the window's lowest bit: it is worth 2^(low-149)
  scale: f32, // 2^(107-low), which makes the highest digit a whole number
  most: i32, // the greatest magnitude in the window, as bits without the sign
  least: i32, // 2^31 less the least magnitude that has no bits below the window
  left: u32, // terms until the digits have to be carried
  count: u32, // terms before
  flags: u32, // NaN 1, infinity 2, -infinity 4
  cut: bool, // whether bits have been cut off
  exact: bool, // whether terms with bits below the window are added to words
  words: MWords, // the sum besides the digits
}

fn m_sum_begin() -> MExactSum { return MExactSum(vec4<i32>(), 0, 0.0, 0, 0x7fffffff, 1016u, 0u, 0u, false, false, MWords()); }

struct MExp { hi: f32, lo: f32, n: i32 }

// exp(x + d) as (hi + lo) * 2^n for |x| <= 105 and small |d|; |lo| is below hi / 8.
fn m_exp_pair(x: f32, d: f32) -> MExp {
  let n = floor((x + d) * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = m_bar(n * 2.12194440e-4 + d);
  let r = m_bar(a + b);
  let c = m_bar(a - r) + b;
  var p = 0.00139439607;
  p = p * r + 0.00837010052;
  p = p * r + 0.0416663662;
  p = p * r + 0.166665092;
  p = p * r + 0.5;
  let s = m_bar(1.0 + r);
  let t = m_bar(r - m_bar(s - 1.0)) + m_bar(p * r * r + c);
  return MExp(s, m_bar(t), i32(n));
}

// 2^n for -126 <= n <= 127. SwiftShader shifts one number at a time, and multiplies four.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>((n + 127) * 8388608); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let e = m_exp_pair(x, d);
  return m_ldexp(e.lo + e.hi, e.n + sc);
}

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

// From -104 down the last product is less than half of any number.
fn m_exp(x: f32) -> f32 {
  let r = m_exp_core(clamp(x, -105.0, 90.0), 0.0, 0);
  return select(select(r, m_inf(), x > 88.7228394), x, m_isnan(x));
}

// The digits but the last have 21 bits.
fn m_carried(digits: vec4<i32>) -> vec4<i32> {
  var a = digits;
  a.y += a.x >> 21u; a.z += a.y >> 21u; a.w += a.z >> 21u;
  return a & vec4<i32>(0x1fffff, 0x1fffff, 0x1fffff, -1);
}

// Moves digits down by one, if n bits are that many, and returns the digit that is lost.
fn m_sum_down(a: ptr<function, vec4<i32>>, n: ptr<function, u32>) -> i32 {
  let yes = *n > 20u;
  let lost = select(0, (*a).x, yes);
  *a = select(*a, vec4<i32>((*a).yz, (*a).w & 0x1fffff, (*a).w >> 21u), vec4<bool>(yes));
  *n -= select(0u, 21u, yes);
  return lost;
}

// Moves the window up to low. It takes magnitudes below 2^(low+63-149). A subnormal may be flushed later:
// it counts for one that the window cuts. There is no loop, as llvmpipe bounds the rounds of a thread's loops.
fn m_sum_raise(s: ptr<function, MExactSum>, low: i32) {
  var n = u32(low - (*s).low);
  var a = m_carried((*s).digits);
  var lost = m_sum_down(&a, &n);
  lost |= m_sum_down(&a, &n);
  lost |= m_sum_down(&a, &n);
  lost |= m_sum_down(&a, &n);
  n = min(n, 20u); // else nothing is left but the sign
  let above = (a << vec4<u32>(21u - n)) & vec4<i32>(0x1fffff);
  (*s).digits = (a >> vec4<u32>(n)) | vec4<i32>(above.yzw, 0);
  (*s).cut = (*s).cut | ((lost | above.x) != 0);
  (*s).low = low;
  (*s).scale = bitcast<f32>(u32(234 - low) << 23u);
  (*s).most = ((low + 41) << 23u) - 1;
  (*s).least = bitcast<i32>(0x80000000u - (u32(low + 1) << 23u));
}

// Makes room for a finite magnitude, and for four more terms. The window has room for later terms that are 2^10
// times as great; for a whole sum, which is mostly decided whatever is cut off, 2^20.
fn m_sum_room(s: ptr<function, MExactSum>, a: i32, whole: bool) {
  if ((*s).left < 4u) {
    (*s).digits = m_carried((*s).digits);
    (*s).count += 1016u - (*s).left;
    (*s).left = 1016u;
  }
  let below = select(37, select(30, 20, whole), (*s).most == 0);
  if (a > (*s).most) { m_sum_raise(s, clamp((a >> 23u) - below, 0, 214)); }
}

// The flag of NaN or an infinity.
fn m_sum_special(u: u32) -> u32 { return select(select(2u, 4u, u > 0x7fffffffu), 1u, (u << 1u) > 0xff000000u); }

// The flag of a number, which may be finite: then it is 0.
fn m_sum_flags(u: u32) -> u32 { return select(0u, m_sum_special(u), (u << 1u) >= 0xff000000u); }

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

// The word of two that lies k words further on, or of zeros; its complement if all bits of sign are set.
fn m_words_part(v: vec2<u32>, k: u32, sign: u32) -> u32 { return select(select(0u, v.y, k == 0xffffffffu), v.x, k == 0u) ^ sign; }

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

// What is left of a term for the digits: 0, if it is not finite or is added to words.
fn m_sum_aside(s: ptr<function, MExactSum>, x: f32) -> f32 {
  let flags = m_sum_flags(bitcast<u32>(x));
  (*s).flags |= flags;
  let below = (*s).exact & (bitcast<i32>(0x80000000u) - (bitcast<i32>(x) & 0x7fffffff) > (*s).least);
  if (below) { (*s).words = m_words_put((*s).words, x); }
  return select(x, 0.0, below | (flags != 0u));
}

// A term that does not lie in the window, or that comes when digits have to be carried: scaled to
// the window.
fn m_sum_rare(s: ptr<function, MExactSum>, x: f32) -> f32 {
  let a = bitcast<i32>(x) & 0x7fffffff;
  m_sum_room(s, select(a, 0, a >= 0x7f800000), false);
  return m_sum_aside(s, x) * (*s).scale;
}

// The products, differences and digits are exact, whether they are contracted or rearranged. What
// is rare is a loop, because software drivers compute both sides of a branch.
fn m_sum_add(s: ptr<function, MExactSum>, x: f32) {
  let a = bitcast<i32>(x) & 0x7fffffff;
  var cut = bitcast<i32>(0x80000000u) - a > (*s).least;
  var y = x * (*s).scale;
  var rare = (a > (*s).most) | ((*s).left < 4u) | (cut & (*s).exact);
  while (rare) {
    y = m_sum_rare(s, x);
    cut = bitcast<i32>(0x80000000u) - a > (*s).least; // of a subnormal that has placed the window
    rare = false;
  }
  let high = trunc(y);
  let rest = (y - high) * 2097152.0;
  let middle = trunc(rest);
  (*s).digits += vec4<i32>(i32((rest - middle) * 2097152.0), i32(middle), i32(high), 0);
  (*s).cut = (*s).cut | cut;
  (*s).left -= 1u;
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

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// ±(top + a fraction, if more) * 2^(e-32-149). The highest word of top is 0 if the number is 0.
fn m_real(sign: u32, top: vec3<u32>, more: u32, e: i32) -> MReal {
  let z = countLeadingZeros(top.z) & 31u;
  let m = m_left64(top.yz, z) | vec2<u32>((top.x >> 1u) >> (31u - z), 0u);
  return MReal(sign, vec2<u32>(m.x | min((top.x << z) | more, 1u), m.y), e - i32(z));
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

struct MDiv64 { q: vec2<u32>, r: vec2<u32> }

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

// The digit of 16 bits, and the remainder, of high * 2^16 + next divided by d. high is the
// remainder so far, next a half-word. d has its top bit set, and is more than high. The high half
// of d gives a digit that is at most 2 too large (theorem B there). It is too large where its
// product with the low half of d exceeds the remainder.
fn m_digit(high: u32, next: u32, d: u32) -> vec2<u32> {
  let top = d >> 16u; let low = d & 0xffffu;
  var q = high / top;
  var r = high - q * top;
  for (var i = 0u; i < 2u; i++) {
    if (r < 65536u && q * low > ((r << 16u) | next)) { q -= 1u; r += top; }
  }
  return vec2<u32>(q, ((high << 16u) | next) - q * d);
}

// The quotient, a word, of n by d, and the remainder; d has its top bit set and n.y < d.
fn m_div32(n: vec2<u32>, d: u32) -> vec2<u32> {
  let a = m_digit(n.y, n.x >> 16u, d);
  let b = m_digit(a.y, n.x & 0xffffu, d);
  return vec2<u32>((a.x << 16u) | b.x, b.y);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_mul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let p = m_mul32(x.x, y.x);
  return vec2<u32>(p.x, p.y + x.x * y.y + x.y * y.x);
}

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.y < y.y) | ((x.y == y.y) & (x.x < y.x)); }

// By a divisor of more than a word the quotient is a word. The quotient of n/2 by the divisor's
// first 32 bits, shifted, is right or 1 too large. Less 1, it is never too large, and the remainder
// says whether it is too small (Warren, Hacker's Delight, 9-5).
fn m_divrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 {
  if (m_eq64(y, vec2<u32>(0u))) { return MDiv64(y, y); }
  if ((x.y | y.y) == 0u) {
    let q = x.x / y.x;
    return MDiv64(vec2<u32>(q, 0u), vec2<u32>(x.x - q * y.x, 0u));
  }
  if (y.y == 0u) {
    let s = countLeadingZeros(y.x);
    let high = x.y / y.x;
    let d = m_div32(m_left64(vec2<u32>(x.x, x.y - high * y.x), s), y.x << s);
    return MDiv64(vec2<u32>(d.x, high), vec2<u32>(d.y >> s, 0u));
  }
  let s = countLeadingZeros(y.y);
  let e = m_div32(m_right64(x, 1u, 0u), m_left64(y, s).y).x >> (31u - s);
  let q = vec2<u32>(e - min(e, 1u), 0u);
  let r = m_sub64(x, m_mul64(q, y));
  if (m_ult64(r, y)) { return MDiv64(q, r); }
  return MDiv64(vec2<u32>(q.x + 1u, 0u), m_sub64(r, y));
}

// n, but no compiler knows. It may decide a branch: then llvmpipe compiles the uniforms in that it is made
// of. So it is not made of m_zero, which would no longer keep floats from being rearranged.
fn m_hide(n: u32) -> u32 { return n | (params.loops & ~arrayLength(&buf1)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// x / n, for n but 0. A driver that knew n for a uniform would follow every step down to it.
fn m_real_over(x: MReal, n: u32) -> MReal {
  let d = m_divrem64(m_right64(x.m, 1u, 0u), vec2<u32>(m_hide(n), 0u));
  let more = min(d.r.x | (x.m.x & 1u), 1u);
  let z = m_zeros64(d.q) & 63u;
  let m = m_left64(d.q, z);
  return MReal(x.sign, vec2<u32>(m.x | more, m.y), x.e + 1 - i32(z));
}

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, !m_eq64(m_left64(r, k), x)), r.y);
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

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// x, rounded once to float32, to float16 for a half of 1, or to bfloat16 for 2.
fn m_real_round(x: MReal, half: u32) -> f32 {
  let r = m_real_f32(x, half != 0u);
  return select(select(m_round_bf16(r), m_round_f16(r), half == 1u), r, half == 0u);
}

// The bits of x / n, rounded once: half says to which type. Where n is 1, compilers drop the division.
fn m_words_end(x: MWords, n: u32, half: u32) -> u32 {
  var r = m_words_real(x);
  if (n != 1u) { r = m_real_over(r, n); }
  return bitcast<u32>(m_real_round(r, half));
}

// Word i of v, which begins with a word -1, times 2^r.
fn m_words_at(v: ptr<function, array<u32, 6>>, i: i32, r: u32) -> u32 {
  return ((*v)[clamp(i + 1, 0, 5)] << r) | (((*v)[clamp(i, 0, 5)] >> 1u) >> (31u - r));
}

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

// Whether the sum is the same for all that may have been cut off: a unit of the window for each
// term, and for each time that the window was raised.
fn m_sum_decided(s: MExactSum, n: u32, half: u32) -> bool {
  let most = s.count + 2048u;
  let off = vec4<i32>(i32(most & 0x1fffffu), i32(most >> 21u), 0, 0);
  let a = m_carried(s.digits);
  return m_words_end(m_words(a - off, u32(s.low)), n, half) == m_words_end(m_words(a + off, u32(s.low)), n, half);
}

// Whether the part has to be walked once more. The window stays where it is then, and takes the terms that have
// no bits below it. n and half are those of the end.
fn m_sum_again(s: ptr<function, MExactSum>, whole: bool, n: u32, half: u32) -> bool {
  var again = false;
  var rare = (*s).cut & !(*s).exact & ((*s).flags == 0u);
  while (rare) {
    again = !(whole && m_sum_decided(*s, n, half));
    if (again) {
      (*s).digits = vec4<i32>();
      (*s).exact = true;
    }
    rare = false;
  }
  return again;
}

fn m_words_plus(x: MWords, y: MWords) -> MWords { return m_words_add(x, y, 0u); }

fn m_sum_words(s: MExactSum) -> MWords { return m_words_plus(s.words, m_words(s.digits, u32(s.low))); }

fn m_sum_save(s: MExactSum) -> array<u32, 11> {
  let a = m_sum_words(s).w;
  return array<u32, 11>(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], s.flags);
}

fn m_sum_load(w: array<u32, 11>) -> MExactSum {
  var s = m_sum_begin();
  s.words = MWords(array<u32, 10>(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9]));
  s.flags = w[10];
  return s;
}

fn m_sum_merge(s: MExactSum, t: MExactSum) -> MExactSum {
  var a = m_sum_begin();
  a.words = m_words_plus(m_sum_words(s), m_sum_words(t));
  a.flags = s.flags | t.flags;
  return a;
}

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

// The sum of terms that were not all finite.
fn m_sum_infinite(flags: u32) -> f32 {
  if ((flags & 1u) != 0u || (flags & 6u) == 6u) { return m_nan(); }
  return m_or(m_inf(), (flags & 4u) << 29u);
}

fn m_sum_end(s: MExactSum, n: u32, half: u32) -> f32 {
  if (s.flags != 0u) { return m_sum_infinite(s.flags); }
  return bitcast<f32>(m_words_end(m_sum_words(s), n, half));
}

// v, but it is not known to equal v. After m_bar, operations with the same zero fold away, or make
// a known 0 of a 0. llvmpipe must not divide by a known 0: it then drops the store.
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let begin = 0u;
  let end = params.elements;
  let number = thread;
  let i0 = thread;
  let in0_base0 = params.in0_offset + i0 * params.in0_stride0;
  var a1 = bitcast<f32>((0xff800000u | m_zero()));
  for (var e = begin + lane; e < end; e += 256u) {
    let i1 = e;
    let in0_at = in0_base0 + i1 * params.in0_stride1;
    let b0 = buf2[in0_at];
    let x0 = bitcast<f32>(b0);
    { let combined = x0; a1 = m_max(a1, combined); }
  }
  {
    let n = array<u32, 1>(bitcast<u32>(a1));
    states[(0u) * 256u + lane] = n[0];
  }
  workgroupBarrier();
  for (var others = 128u; others > 0u; others /= 2u) {
    if (lane < others) {
      let w1 = array<u32, 1>(states[(0u) * 256u + lane + others]);
      let t1 = bitcast<f32>(w1[0]);
      { let combined = t1; a1 = m_max(a1, combined); }
      {
        let n = array<u32, 1>(bitcast<u32>(a1));
        states[(0u) * 256u + lane] = n[0];
      }
    }
    workgroupBarrier();
  }
  {
    let w1 = array<u32, 1>(states[(0u) * 256u + 0u]);
    let all = bitcast<f32>(w1[0]);
    a1 = all;
  }
  workgroupBarrier();
  let v1 = m_bar(a1);
  let in0_base1 = params.in0_offset + i0 * params.in0_stride0;
  var a4 = m_sum_begin();
  loop {
    for (var e = begin + lane; e < end; e += 256u) {
      let i1 = e;
      let in0_at = in0_base1 + i1 * params.in0_stride1;
      let b0 = buf2[in0_at];
      let x0 = bitcast<f32>(b0);
      let v2 = m_bar(x0 - v1);
      let v3 = m_bar(m_exp(v2));
      m_sum_add(&a4, v3);
    }
    if (!(m_sum_again(&a4, false, 1u, 0u))) { break; }
  }
  {
    let n = m_sum_save(a4);
    states[(0u) * 256u + lane] = n[0];
    states[(1u) * 256u + lane] = n[1];
    states[(2u) * 256u + lane] = n[2];
    states[(3u) * 256u + lane] = n[3];
    states[(4u) * 256u + lane] = n[4];
    states[(5u) * 256u + lane] = n[5];
    states[(6u) * 256u + lane] = n[6];
    states[(7u) * 256u + lane] = n[7];
    states[(8u) * 256u + lane] = n[8];
    states[(9u) * 256u + lane] = n[9];
    states[(10u) * 256u + lane] = n[10];
  }
  workgroupBarrier();
  for (var others = 128u; others > 0u; others /= 2u) {
    if (lane < others) {
      let w4 = array<u32, 11>(states[(0u) * 256u + lane + others], states[(1u) * 256u + lane + others], states[(2u) * 256u + lane + others], states[(3u) * 256u + lane + others], states[(4u) * 256u + lane + others], states[(5u) * 256u + lane + others], states[(6u) * 256u + lane + others], states[(7u) * 256u + lane + others], states[(8u) * 256u + lane + others], states[(9u) * 256u + lane + others], states[(10u) * 256u + lane + others]);
      let t4 = m_sum_load(w4);
      a4 = m_sum_merge(a4, t4);
      {
        let n = m_sum_save(a4);
        states[(0u) * 256u + lane] = n[0];
        states[(1u) * 256u + lane] = n[1];
        states[(2u) * 256u + lane] = n[2];
        states[(3u) * 256u + lane] = n[3];
        states[(4u) * 256u + lane] = n[4];
        states[(5u) * 256u + lane] = n[5];
        states[(6u) * 256u + lane] = n[6];
        states[(7u) * 256u + lane] = n[7];
        states[(8u) * 256u + lane] = n[8];
        states[(9u) * 256u + lane] = n[9];
        states[(10u) * 256u + lane] = n[10];
      }
    }
    workgroupBarrier();
  }
  {
    let w4 = array<u32, 11>(states[(0u) * 256u + 0u], states[(1u) * 256u + 0u], states[(2u) * 256u + 0u], states[(3u) * 256u + 0u], states[(4u) * 256u + 0u], states[(5u) * 256u + 0u], states[(6u) * 256u + 0u], states[(7u) * 256u + 0u], states[(8u) * 256u + 0u], states[(9u) * 256u + 0u], states[(10u) * 256u + 0u]);
    let all = m_sum_load(w4);
    a4 = all;
  }
  workgroupBarrier();
  let v4 = m_bar(m_sum_end(a4, 1u, 0u));
  let out0_base2 = params.out0_offset + i0 * params.out0_stride0;
  let in0_base2 = params.in0_offset + i0 * params.in0_stride0;
  for (var e = begin + lane; e < end; e += 256u) {
    let i1 = e;
    let out0_at = out0_base2 + i1 * params.out0_stride1;
    let in0_at = in0_base2 + i1 * params.in0_stride1;
    let b0 = buf2[in0_at];
    let x0 = bitcast<f32>(b0);
    let v2 = m_bar(x0 - v1);
    let v3 = m_bar(m_exp(v2));
    let t5_1 = m_twin(v4);
    let v5 = base_div(v3, t5_1);
    buf1[out0_at] = bitcast<u32>(v5);
  }
}

