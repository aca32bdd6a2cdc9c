// The exact sum of float32, of which DESIGN.md tells. A window of 63 bits takes the terms as three
// digits of 21 bits. The window is where the first terms lie, and is raised for greater ones. What
// lies below it is cut off.

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

fn m_some(x: vec4<bool>) -> bool { return x.x | x.y | x.z | x.w; }

// Whether four terms need room, and whether any has bits below the window.
struct MExactFour { rare: bool, cut: bool }

fn m_sum_look4(s: ptr<function, MExactSum>, x: vec4<f32>) -> MExactFour {
  let a = m_magnitudes(x);
  let cut = m_some(vec4<i32>(bitcast<i32>(0x80000000u)) - a > vec4<i32>((*s).least));
  return MExactFour(m_some(a > vec4<i32>((*s).most)) | ((*s).left < 4u) | (cut & (*s).exact), cut);
}

// Adds four terms that are not rare.
fn m_sum_add4(s: ptr<function, MExactSum>, x: vec4<f32>, cut: bool) {
  let y = x * (*s).scale;
  let high = trunc(y);
  let rest = (y - high) * 2097152.0;
  let middle = trunc(rest);
  let low = trunc((rest - middle) * 2097152.0);
  (*s).digits += vec4<i32>(m_sum_digits(low), m_sum_digits(middle), m_sum_digits(high), 0);
  (*s).cut = (*s).cut | cut;
  (*s).left -= 4u;
}

// The sum of four digits. To convert a float takes a browser nine instructions, as WGSL bounds the integer. The
// sum of two digits is less than 2^22: added to 3 * 2^22, it is what the bits count on from there.
fn m_sum_digits(x: vec4<f32>) -> i32 {
  return bitcast<i32>(x.x + x.y + 12582912.0) + bitcast<i32>(x.z + x.w + 12582912.0) - bitcast<i32>(0x96800000u);
}

// The bits of four floats without the sign.
fn m_magnitudes(x: vec4<f32>) -> vec4<i32> { return bitcast<vec4<i32>>(x) & vec4<i32>(0x7fffffff); }

// Adds any four terms. whole is that of m_sum_again.
fn m_sum_room4(s: ptr<function, MExactSum>, x: vec4<f32>, whole: bool) {
  let a = m_magnitudes(x);
  let finite = select(a, vec4<i32>(), a >= vec4<i32>(0x7f800000));
  m_sum_room(s, max(max(finite.x, finite.y), max(finite.z, finite.w)), whole);
  var y = x;
  let aside = (*s).exact | m_some(a >= vec4<i32>(0x7f800000));
  for (var k = select(4u, 0u, aside); k < 4u; k++) { y[k] = m_sum_aside(s, y[k]); }
  m_sum_add4(s, y, m_sum_look4(s, y).cut);
}

// A term that does not lie in the window, or that comes when digits have to be carried: scaled to
// the window.
fn m_sum_rare(s: ptr<function, MExactSum>, x: f32) -> f32 {
  let a = bitcast<i32>(x) & 0x7fffffff;
  m_sum_room(s, select(a, 0, a >= 0x7f800000), false);
  return m_sum_aside(s, x) * (*s).scale;
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

// What is left of a term for the digits: 0, if it is not finite or is added to words.
fn m_sum_aside(s: ptr<function, MExactSum>, x: f32) -> f32 {
  let flags = m_sum_flags(bitcast<u32>(x));
  (*s).flags |= flags;
  let below = (*s).exact & (bitcast<i32>(0x80000000u) - (bitcast<i32>(x) & 0x7fffffff) > (*s).least);
  if (below) { (*s).words = m_words_put((*s).words, x); }
  return select(x, 0.0, below | (flags != 0u));
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

// Moves digits down by one, if n bits are that many, and returns the digit that is lost.
fn m_sum_down(a: ptr<function, vec4<i32>>, n: ptr<function, u32>) -> i32 {
  let yes = *n > 20u;
  let lost = select(0, (*a).x, yes);
  *a = select(*a, vec4<i32>((*a).yz, (*a).w & 0x1fffff, (*a).w >> 21u), vec4<bool>(yes));
  *n -= select(0u, 21u, yes);
  return lost;
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

fn m_sum_words(s: MExactSum) -> MWords { return m_words_plus(s.words, m_words(s.digits, u32(s.low))); }

// Whether the sum is the same for all that may have been cut off: a unit of the window for each
// term, and for each time that the window was raised.
fn m_sum_decided(s: MExactSum, n: u32, half: u32) -> bool {
  let most = s.count + 2048u;
  let off = vec4<i32>(i32(most & 0x1fffffu), i32(most >> 21u), 0, 0);
  let a = m_carried(s.digits);
  return m_words_end(m_words(a - off, u32(s.low)), n, half) == m_words_end(m_words(a + off, u32(s.low)), n, half);
}

// The bits of x / n, rounded once: half says to which type. Where n is 1, compilers drop the division.
fn m_words_end(x: MWords, n: u32, half: u32) -> u32 {
  var r = m_words_real(x);
  if (n != 1u) { r = m_real_over(r, n); }
  return bitcast<u32>(m_real_round(r, half));
}

// The sum of terms that were not all finite.
fn m_sum_infinite(flags: u32) -> f32 {
  if ((flags & 1u) != 0u || (flags & 6u) == 6u) { return m_nan(); }
  return m_or(m_inf(), (flags & 4u) << 29u);
}

fn m_sum_end(s: MExactSum, n: u32, half: u32) -> f32 {
  if (s.flags != 0u) { return m_sum_infinite(s.flags); }
  return bitcast<f32>(m_words_end(m_sum_words(s), n, half));
}

// Adds a term of a scan, all of it: each sum of a scan is exact.
fn m_sum_put(s: MExactSum, x: f32) -> MExactSum {
  var a = s;
  a.flags |= m_sum_flags(bitcast<u32>(x));
  a.words = m_words_put(a.words, x);
  return a;
}

// The flag of NaN or an infinity.
fn m_sum_special(u: u32) -> u32 { return select(select(2u, 4u, u > 0x7fffffffu), 1u, (u << 1u) > 0xff000000u); }

// The flag of a number, which may be finite: then it is 0.
fn m_sum_flags(u: u32) -> u32 { return select(0u, m_sum_special(u), (u << 1u) >= 0xff000000u); }

fn m_sum_merge(s: MExactSum, t: MExactSum) -> MExactSum {
  var a = m_sum_begin();
  a.words = m_words_plus(m_sum_words(s), m_sum_words(t));
  a.flags = s.flags | t.flags;
  return a;
}

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
