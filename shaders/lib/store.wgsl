// States of places: what the elements that come to a place combine to. Threads combine them by atomics, so
// a state does not depend on their order. A kernel has the functions state_add, state_max, state_or and
// state_get of the buffer of states. All words are 0 at first.

fn m_store_add64(at: u32, x: vec2<u32>) {
  let old = state_add(at, x.x);
  state_add(at + 1u, x.y + select(0u, 1u, old + x.x < old));
}

fn m_store_sum64(at: u32) -> vec2<u32> { return vec2<u32>(state_get(at), state_get(at + 1u)); }

// Adds a float to ten words in two's complement, as in MWords, and a word of flags.
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
  let first = low >> 5u;
  let r = low & 31u;
  var term = vec2<u32>(m << r, (m >> 1u) >> (31u - r));
  let negative = u > 0x7fffffffu;
  if (negative) { term = m_neg64(term); }
  var carry = 0u;
  for (var i = first; i < 10u; i++) {
    let word = select(select(0u, 0xffffffffu, negative), select(term.x, term.y, i > first), i < first + 2u);
    let added = word + carry;
    let old = select(0u, state_add(at + i, added), added != 0u);
    carry = select(0u, 1u, (carry == 1u && added == 0u) || (added != 0u && old + added < old));
    if (i > first && carry == select(0u, 1u, negative)) { break; }
  }
}

// The sum of the elements and of what lay at the place, rounded once: see m_real_round.
fn m_store_sum_float(at: u32, old: f32, half: u32) -> f32 {
  var s = m_sum_begin();
  for (var i = 0; i < bitcast<i32>(m_words_size()); i++) { s.words.w[i] = state_get(at + u32(i)); }
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
