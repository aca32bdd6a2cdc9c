// States of places: what the elements that come to a place combine to. Threads combine them by atomics, so
// a state does not depend on their order. A kernel has the functions state_add, state_max, state_or and
// state_get of the buffer of states. All words are 0 at first.

fn m_store_add64(at: u32, x: vec2<u32>) {
  let old = state_add(at, x.x);
  state_add(at + 1u, x.y + select(0u, 1u, old + x.x < old));
}

fn m_store_sum64(at: u32) -> vec2<u32> { return vec2<u32>(state_get(at), state_get(at + 1u)); }

// Adds a float to ten words and a word of flags. Words have signs, and carry where they overflow as
// integers with a sign do: so a sum that changes its sign carries nothing through words of zeros.
fn m_store_add_float(at: u32, x: f32) {
  let u = bitcast<u32>(x);
  let e = (u >> 23u) & 255u;
  if (e == 255u) {
    state_or(at + 10u, m_sum_special(u));
    return;
  }
  let m = (u & 0x7fffffu) | (min(e, 1u) << 23u);
  if (m == 0u) { return; }
  let low = max(e, 1u) - 1u;
  let r = low & 31u;
  let negative = u > 0x7fffffffu;
  var word = m << r;
  var next = (m >> 1u) >> (31u - r);
  for (var i = low >> 5u; i < 10u && (word | next) != 0u; i++) {
    let old = state_add(at + i, select(word, 0u - word, negative)) ^ 0x80000000u;
    word = next + select(0u, 1u, select(old + word < old, old < word, negative));
    next = 0u;
  }
}

// The sum of the elements and of what lay at the place, rounded once: see m_real_round.
fn m_store_sum_float(at: u32, old: f32, half: u32) -> f32 {
  var s = m_sum_begin();
  var carry = 0;
  for (var i = 0; i < bitcast<i32>(m_words_size()); i++) {
    let word = bitcast<i32>(state_get(at + u32(i)));
    let v = word + carry;
    s.words.w[i] = bitcast<u32>(v);
    carry = select(0, -1, (word < 0 && v != 0) || (word == 0 && v < 0));
  }
  s.flags = state_get(at + 10u);
  return m_sum_end(m_sum_put(s, old), 1u, half);
}

// Keys that grow with a float: NaN is the greatest, and 0 is greater than -0. Those of minima fall.
fn m_store_max_key(x: f32) -> u32 { return select(bitcast<u32>(m_total(x)) ^ 0x80000000u, 0xffffffffu, m_isnan(x)); }

fn m_store_min_key(x: f32) -> u32 { return select(~(bitcast<u32>(m_total(x)) ^ 0x80000000u), 0xffffffffu, m_isnan(x)); }

fn m_untotal(x: i32) -> f32 { return bitcast<f32>(x ^ ((x >> 31u) & 0x7fffffff)); }

fn m_store_max(at: u32) -> f32 {
  let key = state_get(at);
  return select(m_untotal(bitcast<i32>(key ^ 0x80000000u)), m_nan(), key == 0xffffffffu);
}

fn m_store_min(at: u32) -> f32 {
  let key = state_get(at);
  return select(m_untotal(bitcast<i32>(~key ^ 0x80000000u)), m_nan(), key == 0xffffffffu);
}
