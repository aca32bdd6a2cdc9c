// The exact sum of float32, of which DESIGN.md tells. A window of 72 bits takes the terms as three
// digits of 24 bits. The window is where the first terms lie, and is raised for greater ones. What
// lies below it is cut off.

struct MExactSum {
  digits: vec4<i32>, // of 24 bits, the lowest first; carries go to the last
  low: i32, // the place of the window's lowest bit: it is worth 2^(low-149)
  scale: f32, // 2^(101-low), which makes the highest digit a whole number
  limit: u32, // of magnitudes in the window: bits without the sign, times 2; 0 in an exact walk
  least: u32, // the least magnitude but 0 since the window was raised, less 1
  left: u32, // terms until the digits have to be carried
  count: u32, // terms before
  flags: u32, // NaN 1, infinity 2, -infinity 4, and 8 if the window lost bits when it was raised
  words: MWords, // the sum besides the digits
}

fn m_sum_begin() -> MExactSum { return MExactSum(vec4<i32>(), 0, 0.0, 1u, 0xffffffffu, 64u, 0u, 0u, MWords()); }

// The products, differences and digits are exact, whether they are contracted or rearranged. What
// is rare is a loop, because software drivers compute both sides of a branch.
fn m_sum_add(s: ptr<function, MExactSum>, x: f32) {
  let b = bitcast<u32>(x) << 1u;
  var y = x * (*s).scale;
  var rare = b >= (*s).limit || (*s).left == 0u;
  while (rare) {
    y = m_sum_rare(s, bitcast<u32>(x));
    rare = false;
  }
  let high = trunc(y);
  let rest = (y - high) * 16777216.0;
  let middle = trunc(rest);
  (*s).digits += vec4<i32>(i32((rest - middle) * 16777216.0), i32(middle), i32(high), 0);
  (*s).least = min((*s).least, b - 1u);
  (*s).left -= 1u;
}

// A term that does not lie in the window, or that comes when digits have to be carried: scaled to
// the window.
fn m_sum_rare(s: ptr<function, MExactSum>, u: u32) -> f32 {
  if ((*s).left == 0u) {
    (*s).digits = m_carried((*s).digits);
    (*s).left = 64u;
    (*s).count += 64u;
  }
  let b = u << 1u;
  if (b >= 0xff000000u) {
    (*s).flags |= m_sum_special(u);
    return 0.0;
  }
  if ((*s).limit == 0u) { return m_sum_part(u, (*s).low); }
  if (b >= (*s).limit) { m_sum_raise(s, clamp(i32(b >> 24u) - 40, 0, 206)); }
  return bitcast<f32>(u) * (*s).scale;
}

// Whether a term since the window was raised had bits below it. A subnormal may have been flushed.
fn m_sum_cut(s: MExactSum) -> bool { return s.least != 0xffffffffu && i32((s.least + 1u) >> 24u) <= s.low; }

// Moves the window up to low. It takes magnitudes below 2^(low+71-149).
fn m_sum_raise(s: ptr<function, MExactSum>, low: i32) {
  var a = m_carried((*s).digits);
  var lost = 0;
  var n = u32(low - (*s).low);
  while (n > 23u) {
    lost |= a.x;
    a = vec4<i32>(a.yz, a.w & 0xffffff, a.w >> 24u);
    n -= 24u;
  }
  let above = (a << vec4<u32>(24u - n)) & vec4<i32>(0xffffff);
  lost |= above.x;
  a = (a >> vec4<u32>(n)) | vec4<i32>(above.yzw, 0);
  if (lost != 0 || m_sum_cut(*s)) { (*s).flags |= 8u; }
  (*s).digits = a;
  (*s).low = low;
  (*s).scale = bitcast<f32>(u32(228 - low) << 23u);
  (*s).limit = u32(low + 49) << 24u;
  (*s).least = 0xffffffffu;
}

// The bits of a number that lie in the window, scaled to it.
fn m_sum_part(u: u32, low: i32) -> f32 {
  let e = (u >> 23u) & 255u;
  let t = max(i32(e), 1) - 1 - low;
  let below = u32(clamp(-t, 0, 24));
  let kept = u32(clamp(72 - t, 0, 24));
  let m = ((((u & 0x7fffffu) | (min(e, 1u) << 23u)) >> below) << below) & ((1u << kept) - 1u);
  return m_or(f32(bitcast<i32>(m)) * m_pow2(clamp(t, -24, 72) - 48), u & 0x80000000u);
}

// Whether the part has to be walked once more. n and half are those of the end.
fn m_sum_again(s: ptr<function, MExactSum>, whole: bool, n: u32, half: u32) -> bool {
  var again = false;
  var rare = (*s).limit == 0u || (*s).flags != 0u || m_sum_cut(*s);
  while (rare) {
    again = m_sum_rest(s, whole, n, half);
    rare = false;
  }
  return again;
}

// The same for a part of which not all has been added.
fn m_sum_rest(s: ptr<function, MExactSum>, whole: bool, n: u32, half: u32) -> bool {
  let cut = m_sum_cut(*s);
  if ((*s).limit != 0u) {
    if (((*s).flags & 7u) != 0u) { return false; }
    if (whole && m_sum_decided(*s, n, half)) { return false; }
    // Exact walks add what lies in the window. Windows are multiples of 72, from that of the
    // greatest term down.
    (*s).low = ((*s).low + 70) / 72 * 72;
    (*s).limit = 0u;
    (*s).flags &= 7u;
  } else {
    (*s).words = m_sum_words(*s);
    if (!cut || (*s).low == 0) {
      (*s).digits = vec4<i32>();
      return false;
    }
    (*s).low -= 72;
  }
  (*s).digits = vec4<i32>();
  (*s).left = 64u;
  (*s).least = 0xffffffffu;
  return true;
}

fn m_sum_words(s: MExactSum) -> MWords { return m_words_plus(s.words, m_words(s.digits, u32(s.low))); }

// Whether the sum is the same for all that may have been cut off: a unit of the window for each
// term, and for each time that the window was raised.
fn m_sum_decided(s: MExactSum, n: u32, half: u32) -> bool {
  let most = s.count + 128u;
  let off = vec4<i32>(i32(most & 0xffffffu), i32(most >> 24u), 0, 0);
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
  if ((s.flags & 7u) != 0u) { return m_sum_infinite(s.flags); }
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
