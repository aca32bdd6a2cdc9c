// Random bits of a key and a counter (Salmon et al., 2011): Threefry-2x32 of 20 rounds.

// Four rounds of addition, rotation and exclusive or. x and y are the second and the first word, as in
// an integer of 64 bits.
fn m_threefry_rounds(block: vec2<u32>, r: vec4<u32>) -> vec2<u32> {
  var x = block.y + block.x;
  var y = ((block.x << r.x) | (block.x >> (32u - r.x))) ^ x;
  x += y; y = ((y << r.y) | (y >> (32u - r.y))) ^ x;
  x += y; y = ((y << r.z) | (y >> (32u - r.z))) ^ x;
  x += y; y = ((y << r.w) | (y >> (32u - r.w))) ^ x;
  return vec2<u32>(y, x);
}

fn m_threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  let last = 0x1bd11bdau ^ key.x ^ key.y;
  let first = vec4<u32>(13u, 15u, 26u, 6u);
  let second = vec4<u32>(17u, 29u, 16u, 24u);
  var b = m_threefry_rounds(counter + key, first) + vec2<u32>(last + 1u, key.x);
  b = m_threefry_rounds(b, second) + vec2<u32>(key.y + 2u, last);
  b = m_threefry_rounds(b, first) + vec2<u32>(key.x + 3u, key.y);
  b = m_threefry_rounds(b, second) + vec2<u32>(last + 4u, key.x);
  return m_threefry_rounds(b, first) + vec2<u32>(key.y + 5u, last);
}

fn m_random_bits(key: vec2<u32>, counter: vec2<u32>) -> u32 {
  let b = m_threefry(key, counter);
  return b.x ^ b.y;
}
