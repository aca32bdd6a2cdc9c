// Places that a program computes. A place is an index along an axis, or m_nowhere(). With from_end,
// negative indices count from the end.

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

fn m_place_unsigned(i: u32, size: u32, from_end: bool) -> u32 { return select(m_nowhere(), i, i < size); }

fn m_place_signed64(i: vec2<u32>, size: u32, from_end: bool) -> u32 {
  let negative = from_end && i.y == 0xffffffffu;
  let at = i.x + select(0u, size, negative);
  return select(m_nowhere(), at, at < size && select(i.y == 0u, i.x >= 0u - size, negative));
}

fn m_place_unsigned64(i: vec2<u32>, size: u32, from_end: bool) -> u32 {
  return select(m_nowhere(), i.x, i.y == 0u && i.x < size);
}

// m_signed64 is an integer with its sign in a second word.
fn m_signed64(x: u32) -> vec2<u32> { return vec2<u32>(x, select(0u, 0xffffffffu, x >= 0x80000000u)); }
