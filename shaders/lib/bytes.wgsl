// Elements of 8 and 16 bits in words: four or two lanes, the first one lowest.

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A word's worth of elements that begin inside low, bits from its lowest, and go on in high.
fn m_joined(low: u32, high: u32, bits: u32) -> u32 {
  return (low >> bits) | select(high << (32u - bits), 0u, bits == 0u);
}

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

// A lane of ones for every bit of b, which has but those of h.
fn m_lanes_fill(b: u32, h: u32) -> u32 { return b | (b - (b >> countTrailingZeros(h))); }

fn m_lanes_abs(x: u32, h: u32) -> u32 {
  let negative = m_lanes_fill(x & h, h);
  return m_lanes_sub(x ^ negative, negative, h);
}

// The bits of h where x is below y, unsigned: where subtracting borrows.
fn m_lanes_below(x: u32, y: u32, h: u32) -> u32 {
  return ((~x & y) | (~(x ^ y) & ~((x | h) - (y & ~h)))) & h;
}

fn m_lanes_max(x: u32, y: u32, h: u32) -> u32 {
  let m = m_lanes_fill(m_lanes_below(x, y, h), h);
  return (x & ~m) | (y & m);
}

fn m_lanes_min(x: u32, y: u32, h: u32) -> u32 {
  let m = m_lanes_fill(m_lanes_below(x, y, h), h);
  return (y & ~m) | (x & m);
}

// Comparisons give bools, and take lanes of 8 bits.
fn m_lanes_lt(x: u32, y: u32, h: u32) -> u32 { return m_lanes_below(x, y, h) >> 7u; }

fn m_lanes_le(x: u32, y: u32, h: u32) -> u32 { return (m_lanes_below(y, x, h) ^ h) >> 7u; }

fn m_lanes_ne(x: u32, y: u32, h: u32) -> u32 {
  let d = x ^ y;
  return ((((d & ~h) + ~h) | d) & h) >> 7u;
}

fn m_lanes_eq(x: u32, y: u32, h: u32) -> u32 { return m_lanes_ne(x, y, h) ^ (h >> 7u); }

// y where the bool x is true, else z.
fn m_lanes_where(x: u32, y: u32, z: u32) -> u32 {
  let m = (x & 0x01010101u) * 255u; // others than bools lie at the edges
  return (y & m) | (z & ~m);
}
