// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_magnitude(x: i32) -> u32 { return bitcast<u32>(select(x, 0 - x, x < 0)); }

fn m_igcd(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ugcd(m_magnitude(x), m_magnitude(y))); }

fn m_ilcm(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ulcm(m_magnitude(x), m_magnitude(y))); }
