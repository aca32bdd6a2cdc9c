// Division of 64-bit integers (see int64.wgsl) by words, exactly: Knuth, The Art of Computer
// Programming, volume 2, section 4.3.1, algorithm D. Divisors of 0 give 0, and leave 0.

struct MDiv64 { q: vec2<u32>, r: vec2<u32> }

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

fn m_udiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_divrem64(x, y).q; }

fn m_umod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_divrem64(x, y).r; }

// Of the magnitudes, whose quotient is positive.
fn m_idivrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 { return m_divrem64(m_abs64(x), m_abs64(y)); }

// Towards zero; the smallest integer by -1 is itself.
fn m_idiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return m_negate64(m_idivrem64(x, y).q, m_negative64(x ^ y));
}

// With the sign of x.
fn m_irem64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return m_negate64(m_idivrem64(x, y).r, m_negative64(x));
}

// Towards minus infinity: -q - 1 is ~q.
fn m_ifloordiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let d = m_idivrem64(x, y);
  return select(m_negate64(d.q, m_negative64(x ^ y)), ~d.q, m_negative64(x ^ y) && !m_eq64(d.r, vec2<u32>(0u)));
}

// With the sign of y.
fn m_imod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let r = m_idivrem64(x, y).r;
  let other = m_negative64(x ^ y) && !m_eq64(r, vec2<u32>(0u));
  return m_negate64(select(r, m_sub64(m_abs64(y), r), other), m_negative64(y));
}
