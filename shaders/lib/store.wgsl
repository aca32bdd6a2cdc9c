// States of places: what the elements that come to a place combine to. Threads combine them by atomics, so
// a state does not depend on their order. A kernel has the functions state_add, state_max, state_or and
// state_get of the buffer of states. All words are 0 at first.

fn m_store_add64(at: u32, x: vec2<u32>) {
  let old = state_add(at, x.x);
  state_add(at + 1u, x.y + select(0u, 1u, old + x.x < old));
}

fn m_store_sum64(at: u32) -> vec2<u32> { return vec2<u32>(state_get(at), state_get(at + 1u)); }

// Adds a float to ten words and a word of flags: those of its kind, and 8 for any element. Words have signs,
// and carry where they overflow as integers with a sign do: so a sum that changes its sign carries nothing
// through words of zeros. To look at the flags first is faster than to set them again. It also brings the
// words of all lanes into the cache at a time: a driver waits for one atomic after the other.
fn m_store_add_float(at: u32, x: f32) {
  let u = bitcast<u32>(x);
  let e = (u >> 23u) & 255u;
  let flags = 8u | m_sum_flags(u);
  var rare = (state_get(at + 10u) & flags) != flags;
  while (rare) {
    state_or(at + 10u, flags);
    rare = false;
  }
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
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

// The sum of the elements and of what lay at the place, rounded once: see m_real_round. A word with a sign
// is one without, of which the first bit is flipped, less 2^31: so the second sum takes that from each word.
fn m_store_sum_float(at: u32, old: f32, half: u32) -> f32 {
  let words = m_words_plus(MWords(array<u32, 10>(
    m_store_word(at), m_store_word(at + 1u), m_store_word(at + 2u), m_store_word(at + 3u), m_store_word(at + 4u),
    m_store_word(at + 5u), m_store_word(at + 6u), m_store_word(at + 7u), m_store_word(at + 8u), m_store_word(at + 9u))),
    MWords(array<u32, 10>(0x80000000u, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu,
    0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu)));
  let flags = (state_get(at + 10u) & 7u) | m_sum_flags(bitcast<u32>(old));
  return select(bitcast<f32>(m_words_end(m_words_put(words, old), 1u, half)), m_sum_infinite(flags), flags != 0u);
}

fn m_store_word(at: u32) -> u32 { return state_get(at) ^ 0x80000000u; }

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
