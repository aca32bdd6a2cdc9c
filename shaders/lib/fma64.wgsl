// What the machine of machine.wgsl needs besides the operations of float64.wgsl.

// w / 2^n, with a last bit that says whether any bit was lost.
fn m_wsticky64(w: MWide64, n: u32) -> MWide64 {
  let rest = vec2<u32>(min(w.low.x | w.low.y, 1u), 0u);
  if (n > 63u) { return MWide64(m_sticky64(w.high, min(n - 64u, 64u)) | rest, vec2<u32>(0u)); }
  let across = m_shl64(w.high, vec2<u32>(64u - n, 0u));
  return MWide64(m_sticky64(w.low, n) | across, m_right64(w.high, n, 0u));
}

// p - q, or p + q, where neither has its top bit set and p is not less than q.
fn m_wadd64(p: MWide64, q: MWide64, subtract: bool) -> MWide64 {
  let low = select(m_add64(p.low, q.low), m_sub64(p.low, q.low), subtract);
  let carry = select(m_ult64(low, p.low), m_ult64(p.low, q.low), subtract);
  let one = select(vec2<u32>(0u), select(vec2<u32>(1u, 0u), vec2<u32>(0xffffffffu), subtract), carry);
  return MWide64(low, m_add64(m_add64(p.high, select(q.high, m_neg64(q.high), subtract)), one));
}

// The float64 nearest to w * 2^(e-1150), with the sign s.
fn m_fwide64(s: u32, e: i32, w: MWide64) -> vec2<u32> {
  let z = m_zeros64(w.high);
  let m = m_shl64(w.high, vec2<u32>(z, 0u)) | m_ushr64(w.low, vec2<u32>(64u - z, 0u));
  let rest = m_shl64(w.low, vec2<u32>(z, 0u));
  return m_fround64(s, m_fnormal64(e - i32(z), m | vec2<u32>(min(rest.x | rest.y, 1u), 0u)));
}

// x*y + z, rounded once. In 128 bits the product is exact, and has room for what is added.
// A factor that is 0 has an exponent below all others.
fn m_ffma64(x: vec2<u32>, y: vec2<u32>, z: vec2<u32>) -> vec2<u32> {
  let zero = m_fiszero64(x) || m_fiszero64(y);
  let f = m_fopen64(x); let g = m_fopen64(y); let h = m_fopen64(z);
  let product = m_wide64(f.m, g.m);
  let first = 1u - (product.high.y >> 31u);
  let e = select(f.e + g.e - 1022 - i32(first), -8000, zero);
  let c = select(h.e, -9000, m_fiszero64(z));
  let p = m_wsticky64(product, 1u - first);
  let q = MWide64(vec2<u32>(0u), m_right64(h.m, 1u, 0u));
  let s = (x.y ^ y.y) & 0x80000000u;
  let t = z.y & 0x80000000u;
  let swap = e < c || (e == c && m_ult64(p.high, q.high));
  let a = MWide64(select(p.low, q.low, swap), select(p.high, q.high, swap));
  let b = MWide64(select(q.low, p.low, swap), select(q.high, p.high, swap));
  let w = m_wadd64(a, m_wsticky64(b, u32(min(abs(e - c), 128))), s != t);
  let r = m_fwide64(select(s, t, swap), max(e, c) + 1, w);
  let nothing = m_eq64(w.low | w.high, vec2<u32>(0u));
  let infinite = m_fisinf64(x) || m_fisinf64(y);
  let nan = m_fisnan64(x) || m_fisnan64(y) || m_fisnan64(z) || (infinite && (zero || (m_fisinf64(z) && s != t)));
  let number = select(select(r, vec2<u32>(0u, s & t), nothing), z, m_fisinf64(z));
  return select(number, m_fspecial64(s, nan, infinite), nan || infinite);
}

// The significand of x from 1/2 to 1, with its sign, and the exponent; 0, infinities and NaN
// stay, with the exponent 0.
struct MFrexp64 { m: vec2<u32>, e: i32 }

fn m_ffrexp64(x: vec2<u32>) -> MFrexp64 {
  if (m_fiszero64(x) || !m_fisfinite64(x)) { return MFrexp64(x, 0); }
  let f = m_fopen64(x);
  return MFrexp64(m_fround64(x.y & 0x80000000u, MFloat64(1022, f.m)), f.e - 1022);
}

// x * 2^n, rounded once.
fn m_fldexp64(x: vec2<u32>, n: i32) -> vec2<u32> {
  if (m_fiszero64(x) || !m_fisfinite64(x)) { return x; }
  let f = m_fopen64(x);
  return m_fround64(x.y & 0x80000000u, MFloat64(f.e + clamp(n, -5000, 5000), f.m));
}

// A sum of integers with what is carried in and out, or a difference with what is borrowed.
struct MCarry64 { r: vec2<u32>, carry: vec2<u32> }

fn m_carry64(x: vec2<u32>, y: vec2<u32>, carry: vec2<u32>) -> MCarry64 {
  let s = m_add64(x, y);
  let r = m_add64(s, carry);
  return MCarry64(r, vec2<u32>(select(0u, 1u, m_ult64(s, x) | m_ult64(r, s)), 0u));
}

fn m_borrow64(x: vec2<u32>, y: vec2<u32>, borrow: vec2<u32>) -> MCarry64 {
  let d = m_sub64(x, y);
  return MCarry64(m_sub64(d, borrow), vec2<u32>(select(0u, 1u, m_ult64(x, y) | m_ult64(d, borrow)), 0u));
}
