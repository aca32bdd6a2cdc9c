// Keys of elements, whose order as unsigned integers is that of sorts. NaN has the greatest, and zeros
// have one. The sign and the infinity of a type are bits of its last word. Unsigned types have no sign,
// and integers have no infinity.

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn m_sort_key64(bits: vec2<u32>, sign: u32, infinity: u32) -> vec2<u32> {
  let top = vec2<u32>(0u, sign);
  let size = bits & ~top;
  var key = select(bits | top, ~bits, (bits.y & sign) != 0u);
  key = select(key, top, (size.x | size.y) == 0u);
  key = select(key, vec2<u32>(~0u), size.y > infinity || (size.y == infinity && size.x != 0u));
  return select(key, bits ^ top, infinity == 0u);
}
