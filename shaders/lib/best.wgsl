// The greatest key and the number of its element. Floats, and keys of a minimum, become keys that
// are integers. NaN has the greatest.

struct MBest { key: i32, at: u32 }

struct MBest64 { key: vec2<u32>, at: u32 }

// The first of equal ones, in any order.
fn m_best_first(s: MBest, key: i32, at: u32) -> MBest {
  if (key > s.key || (key == s.key && at < s.at)) { return MBest(key, at); }
  return s;
}

fn m_best_last(s: MBest, key: i32, at: u32) -> MBest {
  if (key > s.key || (key == s.key && at >= s.at)) { return MBest(key, at); }
  return s;
}

fn m_best_first64(s: MBest64, key: vec2<u32>, at: u32) -> MBest64 {
  if (m_ilt64(s.key, key) || (m_eq64(key, s.key) && at < s.at)) { return MBest64(key, at); }
  return s;
}

fn m_best_last64(s: MBest64, key: vec2<u32>, at: u32) -> MBest64 {
  if (m_ilt64(s.key, key) || (m_eq64(key, s.key) && at >= s.at)) { return MBest64(key, at); }
  return s;
}

fn m_key_max(x: f32) -> i32 { return select(m_order(x), 0x7fffffff, m_isnan(x)); }

fn m_key_min(x: f32) -> i32 { return select(-m_order(x), 0x7fffffff, m_isnan(x)); }

fn m_fkey_max64(x: vec2<u32>) -> vec2<u32> {
  return select(m_forder64(x), vec2<u32>(0xffffffffu, 0x7fffffffu), m_fisnan64(x));
}

fn m_fkey_min64(x: vec2<u32>) -> vec2<u32> {
  return select(m_neg64(m_forder64(x)), vec2<u32>(0xffffffffu, 0x7fffffffu), m_fisnan64(x));
}
