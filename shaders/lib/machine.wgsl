// The functions of libm in float64 are code for a small machine, which package
// internal/translate compiles. Their operations in WGSL would be inlined by drivers, some
// 400 for lgamma, which take llvmpipe 20 seconds to compile. The machine has each once.
//
// An instruction is an element of params.code. The bytes of the first word are the operation and
// the registers of the result, a and b. The first byte of the second word is the register of c. Its
// bits 8, 9 and 10 say that a, b or c is the constant in the last two words. Bits 12 and 14 change
// the sign of a and c. The upper half is the target of a jump. Tables follow the code, in words of
// 64 bits.

// The word of 64 bits at an index, counted from the element at.
fn m_table(at: u32, index: u32) -> vec2<u32> {
  let e = params.code[at + (index >> 1u)];
  return select(e.xy, e.zw, (index & 1u) != 0u);
}

// How a compares with b, as float64 or as integers. 1, 2 and 4 mean less, equal and greater; 8
// means that either is NaN.
fn m_relation(a: vec2<u32>, b: vec2<u32>, float: bool) -> u32 {
  let x = select(a, m_forder64(a), float);
  let y = select(b, m_forder64(b), float);
  let r = select(select(4u, 2u, m_eq64(x, y)), 1u, m_ilt64(x, y));
  return select(r, 8u, float && !m_fnumbers64(a, b));
}

// The operations of most steps. A sum is 1*a + c, a product a*b - 0.
fn m_cheap(op: u32, a: vec2<u32>, b: vec2<u32>, c: vec2<u32>) -> vec2<u32> {
  if (op < 3u) { // FMA, Add, Mul
    return m_ffma64(a, select(b, m_fone64(), op == 1u), select(c, vec2<u32>(0u, 0x80000000u), op == 2u));
  }
  var v = a; // Move, 3u
  v = select(v, a & b, op == 4u); // And
  v = select(v, a | b, op == 5u); // Or
  v = select(v, a ^ b, op == 6u); // Xor
  v = select(v, m_add64(a, b), op == 7u); // Plus
  v = select(v, m_sub64(a, b), op == 8u); // Minus
  return select(v, m_fcopysign64(a, b), op == 9u); // Copysign
}

// The other operations.
fn m_dear(op: u32, a: vec2<u32>, b: vec2<u32>, c: vec2<u32>) -> vec2<u32> {
  switch op {
    case 14u: { return m_fdiv64(a, b); } // Div
    case 15u: { return m_fsqrt64(a); } // Sqrt
    case 16u: { return m_ftrunc64(a); } // Trunc
    case 17u: { return m_fround_even64(a); } // RoundEven
    case 18u: { return m_fldexp64(a, bitcast<i32>(b.x)); } // Ldexp
    case 19u: { return m_ffrexp64(a).m; } // Significand
    case 20u: { return m_i2l(m_ffrexp64(a).e); } // Exponent
    case 21u: { return m_l2d(a); } // FromInt
    case 22u: { return m_ul2d(a); } // FromUint
    case 23u: { return m_d2l(a); } // ToInt
    case 24u: { return m_wide64(a, b).low; } // MulLow
    case 25u: { return m_wide64(a, b).high; } // MulHigh
    case 26u: { return m_shl64(a, b); } // Left
    case 27u: { return m_ushr64(a, b); } // Right
    case 28u: { return m_ishr64(a, b); } // RightSigned
    case 29u: { return vec2<u32>(m_zeros64(a), 0u); } // Zeros
    case 30u: { return m_carry64(a, b, c).carry; } // Carry
    case 31u: { return m_borrow64(a, b, c).carry; } // Borrow
    case 32u: { return m_fmax64(a, b); } // Max
    case 33u: { return m_fmin64(a, b); } // Min
    default: {}
  }
  return a;
}

// The polynomial at x of n coefficients from an index on, the highest power's first; those
// of odd and of even powers are summed apart.
fn m_horner(at: u32, index: u32, n: u32, x: vec2<u32>) -> vec2<u32> {
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0u; i <= n; i++) {
    let last = i == n; // their sum
    let next = m_fadd64(m_fmul64(odd, select(square, x, last)), select(m_table(at, index + i), even, last));
    odd = even;
    even = next;
  }
  return even;
}

// A function of up to three operands whose code begins at an element. The inner loop does the cheap
// operations, as llvmpipe follows all branches but no loop that is left. The loops have no break:
// llvmpipe of Mesa 22.3 loses writes in nested loops that some invocations have left by break.
fn m_machine(at: u32, x: vec2<u32>, y: vec2<u32>, z: vec2<u32>) -> vec2<u32> {
  var r: array<vec2<u32>, REGISTERS>;
  r[0] = x;
  r[1] = y;
  r[2] = z;
  var i = vec4<u32>(0u);
  var a = x;
  var b = y;
  var c = z;
  var pc = 0u;
  var op = 0u;
  while (op != 13u) { // Return
    if (op == 34u) { // Horner
      r[(i.x >> 8u) & 31u] = m_horner(at, i.z, i.w, a);
    } else if (op > 13u) {
      r[(i.x >> 8u) & 31u] = m_dear(op, a, b, c);
    }
    op = 0u;
    while (op < 13u) {
      i = params.code[at + pc];
      a = select(r[(i.x >> 16u) & 31u], i.zw, (i.y & 0x100u) != 0u) ^ vec2<u32>(0u, (i.y << 19u) & 0x80000000u);
      b = select(r[i.x >> 24u], i.zw, (i.y & 0x200u) != 0u);
      c = select(r[i.y & 31u], i.zw, (i.y & 0x400u) != 0u) ^ vec2<u32>(0u, (i.y << 17u) & 0x80000000u);
      pc += 1u;
      op = i.x & 0xffu;
      if (op == 10u || op == 11u) { // JumpFloat, JumpInt
        if ((m_relation(a, b, op == 10u) & i.y) != 0u) { pc = i.y >> 16u; }
      } else if (op == 12u) { // Load
        r[(i.x >> 8u) & 31u] = m_table(at, i.z + a.x * i.w);
      } else if (op < 10u) {
        r[(i.x >> 8u) & 31u] = m_cheap(op, a, b, c);
      }
    }
  }
  return a;
}
