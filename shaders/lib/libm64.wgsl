// Made from device/op/internal/libm by go generate; do not edit. Float64 is two words, see float64.wgsl.

fn libm_root_half() -> LibmPair { return LibmPair(vec2<u32>(0x667f3bcdu, 0x3fe6a09eu), vec2<u32>(0x13b26456u, 0xbc8bdd34u)); }

// Gelu is x·Φ(x), with the normal distribution's Φ: x/2·erfc(-x/√2). It is NaN of -Inf.
fn libm_gelu(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  let z = libm_pair_times(libm_root_half(), LibmPair(a, vec2<u32>(0x0u, 0x0u)));
  if (m_flt64(z.hi, vec2<u32>(0x0u, 0x3fdc0000u))) {
    return m_fmul64(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), x), m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), m_fcopysign64(libm_erf(z.hi), x)));
  }
  var half = libm_product(x, x);
  half = LibmPair(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), half.hi), m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), half.lo));
  if (m_flt64(x, vec2<u32>(0x0u, 0x0u))) {
    return libm_erfc_times(z, half, m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), x));
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x40220000u))) {
    return m_fsub64(x, libm_erfc_times(z, half, m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), x)));
  }
  return x;
}

fn libm_gelu_slope() -> LibmPair { return LibmPair(vec2<u32>(0x33d43651u, 0x3ff98845u), vec2<u32>(0x30ebfd15u, 0xbc9cbc0du)); }

fn libm_gelu_cube() -> LibmPair { return LibmPair(vec2<u32>(0x6d4801f7u, 0x3fa6e4e2u), vec2<u32>(0x5475a31au, 0x3c444135u)); }

// GeluTanh is x/2·(1 + tanh(√(2/π)·(x + 0.044715x³))), in other words x·sigmoid(2√(2/π)·…).
// It is NaN of -Inf.
fn libm_gelu_tanh(x: vec2<u32>) -> vec2<u32> {
  if (m_flt64(vec2<u32>(0x0u, 0x40490000u), m_fabs64(x))) {
    return libm_sigmoid_times(LibmPair(m_fmul64(x, vec2<u32>(0x0u, 0x40490000u)), vec2<u32>(0x0u, 0x0u)), x);
  }
  let u = libm_pair_times(libm_gelu_cube(), libm_product(x, x));
  return libm_sigmoid_times(libm_pair_times(libm_pair_times(libm_one_plus(u), libm_gelu_slope()), LibmPair(x, vec2<u32>(0x0u, 0x0u))), x);
}

fn libm_third() -> LibmPair { return LibmPair(vec2<u32>(0x55555555u, 0x3fd55555u), vec2<u32>(0x55555555u, 0x3c755555u)); }

fn libm_shrink_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 10>(vec2<u32>(0x326e5685u, 0x3ef945dcu), vec2<u32>(0x2c92b9ddu, 0xbf177cc4u), vec2<u32>(0x859508d2u, 0x3f2f1300u), vec2<u32>(0xbabbe6a8u, 0xbf435288u), vec2<u32>(0x1d93acf5u, 0x3f57da0du), vec2<u32>(0xb1663384u, 0xbf6d6d3bu), vec2<u32>(0x5293066bu, 0x3f8226e3u), vec2<u32>(0x8823c9edu, 0xbf9664f4u), vec2<u32>(0x1ba1b21au, 0x3faba1bau), vec2<u32>(0x11111110u, 0xbfc11111u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 10; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Tanhshrink is x - tanh x, with all its digits where x is small; of -0 it is 0.
fn libm_tanhshrink(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (m_feq64(x, vec2<u32>(0x0u, 0x0u))) {
    return vec2<u32>(0x0u, 0x0u);
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x3fe00000u))) {
    let square = libm_product(x, x);
    let cube = libm_pair_times(square, LibmPair(x, vec2<u32>(0x0u, 0x0u)));
    var y = libm_pair_times(cube, libm_third());
    y.lo = m_fadd64(y.lo, m_fmul64(cube.hi, m_fmul64(square.hi, libm_shrink_series(square.hi))));
    return m_fcopysign64(m_fadd64(y.hi, y.lo), x);
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x40340000u))) {
    let y = libm_pair_plus(LibmPair(m_fsub64(a, vec2<u32>(0x0u, 0x3ff00000u)), vec2<u32>(0x0u, 0x0u)), libm_pair_over(LibmPair(vec2<u32>(0x0u, 0x40000000u), vec2<u32>(0x0u, 0x0u)), libm_one_plus(libm_exp_near(LibmPair(m_fmul64(vec2<u32>(0x0u, 0x40000000u), a), vec2<u32>(0x0u, 0x0u))))));
    return m_fcopysign64(y.hi, x);
  }
  return m_fsub64(x, m_fcopysign64(vec2<u32>(0x0u, 0x3ff00000u), x));
}

// Celu is x where that is positive, else alpha·(e^(x/alpha)-1).
fn libm_celu(x: vec2<u32>, alpha: vec2<u32>) -> vec2<u32> {
  let t = m_fdiv64(x, alpha);
  if ((m_flt64(vec2<u32>(0x0u, 0x0u), x) || m_flt64(m_fabs64(t), vec2<u32>(0x0u, 0x3c900000u)))) {
    return x;
  } else if (((m_flt64(t, vec2<u32>(0x0u, 0xc0440000u)) || m_flt64(vec2<u32>(0x0u, 0x40977000u), t)) || !m_feq64(t, t))) {
    return m_fmul64(alpha, libm_expm1(t));
  } else if (m_flt64(vec2<u32>(0x0u, 0x40440000u), t)) {
    let t1 = libm_exp_pair(LibmPair(t, m_fdiv64(m_fneg64(m_ffma64(t, alpha, m_fneg64(x))), alpha)));
    let m = t1.r0;
    let n = t1.r1;
    return m_fldexp64(m_fmul64(m.hi, alpha), n);
  }
  let e = libm_expm1_pair(t);
  let rest = m_fdiv64(m_fneg64(m_ffma64(t, alpha, m_fneg64(x))), alpha);
  return m_fmul64(alpha, libm_pair_plus(e, LibmPair(m_fmul64(rest, m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), e.hi)), vec2<u32>(0x0u, 0x0u))).hi);
}

fn libm_pi() -> LibmPair { return LibmPair(vec2<u32>(0x54442d18u, 0x400921fbu), vec2<u32>(0x33145c07u, 0x3ca1a626u)); }

fn libm_half_pi() -> LibmPair { return LibmPair(vec2<u32>(0x54442d18u, 0x3ff921fbu), vec2<u32>(0x33145c07u, 0x3c91a626u)); }

fn libm_quarter_pi() -> LibmPair { return LibmPair(vec2<u32>(0x54442d18u, 0x3fe921fbu), vec2<u32>(0x33145c07u, 0x3c81a626u)); }

fn libm_asin_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 14>(vec2<u32>(0x6fce9bb4u, 0x3f9e529cu), vec2<u32>(0xbb7d9257u, 0xbf93b416u), vec2<u32>(0x2d124629u, 0x3f940619u), vec2<u32>(0x743418ffu, 0x3f68f193u), vec2<u32>(0x469ce5adu, 0x3f831622u), vec2<u32>(0xe7121487u, 0x3f83b49du), vec2<u32>(0xee1dd585u, 0x3f87b027u), vec2<u32>(0xd3d8fdcau, 0x3f8c990au), vec2<u32>(0xce23019fu, 0x3f91c4efu), vec2<u32>(0x123e494cu, 0x3f96e8bau), vec2<u32>(0xc7a52ba3u, 0x3f9f1c71u), vec2<u32>(0xb6dac1e0u, 0x3fa6db6du), vec2<u32>(0x33333388u, 0x3fb33333u), vec2<u32>(0x55555555u, 0x3fc55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 14; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

fn libm_atan_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 12>(vec2<u32>(0xa455cafbu, 0x3f90ad36u), vec2<u32>(0x923aa954u, 0xbfa1b33bu), vec2<u32>(0x408bb4c1u, 0x3fa74dddu), vec2<u32>(0x38b69c93u, 0xbfaac7a9u), vec2<u32>(0x3b9fc6dfu, 0x3fae19a1u), vec2<u32>(0x80a7a521u, 0xbfb110e8u), vec2<u32>(0x2d9e785cu, 0x3fb3b139u), vec2<u32>(0x65df3f95u, 0xbfb745d1u), vec2<u32>(0x1c304b68u, 0x3fbc71c7u), vec2<u32>(0x9248d7eeu, 0xbfc24924u), vec2<u32>(0x99999953u, 0x3fc99999u), vec2<u32>(0x55555555u, 0xbfd55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 12; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Asin is the arc sine of x; NaN beyond -1 and 1.
fn libm_asin(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (m_flt64(a, vec2<u32>(0x0u, 0x3e100000u))) {
    return x;
  } else if (m_fle64(a, vec2<u32>(0x0u, 0x3fe00000u))) {
    return libm_arc_sine(LibmPair(x, vec2<u32>(0x0u, 0x0u))).hi;
  } else if (m_fle64(a, vec2<u32>(0x0u, 0x3ff00000u))) {
    return m_fcopysign64(libm_pair_plus(libm_half_pi(), libm_pair_negative(libm_chord(a))).hi, x);
  }
  return m_fnan64();
}

// Acos is the arc cosine of x; NaN beyond -1 and 1.
fn libm_acos(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (m_fle64(a, vec2<u32>(0x0u, 0x3fe00000u))) {
    return libm_pair_plus(libm_half_pi(), libm_arc_sine(LibmPair(m_fneg64(x), vec2<u32>(0x0u, 0x0u)))).hi;
  } else if (!(m_fle64(a, vec2<u32>(0x0u, 0x3ff00000u)))) {
    return m_fnan64();
  } else if (m_flt64(x, vec2<u32>(0x0u, 0x0u))) {
    return libm_pair_plus(libm_pi(), libm_pair_negative(libm_chord(a))).hi;
  }
  return libm_chord(x).hi;
}

// chord is acos(x) = 2 asin(√((1-x)/2)) for x from 1/2 to 1.
fn libm_chord(x: vec2<u32>) -> LibmPair {
  let a = libm_arc_sine(libm_pair_sqrt(LibmPair(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), m_fsub64(vec2<u32>(0x0u, 0x3ff00000u), x)), vec2<u32>(0x0u, 0x0u))));
  return LibmPair(m_fmul64(vec2<u32>(0x0u, 0x40000000u), a.hi), m_fmul64(vec2<u32>(0x0u, 0x40000000u), a.lo));
}

// arcSine is asin(x) for |x| up to 1/2.
fn libm_arc_sine(x: LibmPair) -> LibmPair {
  let z = m_fmul64(x.hi, x.hi);
  let cubic = m_fmul64(m_fmul64(z, x.hi), libm_asin_series(z));
  return libm_sum(x.hi, m_fadd64(cubic, m_fmul64(x.lo, m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), z)))));
}

// Atan is the arc tangent of x.
fn libm_atan(x: vec2<u32>) -> vec2<u32> {
  {
    let a = m_fabs64(x);
    if (m_fle64(a, vec2<u32>(0x0u, 0x43b00000u))) {
      return m_fcopysign64(libm_angle(a, vec2<u32>(0x0u, 0x3ff00000u)).hi, x);
    } else if (!m_feq64(a, a)) {
      return x;
    }
  }
  return m_fcopysign64(vec2<u32>(0x54442d18u, 0x3ff921fbu), x);
}

// Atan2 is the angle of the point (x, y), from -π to π.
fn libm_atan2(y: vec2<u32>, x: vec2<u32>) -> vec2<u32> {
  let t1 = m_fabs64(y);
  let t2 = m_fabs64(x);
  var v = t1;
  var h = t2;
  if ((!m_feq64(x, x) || !m_feq64(y, y))) {
    return m_fnan64();
  } else if ((m_feq64(v, vec2<u32>(0x0u, 0x0u)) && !(m_negative64(x)))) {
    return y;
  } else if ((m_feq64(v, vec2<u32>(0x0u, 0x7ff00000u)) && m_feq64(h, v))) {
    let t3 = vec2<u32>(0x0u, 0x3ff00000u);
    let t4 = vec2<u32>(0x0u, 0x3ff00000u);
    v = t3;
    h = t4;
  } else if ((m_feq64(v, vec2<u32>(0x0u, 0x0u)) || m_flt64(v, m_fmul64(h, vec2<u32>(0x0u, 0x3c300000u))))) {
    if (m_negative64(x)) {
      return m_fcopysign64(vec2<u32>(0x54442d18u, 0x400921fbu), y);
    }
    return m_fdiv64(y, h);
  } else if (m_flt64(h, m_fmul64(v, vec2<u32>(0x0u, 0x3c300000u)))) {
    return m_fcopysign64(vec2<u32>(0x54442d18u, 0x3ff921fbu), y);
  } else if (m_flt64(vec2<u32>(0x0u, 0x5f300000u), m_fmax64(v, h))) {
    let t5 = m_fmul64(v, vec2<u32>(0x0u, 0x1a700000u));
    let t6 = m_fmul64(h, vec2<u32>(0x0u, 0x1a700000u));
    v = t5;
    h = t6;
  } else if (m_flt64(m_fmax64(v, h), vec2<u32>(0x0u, 0x2d300000u))) {
    let t7 = m_fmul64(v, vec2<u32>(0x0u, 0x65700000u));
    let t8 = m_fmul64(h, vec2<u32>(0x0u, 0x65700000u));
    v = t7;
    h = t8;
  }
  var a = libm_angle(v, h);
  if (m_negative64(x)) {
    a = libm_pair_plus(libm_pi(), libm_pair_negative(a));
  }
  return m_fcopysign64(a.hi, y);
}

struct LibmSectors { cos: vec2<u32>, sin: vec2<u32>, angle: LibmPair }

fn libm_sectors(i: i32) -> LibmSectors {
  var t = array<LibmSectors, 3>(LibmSectors(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u), LibmPair()), LibmSectors(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x3ff00000u), libm_quarter_pi()), LibmSectors(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x3ff00000u), libm_half_pi()));
  return t[clamp(i, 0, 2)];
}

// angle is atan(y/x) for y and x not below 0: the sector's angle and that from it, which is
// at most π/8 either way. It does without branches, as they would be hard to predict.
fn libm_angle(y: vec2<u32>, x: vec2<u32>) -> LibmPair {
  var i = 0;
  if (m_flt64(m_fmul64(vec2<u32>(0xb780346eu, 0x3fda8240u), x), y)) {
    i = (i + 1);
  }
  if (m_flt64(x, m_fmul64(vec2<u32>(0xb780346eu, 0x3fda8240u), y))) {
    i = (i + 1);
  }
  let s = libm_sectors(i32(i));
  var t = libm_pair_over(libm_any_sum(m_fmul64(s.cos, y), m_fmul64(m_fneg64(s.sin), x)), libm_any_sum(m_fmul64(s.cos, x), m_fmul64(s.sin, y)));
  let z = m_fmul64(t.hi, t.hi);
  t.lo = m_fadd64(t.lo, m_fmul64(m_fmul64(z, t.hi), libm_atan_series(z)));
  return libm_pair_plus(s.angle, t);
}

fn libm_erf_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 12>(vec2<u32>(0xc48fa2d3u, 0xbe105364u), vec2<u32>(0x2b29a3a8u, 0x3e4ef41du), vec2<u32>(0xbec99f7u, 0xbe85ec0eu), vec2<u32>(0x461077e7u, 0x3ebb9daeu), vec2<u32>(0x6286861cu, 0xbeef4d1du), vec2<u32>(0x306e0932u, 0x3f1f9a32u), vec2<u32>(0x3ec9fd99u, 0xbf4c02dbu), vec2<u32>(0xd0e2c679u, 0x3f7565bcu), vec2<u32>(0x31287ce6u, 0xbf9b82ceu), vec2<u32>(0x1a042bc6u, 0x3fbce2f2u), vec2<u32>(0x6b0379e7u, 0xbfd81274u), vec2<u32>(0x8214db69u, 0x3fc06ebau));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 12; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

fn libm_erfc_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 24>(vec2<u32>(0x1156b2b2u, 0x3e1b2397u), vec2<u32>(0xc59e00cbu, 0x3e24d47du), vec2<u32>(0xb2981f1cu, 0xbe4ffd20u), vec2<u32>(0xb95f1566u, 0xbe553e10u), vec2<u32>(0x2d00921eu, 0x3e7dc082u), vec2<u32>(0xd2c6cc3eu, 0x3e74b9a0u), vec2<u32>(0xacae9d8cu, 0xbeabb538u), vec2<u32>(0xf86fe60u, 0x3e93951fu), vec2<u32>(0x91ee7ed2u, 0x3ed7f2c8u), vec2<u32>(0xf4b73641u, 0xbee78842u), vec2<u32>(0x30893a56u, 0xbef99599u), vec2<u32>(0xc9a807bau, 0x3f23be03u), vec2<u32>(0x3441a43bu, 0xbf2a1df2u), vec2<u32>(0x9ef43ef6u, 0xbf48d4a9u), vec2<u32>(0x283a78beu, 0x3f749c67u), vec2<u32>(0x884ffd14u, 0xbf909623u), vec2<u32>(0xdf689ecdu, 0x3fa3079eu), vec2<u32>(0xdfe49be4u, 0xbfb0fb06u), vec2<u32>(0x4e1225cu, 0x3fb7fee0u), vec2<u32>(0x3c3e9083u, 0xbfb9ddb2u), vec2<u32>(0xfcfa53a7u, 0x3fb16eceu), vec2<u32>(0xf66fd7b1u, 0x3f8f7f5du), vec2<u32>(0xd154a28eu, 0xbfc1df1au), vec2<u32>(0xb74febf6u, 0x3fcdd2c8u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 24; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Erf is the error function, 2/√π times the integral of e^(-t²) from 0 to x.
fn libm_erf(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (m_flt64(a, vec2<u32>(0x0u, 0x3fe80000u))) {
    return m_fadd64(x, m_fmul64(x, libm_erf_series(m_fmul64(x, x))));
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x40180000u))) {
    return m_fcopysign64(m_fsub64(vec2<u32>(0x0u, 0x3ff00000u), libm_erfc_times(LibmPair(a, vec2<u32>(0x0u, 0x0u)), libm_product(a, a), vec2<u32>(0x0u, 0x3ff00000u))), x);
  } else if (!m_feq64(x, x)) {
    return x;
  }
  return m_fcopysign64(vec2<u32>(0x0u, 0x3ff00000u), x);
}

// Erfc is 1-erf(x), with all its digits where that is small.
fn libm_erfc(x: vec2<u32>) -> vec2<u32> {
  if (m_flt64(x, vec2<u32>(0x0u, 0xc0180000u))) {
    return vec2<u32>(0x0u, 0x40000000u);
  } else if (m_flt64(x, vec2<u32>(0x0u, 0xbfdc0000u))) {
    return m_fsub64(vec2<u32>(0x0u, 0x40000000u), libm_erfc_times(LibmPair(m_fneg64(x), vec2<u32>(0x0u, 0x0u)), libm_product(x, x), vec2<u32>(0x0u, 0x3ff00000u)));
  } else if (m_flt64(x, vec2<u32>(0x0u, 0x3fdc0000u))) {
    return m_fsub64(vec2<u32>(0x0u, 0x3ff00000u), libm_erf(x));
  } else if (!m_feq64(x, x)) {
    return x;
  }
  return libm_erfc_times(LibmPair(x, vec2<u32>(0x0u, 0x0u)), libm_product(x, x), vec2<u32>(0x0u, 0x3ff00000u));
}

// erfcTimes is f·erfc(x) for x ≥ erfcTail, given x² with the digits that e^(-x²) needs.
fn libm_erfc_times(x: LibmPair, square: LibmPair, f: vec2<u32>) -> vec2<u32> {
  if (!(m_fle64(x.hi, vec2<u32>(0x0u, 0x403c0000u)))) {
    return m_fmul64(vec2<u32>(0x0u, 0x0u), f);
  }
  let t = m_fdiv64(m_fsub64(x.hi, vec2<u32>(0x0u, 0x40100000u)), m_fadd64(x.hi, vec2<u32>(0x0u, 0x40100000u)));
  let q = libm_pair_over(libm_sum(vec2<u32>(0x0u, 0x3ff00000u), libm_erfc_series(t)), libm_one_plus(LibmPair(m_fmul64(vec2<u32>(0x0u, 0x40000000u), x.hi), m_fmul64(vec2<u32>(0x0u, 0x40000000u), x.lo))));
  let t1 = libm_exp_pair(libm_pair_negative(square));
  let y = t1.r0;
  let n = t1.r1;
  return m_fcopysign64(libm_scale(libm_pair_times(libm_pair_times(y, q), LibmPair(f, vec2<u32>(0x0u, 0x0u))).hi, n), f);
}

fn libm_exp_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 6>(vec2<u32>(0x1a01a01au, 0x3f2a01a0u), vec2<u32>(0x16c16c17u, 0x3f56c16cu), vec2<u32>(0x11111111u, 0x3f811111u), vec2<u32>(0x55555555u, 0x3fa55555u), vec2<u32>(0x55555555u, 0x3fc55555u), vec2<u32>(0x0u, 0x3fe00000u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 6; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Exp is e to the power x.
fn libm_exp(x: vec2<u32>) -> vec2<u32> {
  return libm_exp_sum(x, vec2<u32>(0x0u, 0x0u));
}

// expSum is e to the power hi+lo, lo being small beside hi.
fn libm_exp_sum(hi: vec2<u32>, lo: vec2<u32>) -> vec2<u32> {
  if (!m_feq64(hi, hi)) {
    return hi;
  } else if (m_flt64(vec2<u32>(0x66666666u, 0x40862e66u), hi)) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  } else if (m_flt64(hi, vec2<u32>(0x9999999au, 0xc0874999u))) {
    return vec2<u32>(0x0u, 0x0u);
  }
  let t1 = libm_exp_step(hi, lo);
  let k = t1.r0;
  let r = t1.r1;
  let c = t1.r2;
  return libm_scale(libm_raise(k, r, c), (k >> 5u));
}

// Exp2 is 2 to the power x.
fn libm_exp2(x: vec2<u32>) -> vec2<u32> {
  if (!m_feq64(x, x)) {
    return x;
  } else if (m_fle64(vec2<u32>(0x0u, 0x40900000u), x)) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  } else if (m_fle64(x, vec2<u32>(0x0u, 0xc090d000u))) {
    return vec2<u32>(0x0u, 0x0u);
  }
  let t1 = libm_exp2_step(x);
  let k = t1.r0;
  let r = t1.r1;
  let c = t1.r2;
  return libm_scale(libm_raise(k, r, c), (k >> 5u));
}

struct LibmExpStepResults { r0: i32, r1: vec2<u32>, r2: vec2<u32> }

// expStep returns k, r and c for which e^(hi+lo) is 2^(k/32)·e^(r+c), c being small
// beside 1.
fn libm_exp_step(hi: vec2<u32>, lo: vec2<u32>) -> LibmExpStepResults {
  let n = m_fround_even64(m_fmul64(hi, vec2<u32>(0x652b82feu, 0x40471547u)));
  return LibmExpStepResults(m_d2i(n), m_fsub64(hi, m_fmul64(n, vec2<u32>(0xfefa0000u, 0x3f962e42u))), m_fsub64(lo, m_fmul64(n, vec2<u32>(0xbc9e3b3au, 0x3d2cf79au))));
}

struct LibmExp2StepResults { r0: i32, r1: vec2<u32>, r2: vec2<u32> }

// exp2Step is expStep for 2^x.
fn libm_exp2_step(x: vec2<u32>) -> LibmExp2StepResults {
  let n = m_fround_even64(m_fmul64(vec2<u32>(0x0u, 0x40400000u), x));
  let p = libm_pair_times(libm_ln2(), LibmPair(m_fsub64(x, m_fdiv64(n, vec2<u32>(0x0u, 0x40400000u))), vec2<u32>(0x0u, 0x0u)));
  return LibmExp2StepResults(m_d2i(n), p.hi, p.lo);
}

// raise is 2^(k/32)·e^(r+c) but for the power of two in it: from 1 to 2.
fn libm_raise(k: i32, r: vec2<u32>, c: vec2<u32>) -> vec2<u32> {
  let t = libm_exp_table(i32((k & 31)));
  return m_fadd64(t.hi, m_fadd64(t.lo, m_fmul64(t.hi, m_fadd64(r, libm_exp_tail(r, c)))));
}

// expTail is e^(r+c) - 1 - r.
fn libm_exp_tail(r: vec2<u32>, c: vec2<u32>) -> vec2<u32> {
  let x = m_fadd64(r, c);
  return m_fadd64(c, m_fmul64(m_fmul64(x, x), libm_exp_series(x)));
}

// scale is y·2^n, where 2^n may be out of range though y·2^n is not.
fn libm_scale(y: vec2<u32>, n: i32) -> vec2<u32> {
  let half = (n >> 1u);
  return m_fmul64(m_fmul64(y, libm_two_to(half)), libm_two_to((n - half)));
}

// Expm1 is e to the power x, minus 1.
fn libm_expm1(x: vec2<u32>) -> vec2<u32> {
  if ((m_feq64(x, vec2<u32>(0x0u, 0x0u)) || !m_feq64(x, x))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x40440000u), x)) {
    return libm_exp(x);
  } else if (m_flt64(x, vec2<u32>(0x0u, 0xc0440000u))) {
    return vec2<u32>(0x0u, 0xbff00000u);
  }
  return libm_expm1_pair(x).hi;
}

// expm1Pair is e^x - 1 for |x| up to 40, with some 60 bits.
fn libm_expm1_pair(x: vec2<u32>) -> LibmPair {
  let t1 = libm_exp_step(x, vec2<u32>(0x0u, 0x0u));
  let k = t1.r0;
  let r = t1.r1;
  let c = t1.r2;
  let t2 = libm_exp_table(i32((k & 31)));
  let t3 = libm_two_to((k >> 5u));
  let t = t2;
  let s = t3;
  let t4 = m_fmul64(t.hi, s);
  let t5 = m_fmul64(t.lo, s);
  let hi = t4;
  let lo = t5;
  var p = libm_product(hi, r);
  p.lo = m_fadd64(p.lo, m_fadd64(m_fmul64(hi, libm_exp_tail(r, c)), m_fadd64(lo, m_fmul64(lo, r))));
  return libm_pair_plus(libm_any_sum(hi, vec2<u32>(0x0u, 0xbff00000u)), p);
}

// Sigmoid is 1/(1+e^-x).
fn libm_sigmoid(x: vec2<u32>) -> vec2<u32> {
  if (!m_feq64(x, x)) {
    return x;
  }
  return libm_sigmoid_times(LibmPair(x, vec2<u32>(0x0u, 0x0u)), vec2<u32>(0x0u, 0x3ff00000u));
}

// Ldexp is x·2^y, also for a y that is not whole. It is NaN for 0·2^Inf and Inf·2^-Inf.
fn libm_ldexp(x: vec2<u32>, y_in: vec2<u32>) -> vec2<u32> {
  var y = y_in;
  if (!m_feq64(m_fsub64(y, y), vec2<u32>(0x0u, 0x0u))) {
    return m_fmul64(x, libm_exp2(y));
  } else if ((m_feq64(x, vec2<u32>(0x0u, 0x0u)) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u)))) {
    return x;
  }
  y = m_fmax64(vec2<u32>(0x0u, 0xc0a13000u), m_fmin64(y, vec2<u32>(0x0u, 0x40a13000u)));
  if (m_feq64(y, m_ftrunc64(y))) {
    return m_fldexp64(x, m_d2i(y));
  }
  let t1 = m_ffrexp64(x);
  let m = t1.m;
  let e = t1.e;
  let t2 = libm_exp_pair(libm_pair_times(libm_ln2(), LibmPair(y, vec2<u32>(0x0u, 0x0u))));
  let p = t2.r0;
  let n = t2.r1;
  return m_fldexp64(libm_pair_times(p, LibmPair(m, vec2<u32>(0x0u, 0x0u))).hi, (e + n));
}

fn libm_ln2_fixed() -> array<vec2<u32>, 3> { return array<vec2<u32>, 3>(vec2<u32>(0xd1cf79abu, 0xb17217f7u), vec2<u32>(0x3f2f6afu, 0xc9e3b398u), vec2<u32>(0x7298b62du, 0x40f34326u)); }

// fixedOf is the fraction of m·2^e.
fn libm_fixed_of(m: vec2<u32>, e_in: i32) -> array<vec2<u32>, 3> {
  var e = e_in;
  var x: array<vec2<u32>, 3>;
  for (var i = 0; i < 3; i++) {
    {
      e = (e + 64);
      if ((e >= 0)) {
        x[i] = m_shl64(m, vec2<u32>(u32(e), 0u));
      } else {
        x[i] = m_ushr64(m, vec2<u32>(u32((-e)), 0u));
      }
    }
  }
  return x;
}

fn libm_fixed_plus(x: array<vec2<u32>, 3>, y: array<vec2<u32>, 3>) -> array<vec2<u32>, 3> {
  var z: array<vec2<u32>, 3>;
  var c: vec2<u32>;
  let t1 = m_carry64(x[2], y[2], vec2<u32>(0x0u, 0x0u));
  z[2] = t1.r;
  c = t1.carry;
  let t2 = m_carry64(x[1], y[1], c);
  z[1] = t2.r;
  c = t2.carry;
  let t3 = m_carry64(x[0], y[0], c);
  z[0] = t3.r;
  return z;
}

fn libm_fixed_minus(x: array<vec2<u32>, 3>, y: array<vec2<u32>, 3>) -> array<vec2<u32>, 3> {
  var z: array<vec2<u32>, 3>;
  var c: vec2<u32>;
  let t1 = m_borrow64(x[2], y[2], vec2<u32>(0x0u, 0x0u));
  z[2] = t1.r;
  c = t1.carry;
  let t2 = m_borrow64(x[1], y[1], c);
  z[1] = t2.r;
  c = t2.carry;
  let t3 = m_borrow64(x[0], y[0], c);
  z[0] = t3.r;
  return z;
}

// times is x·y to within 4 units of the last bit.
fn libm_fixed_times(x: array<vec2<u32>, 3>, y: array<vec2<u32>, 3>) -> array<vec2<u32>, 3> {
  let t1 = m_wide64(x[0], y[0]);
  let h = t1.high;
  let l = t1.low;
  let t2 = m_wide64(x[0], y[1]);
  let p = t2.high;
  let pl = t2.low;
  let t3 = m_wide64(x[1], y[0]);
  let q = t3.high;
  let ql = t3.low;
  let t4 = m_wide64(x[0], y[2]);
  let a = t4.high;
  let t5 = m_wide64(x[1], y[1]);
  let b = t5.high;
  let t6 = m_wide64(x[2], y[0]);
  let c = t6.high;
  return libm_fixed_plus(libm_fixed_plus(libm_fixed_plus(libm_fixed_plus(array<vec2<u32>, 3>(h, l, a), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), p, pl)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), q, ql)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), b)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), c));
}

// multiple is k·x.
fn libm_fixed_multiple(x: array<vec2<u32>, 3>, k: vec2<u32>) -> array<vec2<u32>, 3> {
  let t1 = m_wide64(x[2], k);
  let h = t1.high;
  let z2 = t1.low;
  let t2 = m_wide64(x[1], k);
  let m = t2.high;
  let z1 = t2.low;
  return libm_fixed_plus(array<vec2<u32>, 3>(m_add64(m_mul64(x[0], k), m), z1, z2), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), h, vec2<u32>(0x0u, 0x0u)));
}

// quarter is x/4.
fn libm_fixed_quarter(x: array<vec2<u32>, 3>) -> array<vec2<u32>, 3> {
  return array<vec2<u32>, 3>(m_ushr64(x[0], vec2<u32>(2u, 0u)), (m_shl64(x[0], vec2<u32>(62u, 0u)) | m_ushr64(x[1], vec2<u32>(2u, 0u))), (m_shl64(x[1], vec2<u32>(62u, 0u)) | m_ushr64(x[2], vec2<u32>(2u, 0u))));
}

// rise is w·(1-e^-z)/z, for z < 0.7: w·(1 - z/2! + z²/3! - …).
fn libm_rise(w: array<vec2<u32>, 3>, z: array<vec2<u32>, 3>) -> array<vec2<u32>, 3> {
  var s: array<vec2<u32>, 3>;
  {
    var i = (min(43, (2 + (192 / max(1, i32(m_zeros64(z[0])))))) - 1);
    while ((i >= 0)) {
      s = libm_fixed_minus(libm_inverse_factorials(i32(i)), libm_fixed_times(z, s));
      i = (i - 1);
    }
  }
  return libm_fixed_minus(w, libm_fixed_times(w, libm_fixed_times(z, s)));
}

struct LibmFixed_splitResults { r0: LibmPair, r1: i32 }

// split is x, from -1/2 to 1/2, as m·2^n; what is below 2^-160 is 0.
fn libm_fixed_split(x_in: array<vec2<u32>, 3>) -> LibmFixed_splitResults {
  var x = x_in;
  var n: i32;
  var sign = vec2<u32>(0x0u, 0x3ff00000u);
  if (any(m_ushr64(x[0], vec2<u32>(63u, 0u)) != vec2<u32>(0x0u, 0x0u))) {
    let t1 = vec2<u32>(0x0u, 0xbff00000u);
    let t2 = libm_fixed_minus(array<vec2<u32>, 3>(), x);
    sign = t1;
    x = t2;
  }
  while ((all(x[0] == vec2<u32>(0x0u, 0x0u)) && (n > -128))) {
    let t3 = array<vec2<u32>, 3>(x[1], x[2], vec2<u32>());
    let t4 = (n - 64);
    x = t3;
    n = t4;
  }
  let zeros = i32(m_zeros64(x[0]));
  {
    n = (n - zeros);
    if ((n < -160)) {
      return LibmFixed_splitResults(LibmPair(), 0);
    }
  }
  let high = (m_shl64(x[0], vec2<u32>(u32(zeros), 0u)) | m_ushr64(x[1], vec2<u32>(u32((64 - zeros)), 0u)));
  let low = (m_shl64(x[1], vec2<u32>(u32(zeros), 0u)) | m_ushr64(x[2], vec2<u32>(u32((64 - zeros)), 0u)));
  return LibmFixed_splitResults(libm_sum(m_fmul64(m_fmul64(sign, m_ul2d(m_ushr64(high, vec2<u32>(11u, 0u)))), vec2<u32>(0x0u, 0x3ca00000u)), m_fmul64(m_fmul64(sign, m_ul2d(m_ushr64((m_shl64(high, vec2<u32>(53u, 0u)) | m_ushr64(low, vec2<u32>(11u, 0u))), vec2<u32>(11u, 0u)))), vec2<u32>(0x0u, 0x39500000u))), n);
}

struct LibmWholeResults { r0: vec2<u32>, r1: i32 }

// whole is x > 0 as m·2^e, m having 53 bits.
fn libm_whole(x: vec2<u32>) -> LibmWholeResults {
  var e: i32;
  let t1 = m_ffrexp64(x);
  let f = t1.m;
  e = t1.e;
  return LibmWholeResults(m_d2ul(m_fmul64(f, vec2<u32>(0x0u, 0x43400000u))), (e - 53));
}

fn libm_gamma_slope() -> LibmPair { return LibmPair(vec2<u32>(0x72093ceu, 0x3fdb0ee6u), vec2<u32>(0x701fbfabu, 0x3c56cb90u)); }

fn libm_gamma_bend() -> LibmPair { return LibmPair(vec2<u32>(0xc4a60fa6u, 0x3fd4a34cu), vec2<u32>(0x8912200cu, 0x3c71873du)); }

fn libm_gamma_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 18>(vec2<u32>(0x2f78a3dau, 0x3e70a1e8u), vec2<u32>(0x81c44b2eu, 0xbe817d07u), vec2<u32>(0x434badacu, 0x3e8b8566u), vec2<u32>(0xc4df68f0u, 0xbe9d295eu), vec2<u32>(0x708bde70u, 0x3eb00e1cu), vec2<u32>(0xb6eb9201u, 0xbec1235bu), vec2<u32>(0x8d7a3dc4u, 0x3ed2592fu), vec2<u32>(0x3b3125e1u, 0xbee3cb7bu), vec2<u32>(0x8f95eb2bu, 0x3ef580deu), vec2<u32>(0x721ff5a0u, 0xbf078de7u), vec2<u32>(0x9feb071u, 0x3f1a127bu), vec2<u32>(0xc217341eu, 0xbf2d3fd4u), vec2<u32>(0xf867936au, 0x3f40b36au), vec2<u32>(0xc2c3ba16u, 0xbf538ac5u), vec2<u32>(0xeadb69cau, 0x3f67add6u), vec2<u32>(0xc218f370u, 0xbf7e404fu), vec2<u32>(0xac7d8484u, 0x3f951322u), vec2<u32>(0x1a557607u, 0xbfb13e00u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 18; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

fn libm_stirling_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 8>(vec2<u32>(0xcb0f5398u, 0xbf9e4286u), vec2<u32>(0x1a41a41au, 0x3f7a41a4u), vec2<u32>(0xd9993c7du, 0xbf5f6ab0u), vec2<u32>(0x2b18ff23u, 0x3f4b951eu), vec2<u32>(0x13813814u, 0xbf438138u), vec2<u32>(0x1a01a01au, 0x3f4a01a0u), vec2<u32>(0x16c16c17u, 0xbf66c16cu), vec2<u32>(0x55555555u, 0x3fb55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 8; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Lgamma is the logarithm of |Γ(x)|, infinite for 0 and negative whole numbers. Near its
// zeros between those it is right to 2^-53, not to its own last digits.
fn libm_lgamma(x: vec2<u32>) -> vec2<u32> {
  if (!m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u))) {
    return m_fabs64(x);
  } else if (m_fle64(vec2<u32>(0x0u, 0x40240000u), x)) {
    return libm_stirling(x);
  } else if ((m_feq64(x, m_ftrunc64(x)) && m_fle64(x, vec2<u32>(0x0u, 0x0u)))) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  } else if (m_fle64(x, vec2<u32>(0x0u, 0xc0390000u))) {
    let sine = m_fabs64(libm_sin(m_fmul64(vec2<u32>(0x54442d18u, 0x400921fbu), m_fsub64(x, m_fround_even64(x)))));
    return m_fsub64(m_fneg64(libm_stirling(m_fneg64(x))), libm_log(m_fmul64(m_fneg64(x), m_fdiv64(sine, vec2<u32>(0x54442d18u, 0x400921fbu)))));
  }
  return libm_near_gamma(x);
}

// stirling is the logarithm of Γ(x) for x ≥ 10: (x-½)·(log(x)-1) + (log(2π)-1)/2 + …
fn libm_stirling(x: vec2<u32>) -> vec2<u32> {
  let l = libm_log_pair(x);
  let s = libm_any_sum(l.hi, vec2<u32>(0x0u, 0xbff00000u));
  if (m_flt64(vec2<u32>(0xffffffffu, 0x7fefffffu), m_fmul64(s.hi, x))) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  }
  let y = libm_pair_times(LibmPair(s.hi, m_fadd64(s.lo, l.lo)), LibmPair(m_fsub64(x, vec2<u32>(0x0u, 0x3fe00000u)), vec2<u32>(0x0u, 0x0u)));
  let r = m_fdiv64(vec2<u32>(0x0u, 0x3ff00000u), x);
  return m_fadd64(y.hi, m_fadd64(y.lo, m_fadd64(vec2<u32>(0x90c97d69u, 0x3fdacfe3u), m_fmul64(r, libm_stirling_series(m_fmul64(r, r))))));
}

// nearGamma goes from x = n+t to 2+t, by the factors between: each is t and a whole number.
fn libm_near_gamma(x: vec2<u32>) -> vec2<u32> {
  let n = m_fround_even64(x);
  let t = m_fsub64(x, n);
  let z = LibmPair(t, vec2<u32>(0x0u, 0x0u));
  var y = libm_pair_plus(libm_gamma_bend(), LibmPair(m_fmul64(t, libm_gamma_series(t)), vec2<u32>(0x0u, 0x0u)));
  y = libm_pair_times(libm_pair_plus(libm_gamma_slope(), libm_pair_times(y, z)), z);
  var p = LibmPair(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u));
  {
    var i = vec2<u32>(0x0u, 0x40000000u);
    while (m_flt64(i, n)) {
      p = libm_pair_times(p, libm_sum(i, t));
      i = m_fadd64(i, vec2<u32>(0x0u, 0x3ff00000u));
    }
  }
  {
    var i = vec2<u32>(0x0u, 0x3ff00000u);
    while (m_fle64(n, i)) {
      p = libm_pair_times(p, libm_any_sum(i, t));
      i = m_fsub64(i, vec2<u32>(0x0u, 0x3ff00000u));
    }
  }
  var l = libm_log_pair(m_fabs64(p.hi));
  l.lo = m_fadd64(l.lo, m_fdiv64(p.lo, p.hi));
  if (m_flt64(n, vec2<u32>(0x0u, 0x40000000u))) {
    l = libm_pair_negative(l);
  }
  let s = libm_any_sum(l.hi, y.hi);
  return m_fadd64(s.hi, m_fadd64(s.lo, m_fadd64(l.lo, y.lo)));
}

// Sinh is (e^x - e^-x)/2.
fn libm_sinh(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if ((m_feq64(x, vec2<u32>(0x0u, 0x0u)) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u)))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x403e0000u), a)) {
    return m_fcopysign64(libm_half_exp(a), x);
  }
  let e = libm_expm1_pair(a);
  let y = libm_pair_plus(e, libm_pair_over(e, libm_one_plus(e)));
  return m_fcopysign64(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), y.hi), x);
}

// Cosh is (e^x + e^-x)/2.
fn libm_cosh(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (!m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u))) {
    return a;
  } else if (m_flt64(vec2<u32>(0x0u, 0x403e0000u), a)) {
    return libm_half_exp(a);
  }
  let e = libm_expm1_pair(a);
  let y = libm_pair_plus(e, libm_pair_negative(libm_pair_over(e, libm_one_plus(e))));
  return m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), libm_pair_plus(y, LibmPair(vec2<u32>(0x0u, 0x40000000u), vec2<u32>(0x0u, 0x0u))).hi);
}

// halfExp is e^x/2 also where e^x is out of range.
fn libm_half_exp(x: vec2<u32>) -> vec2<u32> {
  if (m_flt64(vec2<u32>(0x0u, 0x40863800u), x)) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  }
  let t1 = libm_exp_step(x, vec2<u32>(0x0u, 0x0u));
  let k = t1.r0;
  let r = t1.r1;
  let c = t1.r2;
  return libm_scale(libm_raise(k, r, c), ((k >> 5u) - 1));
}

// Tanh is sinh x / cosh x.
fn libm_tanh(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if ((m_flt64(a, vec2<u32>(0x0u, 0x3e100000u)) || !m_feq64(x, x))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x40340000u), a)) {
    return m_fcopysign64(vec2<u32>(0x0u, 0x3ff00000u), x);
  }
  let e = libm_expm1_pair(m_fmul64(vec2<u32>(0x0u, 0x40000000u), a));
  return m_fcopysign64(libm_pair_over(e, libm_pair_plus(e, LibmPair(vec2<u32>(0x0u, 0x40000000u), vec2<u32>(0x0u, 0x0u)))).hi, x);
}

// Asinh is the inverse of Sinh.
fn libm_asinh(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if ((m_flt64(a, vec2<u32>(0x0u, 0x3e100000u)) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u)))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x41d00000u), a)) {
    return m_fcopysign64(libm_log_double(a), x);
  }
  var t = m_fmul64(a, a);
  t = m_fdiv64(t, m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), m_fsqrt64(m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), t))));
  let s = libm_any_sum(a, t);
  return m_fcopysign64(libm_log1p_sum(s.hi, s.lo), x);
}

// Acosh is the inverse of Cosh, NaN below 1.
fn libm_acosh(x: vec2<u32>) -> vec2<u32> {
  if (m_flt64(x, vec2<u32>(0x0u, 0x3ff00000u))) {
    return m_fnan64();
  } else if (!m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x41d00000u), x)) {
    return libm_log_double(x);
  }
  let t = m_fsub64(x, vec2<u32>(0x0u, 0x3ff00000u));
  let s = libm_any_sum(m_fmul64(vec2<u32>(0x0u, 0x40000000u), t), m_fmul64(t, t));
  let r = libm_pair_sqrt(LibmPair(s.hi, s.lo));
  let y = libm_any_sum(t, r.hi);
  return libm_log1p_sum(y.hi, m_fadd64(y.lo, r.lo));
}

// logDouble is log(2x), where x is large.
fn libm_log_double(x: vec2<u32>) -> vec2<u32> {
  let l = libm_log_pair(x);
  return m_fadd64(l.hi, m_fadd64(vec2<u32>(0xfefa39efu, 0x3fe62e42u), l.lo));
}

// Atanh is the inverse of Tanh: half the logarithm of (1+x)/(1-x).
fn libm_atanh(x: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if ((m_flt64(a, vec2<u32>(0x0u, 0x3e100000u)) || !m_feq64(x, x))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x3ff00000u), a)) {
    return m_fnan64();
  } else if (m_feq64(a, vec2<u32>(0x0u, 0x3ff00000u))) {
    return m_fcopysign64(vec2<u32>(0x0u, 0x7ff00000u), x);
  }
  let t = libm_pair_over(LibmPair(m_fmul64(vec2<u32>(0x0u, 0x40000000u), a), vec2<u32>(0x0u, 0x0u)), libm_sum(vec2<u32>(0x0u, 0x3ff00000u), m_fneg64(a)));
  return m_fcopysign64(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), libm_log1p_sum(t.hi, t.lo)), x);
}

fn libm_ln2() -> LibmPair { return LibmPair(vec2<u32>(0xfefa39efu, 0x3fe62e42u), vec2<u32>(0x3b39803fu, 0x3c7abc9eu)); }

fn libm_per_ln2() -> LibmPair { return LibmPair(vec2<u32>(0x652b82feu, 0x3ff71547u), vec2<u32>(0xffda0d24u, 0x3c7777d0u)); }

fn libm_per_ln10() -> LibmPair { return LibmPair(vec2<u32>(0x1526e50eu, 0x3fdbcb7bu), vec2<u32>(0xbaaafad3u, 0x3c695355u)); }

fn libm_log_two() -> LibmPair { return LibmPair(vec2<u32>(0xfefa2000u, 0x3fe62e42u), vec2<u32>(0x793c7673u, 0x3d69ef35u)); }

fn libm_log10_two() -> LibmPair { return LibmPair(vec2<u32>(0x509f6000u, 0x3fd34413u), vec2<u32>(0x11f12b36u, 0x3d59fef3u)); }

fn libm_log_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 10>(vec2<u32>(0x55555555u, 0xbfb55555u), vec2<u32>(0x745d1746u, 0x3fb745d1u), vec2<u32>(0x9999999au, 0xbfb99999u), vec2<u32>(0x1c71c71cu, 0x3fbc71c7u), vec2<u32>(0x0u, 0xbfc00000u), vec2<u32>(0x92492492u, 0x3fc24924u), vec2<u32>(0x55555555u, 0xbfc55555u), vec2<u32>(0x9999999au, 0x3fc99999u), vec2<u32>(0x0u, 0xbfd00000u), vec2<u32>(0x55555555u, 0x3fd55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 10; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Log is the natural logarithm of x.
fn libm_log(x: vec2<u32>) -> vec2<u32> {
  if (!((m_flt64(vec2<u32>(0x0u, 0x0u), x) && m_flt64(x, vec2<u32>(0x0u, 0x7ff00000u))))) {
    return libm_log_edge(x);
  }
  return libm_log_pair(x).hi;
}

// Log2 is the logarithm of x to base 2; it is exact for powers of two.
fn libm_log2(x: vec2<u32>) -> vec2<u32> {
  if (!((m_flt64(vec2<u32>(0x0u, 0x0u), x) && m_flt64(x, vec2<u32>(0x0u, 0x7ff00000u))))) {
    return libm_log_edge(x);
  }
  let t1 = libm_log_parts(x);
  let k = t1.r0;
  let m = t1.r1;
  return libm_pair_plus(LibmPair(k, vec2<u32>(0x0u, 0x0u)), libm_pair_times(m, libm_per_ln2())).hi;
}

// Log10 is the logarithm of x to base 10; it is exact for powers of ten.
fn libm_log10(x: vec2<u32>) -> vec2<u32> {
  if (!((m_flt64(vec2<u32>(0x0u, 0x0u), x) && m_flt64(x, vec2<u32>(0x0u, 0x7ff00000u))))) {
    return libm_log_edge(x);
  }
  let t1 = libm_log_parts(x);
  let k = t1.r0;
  let m = t1.r1;
  return libm_wholes(k, libm_log10_two(), libm_pair_times(m, libm_per_ln10())).hi;
}

// Log1p is the natural logarithm of 1+x.
fn libm_log1p(x: vec2<u32>) -> vec2<u32> {
  if (m_feq64(x, vec2<u32>(0x0u, 0x0u))) {
    return x;
  } else if (!((m_flt64(vec2<u32>(0x0u, 0xbff00000u), x) && m_flt64(x, vec2<u32>(0x0u, 0x7ff00000u))))) {
    return libm_log_edge(m_fadd64(vec2<u32>(0x0u, 0x3ff00000u), x));
  }
  return libm_log1p_sum(x, vec2<u32>(0x0u, 0x0u));
}

// log1pSum is log(1+hi+lo), lo being small beside hi.
fn libm_log1p_sum(hi: vec2<u32>, lo: vec2<u32>) -> vec2<u32> {
  let s = libm_any_sum(vec2<u32>(0x0u, 0x3ff00000u), hi);
  let l = libm_log_pair(s.hi);
  return m_fadd64(l.hi, m_fadd64(l.lo, m_fdiv64(m_fadd64(s.lo, lo), s.hi)));
}

// logEdge is the logarithm of 0, of negative numbers, infinity and NaN.
fn libm_log_edge(x: vec2<u32>) -> vec2<u32> {
  if (m_feq64(x, vec2<u32>(0x0u, 0x0u))) {
    return vec2<u32>(0x0u, 0xfff00000u);
  } else if (m_flt64(x, vec2<u32>(0x0u, 0x0u))) {
    return m_fnan64();
  }
  return x;
}

// logPair is log x for a finite x > 0, with some 65 bits.
fn libm_log_pair(x: vec2<u32>) -> LibmPair {
  let t1 = libm_log_parts(x);
  let k = t1.r0;
  let m = t1.r1;
  return libm_wholes(k, libm_log_two(), m);
}

// wholes is k·unit+m for a whole k of at most 11 bits; |m| is not more than unit.
fn libm_wholes(k: vec2<u32>, unit: LibmPair, m: LibmPair) -> LibmPair {
  return libm_pair_plus(LibmPair(m_fmul64(k, unit.hi), m_fmul64(k, unit.lo)), m);
}

struct LibmLogPartsResults { r0: vec2<u32>, r1: LibmPair }

// logParts returns k and m for which log x = k·log 2 + m, |m| being at most log(2)/2.
// With z = x/2^k and r = z·t-1, t being near 1/z, m is log(1+r) - log t.
fn libm_log_parts(x: vec2<u32>) -> LibmLogPartsResults {
  var k: vec2<u32>;
  var m: LibmPair;
  var b = (x);
  if (m_flt64(x, vec2<u32>(0x0u, 0x100000u))) {
    let t1 = (m_fmul64(x, vec2<u32>(0x0u, 0x43500000u)));
    let t2 = vec2<u32>(0x0u, 0xc04b0000u);
    b = t1;
    k = t2;
  }
  let e = m_ishr64(m_sub64(b, vec2<u32>(0x667f3bcdu, 0x3fe6a09eu)), vec2<u32>(52u, 0u));
  let z = (m_sub64(b, m_shl64(e, vec2<u32>(52u, 0u))));
  let c = libm_log_table(i32((m_d2i(m_fmul64(z, vec2<u32>(0x0u, 0x40500000u))) - 45)));
  let r = m_ffma64(z, c.t, vec2<u32>(0x0u, 0xbff00000u));
  let square = libm_product(r, r);
  let cube = m_fmul64(m_fmul64(square.hi, r), libm_log_series(r));
  m = libm_sum(c.log.hi, r);
  m.lo = m_fadd64(m.lo, c.log.lo);
  return LibmLogPartsResults(m_fadd64(k, m_l2d(e)), libm_pair_plus(m, LibmPair(m_fmul64(vec2<u32>(0x0u, 0xbfe00000u), square.hi), m_fsub64(cube, m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), square.lo)))));
}

// LogAddExp is log(e^x + e^y).
fn libm_log_add_exp(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let t1 = m_fmax64(x, y);
  let t2 = m_fmin64(x, y);
  let more = t1;
  let less = t2;
  let t3 = libm_log_of_sum(more, less, LibmPair(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u)), LibmPair(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u)));
  let l = t3.r0;
  let ok = t3.r1;
  if (ok) {
    return l;
  }
  let t4 = libm_near_one(m_fneg64(more), m_fneg64(less));
  let m = t4.r0;
  let n = t4.r1;
  return libm_log_near_one(m, n, LibmPair(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u)));
}

// LogAddExp2 is log2(2^x + 2^y).
fn libm_log_add_exp2(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let t1 = m_fmax64(x, y);
  let t2 = m_fmin64(x, y);
  let more = t1;
  let less = t2;
  let t3 = libm_log_of_sum(more, less, libm_ln2(), libm_per_ln2());
  let l = t3.r0;
  let ok = t3.r1;
  if (ok) {
    return l;
  }
  let t4 = libm_near_one2(m_fneg64(more), m_fneg64(less));
  let m = t4.r0;
  let n = t4.r1;
  return libm_log_near_one(m, n, libm_per_ln2());
}

struct LibmLogOfSumResults { r0: vec2<u32>, r1: bool }

// logOfSum is LogAddExp for the base with the logarithm log, of which perLog is the inverse,
// unless that is so near to 0 that digits are lost.
fn libm_log_of_sum(more: vec2<u32>, less: vec2<u32>, log: LibmPair, perLog: LibmPair) -> LibmLogOfSumResults {
  if (!(m_flt64(vec2<u32>(0x0u, 0xc0913000u), m_fsub64(less, more)))) {
    return LibmLogOfSumResults(m_fadd64(more, vec2<u32>(0x0u, 0x0u)), true);
  }
  let p = libm_pair_times(libm_log1p_pair(libm_exp_near(libm_pair_times(libm_any_sum(less, m_fneg64(more)), log))), perLog);
  let s = libm_any_sum(more, p.hi);
  return LibmLogOfSumResults(m_fadd64(s.hi, m_fadd64(s.lo, p.lo)), m_fle64(m_fneg64(more), m_fmul64(vec2<u32>(0x0u, 0x40500000u), m_fabs64(s.hi))));
}

// logNearOne is log(1 + m·2^n).
fn libm_log_near_one(m: LibmPair, n: i32, perLog: LibmPair) -> vec2<u32> {
  if ((n < -64)) {
    return libm_scale(libm_pair_times(m, perLog).hi, n);
  }
  let q = libm_scaled(m, n);
  return m_fmul64(libm_log1p_sum(q.hi, q.lo), perLog.hi);
}

struct LibmNearOneResults { r0: LibmPair, r1: i32 }

// nearOne is e^-x + e^-y - 1 as m·2^n, for x < y where the sum is about 1.
// 
// The two cancel, by up to 110 bits. Therefore e^-y is taken as 2^-k·(1 - (1-e^-z)), with
// z = y - k·ln 2 below 0.7, and the difference from 1-e^-x as a fraction.
fn libm_near_one(x: vec2<u32>, y: vec2<u32>) -> LibmNearOneResults {
  let k = m_d2i(m_fsub64(m_fmul64(y, vec2<u32>(0x652b82feu, 0x3ff71547u)), vec2<u32>(0x0u, 0x3eb00000u)));
  let z = libm_fixed_minus(libm_fixed_of(libm_whole(y).r0, libm_whole(y).r1), libm_fixed_multiple(libm_ln2_fixed(), m_i2l(k)));
  let t1 = libm_whole(x);
  let mx = t1.r0;
  let e = t1.r1;
  let t2 = libm_difference(z, libm_fixed_of(mx, ((e + k) - 2)), libm_fixed_of(mx, e), k);
  return LibmNearOneResults(t2.r0, t2.r1);
}

struct LibmNearOne2Results { r0: LibmPair, r1: i32 }

// nearOne2 is 2^-x + 2^-y - 1; x may be 1.
fn libm_near_one2(x: vec2<u32>, y: vec2<u32>) -> LibmNearOne2Results {
  let k = m_d2i(y);
  let z = libm_fixed_times(libm_fixed_of(libm_whole(y).r0, libm_whole(y).r1), libm_ln2_fixed());
  let t1 = libm_whole(x);
  let mx = t1.r0;
  let e = t1.r1;
  let half = libm_fixed_times(libm_fixed_of(mx, (e - 1)), libm_ln2_fixed());
  let t2 = libm_difference(z, libm_fixed_times(libm_fixed_of(mx, ((e + k) - 2)), libm_ln2_fixed()), libm_fixed_plus(half, half), k);
  return LibmNearOne2Results(t2.r0, t2.r1);
}

struct LibmDifferenceResults { r0: LibmPair, r1: i32 }

// difference is 2^-k·e^-z - (1-e^-x) as m·2^n, where w is x·2^k/4. Where it is below
// 2^-150 of either it is 0: of all numbers only 2^-1 + 2^-1 is so close to 1.
fn libm_difference(z: array<vec2<u32>, 3>, w: array<vec2<u32>, 3>, x: array<vec2<u32>, 3>, k: i32) -> LibmDifferenceResults {
  var m: LibmPair;
  var n: i32;
  let d = libm_fixed_minus(libm_fixed_minus(array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x40000000u), vec2<u32>(), vec2<u32>()), libm_fixed_quarter(libm_rise(z, z))), libm_rise(w, x));
  let t1 = libm_fixed_split(d);
  m = t1.r0;
  n = t1.r1;
  return LibmDifferenceResults(m, ((n + 2) - k));
}

struct LibmPair { hi: vec2<u32>, lo: vec2<u32> }

// sum is a+b exactly; |a| is not less than |b|, or a is 0.
fn libm_sum(a: vec2<u32>, b: vec2<u32>) -> LibmPair {
  let s = m_fadd64(a, b);
  return LibmPair(s, m_fsub64(b, m_fsub64(s, a)));
}

// anySum is a+b exactly, whichever is larger.
fn libm_any_sum(a: vec2<u32>, b: vec2<u32>) -> LibmPair {
  let s = m_fadd64(a, b);
  let t = m_fsub64(s, a);
  return LibmPair(s, m_fadd64(m_fsub64(a, m_fsub64(s, t)), m_fsub64(b, t)));
}

// product is a·b exactly, as long as it stays well above the smallest float64.
fn libm_product(a: vec2<u32>, b: vec2<u32>) -> LibmPair {
  let p = m_fmul64(a, b);
  return LibmPair(p, m_ffma64(a, b, m_fneg64(p)));
}

fn libm_pair_plus(p: LibmPair, b: LibmPair) -> LibmPair {
  let s = libm_any_sum(p.hi, b.hi);
  return libm_sum(s.hi, m_fadd64(s.lo, m_fadd64(p.lo, b.lo)));
}

// onePlus is 1+p.
fn libm_one_plus(p: LibmPair) -> LibmPair {
  let s = libm_any_sum(vec2<u32>(0x0u, 0x3ff00000u), p.hi);
  return libm_sum(s.hi, m_fadd64(s.lo, p.lo));
}

fn libm_pair_times(p: LibmPair, b: LibmPair) -> LibmPair {
  let h = libm_product(p.hi, b.hi);
  return libm_sum(h.hi, m_fadd64(h.lo, m_fadd64(m_fmul64(p.hi, b.lo), m_fmul64(p.lo, b.hi))));
}

// over is p/b, for a b whose reciprocal is within range.
fn libm_pair_over(p: LibmPair, b: LibmPair) -> LibmPair {
  let inverse = m_fdiv64(vec2<u32>(0x0u, 0x3ff00000u), b.hi);
  let q = m_fmul64(p.hi, inverse);
  return libm_sum(q, m_fmul64(m_fadd64(m_ffma64(m_fneg64(q), b.hi, p.hi), m_fsub64(p.lo, m_fmul64(q, b.lo))), inverse));
}

fn libm_pair_sqrt(p: LibmPair) -> LibmPair {
  let s = m_fsqrt64(p.hi);
  if (m_feq64(s, vec2<u32>(0x0u, 0x0u))) {
    return LibmPair();
  }
  return libm_sum(s, m_fdiv64(m_fadd64(m_ffma64(m_fneg64(s), s, p.hi), p.lo), m_fmul64(vec2<u32>(0x0u, 0x40000000u), s)));
}

fn libm_pair_negative(p: LibmPair) -> LibmPair {
  return LibmPair(m_fneg64(p.hi), m_fneg64(p.lo));
}

// twoTo is 2^e for e from -1022 to 1023.
fn libm_two_to(e: i32) -> vec2<u32> {
  return (m_shl64(m_i2l((e + 1023)), vec2<u32>(52u, 0u)));
}

fn libm_two_over_pi(i: i32) -> vec2<u32> {
  var t = array<vec2<u32>, 21>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x4e441529u, 0xa2f9836eu), vec2<u32>(0xf534ddc0u, 0xfc2757d1u), vec2<u32>(0x3c439041u, 0xdb629599u), vec2<u32>(0xdebbc561u, 0xfe5163abu), vec2<u32>(0x424dd2e0u, 0xb7246e3au), vec2<u32>(0x9d1921cu, 0x6492eeau), vec2<u32>(0xb129a73eu, 0xfe1deb1cu), vec2<u32>(0x2ebb4484u, 0xe88235f5u), vec2<u32>(0xb45f7e41u, 0xe99c7026u), vec2<u32>(0x835339f4u, 0x3991d639u), vec2<u32>(0xbdf9283bu, 0x9c845f8bu), vec2<u32>(0xde05980fu, 0x1ff897ffu), vec2<u32>(0x5a0a6d1fu, 0xef2f118bu), vec2<u32>(0x27cb09b7u, 0x6d367ecfu), vec2<u32>(0x9e5fea2du, 0x4f463f66u), vec2<u32>(0xebe5f17bu, 0x7527bac7u), vec2<u32>(0x8a5292eau, 0x3d0739f7u), vec2<u32>(0x1f8d5d08u, 0x6bfb5fb1u), vec2<u32>(0xfc7b6babu, 0x56033046u), vec2<u32>(0x9af4361du, 0xf0cfbc20u));
  return t[clamp(i, 0, 20)];
}

struct LibmReduceResults { r0: vec2<u32>, r1: LibmPair }

// reduce returns the quarter turns nearest to x and the rest, at most π/4 either way, for
// a finite x above π/4. It multiplies x by 2/π in integers (Payne and Hanek): of the digits
// of 2/π only 192 count, as those before give whole turns and those after are too small
// even where x is nearly a multiple of π/2.
fn libm_reduce(x: vec2<u32>) -> LibmReduceResults {
  var quarters: vec2<u32>;
  let b = (x);
  let t1 = ((b & vec2<u32>(0xffffffffu, 0xfffffu)) | vec2<u32>(0x0u, 0x100000u));
  let t2 = (bitcast<i32>(m_ushr64(b, vec2<u32>(52u, 0u)).x) - 1075);
  let m = t1;
  let e = t2;
  let at = u32(((e - 2) + 64));
  let t3 = (at / 64u);
  let t4 = (at % 64u);
  let word = t3;
  let shift = t4;
  var w: array<vec2<u32>, 3>;
  for (var i = 0; i < 3; i++) {
    w[i] = (m_shl64(libm_two_over_pi(i32((word + u32(i)))), vec2<u32>(shift, 0u)) | m_ushr64(libm_two_over_pi(i32(((word + u32(i)) + 1u))), vec2<u32>((64u - shift), 0u)));
  }
  let t5 = m_wide64(m, w[2]);
  let h2 = t5.high;
  let p2 = t5.low;
  let t6 = m_wide64(m, w[1]);
  let h1 = t6.high;
  var p1 = t6.low;
  let t7 = m_carry64(p1, h2, vec2<u32>(0x0u, 0x0u));
  p1 = t7.r;
  let carry = t7.carry;
  let t8 = m_carry64(m_mul64(m, w[0]), h1, carry);
  let p0 = t8.r;
  quarters = m_ushr64(p0, vec2<u32>(62u, 0u));
  let t9 = (m_shl64(p0, vec2<u32>(2u, 0u)) | m_ushr64(p1, vec2<u32>(62u, 0u)));
  let t10 = (m_shl64(p1, vec2<u32>(2u, 0u)) | m_ushr64(p2, vec2<u32>(62u, 0u)));
  let t11 = m_shl64(p2, vec2<u32>(2u, 0u));
  var f0 = t9;
  var f1 = t10;
  var f2 = t11;
  var sign = vec2<u32>(0x0u, 0x3ff00000u);
  if (all(m_ushr64(f0, vec2<u32>(63u, 0u)) == vec2<u32>(0x1u, 0x0u))) {
    let t12 = m_add64(quarters, vec2<u32>(0x1u, 0x0u));
    let t13 = vec2<u32>(0x0u, 0xbff00000u);
    quarters = t12;
    sign = t13;
    var borrow: vec2<u32>;
    let t14 = m_borrow64(vec2<u32>(0x0u, 0x0u), f2, vec2<u32>(0x0u, 0x0u));
    f2 = t14.r;
    borrow = t14.carry;
    let t15 = m_borrow64(vec2<u32>(0x0u, 0x0u), f1, borrow);
    f1 = t15.r;
    borrow = t15.carry;
    let t16 = m_borrow64(vec2<u32>(0x0u, 0x0u), f0, borrow);
    f0 = t16.r;
  }
  let f = libm_fraction(f0, f1, f2);
  return LibmReduceResults(quarters, libm_pair_times(LibmPair(m_fmul64(sign, f.hi), m_fmul64(sign, f.lo)), libm_half_pi()));
}

// fraction is the binary fraction with the digits f0, f1, f2; f0 is not 0, as no float64 is
// nearer to a multiple of π/2 than 2^-61.
fn libm_fraction(f0_in: vec2<u32>, f1_in: vec2<u32>, f2: vec2<u32>) -> LibmPair {
  var f0 = f0_in;
  var f1 = f1_in;
  let n = u32(i32(m_zeros64(f0)));
  let t1 = (m_shl64(f0, vec2<u32>(n, 0u)) | m_ushr64(f1, vec2<u32>((64u - n), 0u)));
  let t2 = (m_shl64(f1, vec2<u32>(n, 0u)) | m_ushr64(f2, vec2<u32>((64u - n), 0u)));
  f0 = t1;
  f1 = t2;
  let scale = libm_two_to((-i32(n)));
  return LibmPair(m_fmul64(m_fmul64(m_ul2d(m_ushr64(f0, vec2<u32>(11u, 0u))), vec2<u32>(0x0u, 0x3ca00000u)), scale), m_fmul64(m_fmul64(m_ul2d((m_shl64(f0, vec2<u32>(53u, 0u)) | m_ushr64(f1, vec2<u32>(11u, 0u)))), vec2<u32>(0x0u, 0x38a00000u)), scale));
}

// Pow is x to the power y: exp(y·log x) with the logarithm as a pair, as y may take away
// eleven of its bits.
fn libm_pow(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (((((m_feq64(x, vec2<u32>(0x0u, 0x0u)) || m_feq64(x, vec2<u32>(0x0u, 0x3ff00000u))) || m_feq64(y, vec2<u32>(0x0u, 0x0u))) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u))) || !m_feq64(m_fsub64(y, y), vec2<u32>(0x0u, 0x0u)))) {
    return libm_pow_edge(x, y);
  }
  var sign = vec2<u32>(0x0u, 0x3ff00000u);
  if ((m_flt64(x, vec2<u32>(0x0u, 0x0u)) && !m_feq64(y, m_ftrunc64(y)))) {
    return m_fnan64();
  } else if ((m_flt64(x, vec2<u32>(0x0u, 0x0u)) && libm_odd(y))) {
    sign = vec2<u32>(0x0u, 0xbff00000u);
  }
  let l = libm_log_pair(m_fabs64(x));
  {
    let p = m_fmul64(l.hi, y);
    if (m_flt64(vec2<u32>(0x0u, 0x40863000u), p)) {
      return m_fmul64(sign, vec2<u32>(0x0u, 0x7ff00000u));
    } else if (m_flt64(p, vec2<u32>(0x0u, 0xc0875000u))) {
      return m_fmul64(sign, vec2<u32>(0x0u, 0x0u));
    } else {
      return m_fmul64(sign, libm_exp_sum(p, m_fadd64(m_ffma64(l.hi, y, m_fneg64(p)), m_fmul64(l.lo, y))));
    }
  }
}

// powEdge is x to the power y for zeros, infinities, NaN and 1.
fn libm_pow_edge(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let a = m_fabs64(x);
  if (((m_feq64(x, vec2<u32>(0x0u, 0x3ff00000u)) || m_feq64(y, vec2<u32>(0x0u, 0x0u))) || (m_feq64(a, vec2<u32>(0x0u, 0x3ff00000u)) && m_fisinf64(y)))) {
    return vec2<u32>(0x0u, 0x3ff00000u);
  } else if ((!m_feq64(x, x) || !m_feq64(y, y))) {
    return m_fnan64();
  }
  var power = vec2<u32>(0x0u, 0x0u);
  if ((m_flt64(vec2<u32>(0x0u, 0x3ff00000u), a) == m_flt64(vec2<u32>(0x0u, 0x0u), y))) {
    power = vec2<u32>(0x0u, 0x7ff00000u);
  }
  if ((m_negative64(x) && libm_odd(y))) {
    return m_fneg64(power);
  }
  return power;
}

// odd tells whether y is an odd number.
fn libm_odd(y: vec2<u32>) -> bool {
  return ((m_flt64(m_fabs64(y), vec2<u32>(0x0u, 0x43400000u)) && m_feq64(y, m_ftrunc64(y))) && any((m_d2l(y) & vec2<u32>(0x1u, 0x0u)) != vec2<u32>(0x0u, 0x0u)));
}

// Rsqrt is 1/√x.
fn libm_rsqrt(x: vec2<u32>) -> vec2<u32> {
  return m_fdiv64(vec2<u32>(0x0u, 0x3ff00000u), m_fsqrt64(x));
}

// Hypot is √(x²+y²); an infinite argument wins over NaN.
fn libm_hypot(x_in: vec2<u32>, y_in: vec2<u32>) -> vec2<u32> {
  var x = x_in;
  var y = y_in;
  let t1 = m_fabs64(x);
  let t2 = m_fabs64(y);
  x = t1;
  y = t2;
  if ((m_flt64(vec2<u32>(0xffffffffu, 0x7fefffffu), x) || m_flt64(vec2<u32>(0xffffffffu, 0x7fefffffu), y))) {
    return vec2<u32>(0x0u, 0x7ff00000u);
  }
  let t3 = m_fmax64(x, y);
  let t4 = m_fmin64(x, y);
  var a = t3;
  var b = t4;
  var up = vec2<u32>(0x0u, 0x3ff00000u);
  if ((!m_feq64(a, a) || m_flt64(b, m_fmul64(vec2<u32>(0x0u, 0x3c300000u), a)))) {
    return a;
  } else if (m_flt64(vec2<u32>(0x0u, 0x5f300000u), a)) {
    up = vec2<u32>(0x0u, 0x1a700000u);
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x26f00000u))) {
    up = vec2<u32>(0x0u, 0x65700000u);
  }
  let t5 = m_fmul64(a, up);
  let t6 = m_fmul64(b, up);
  a = t5;
  b = t6;
  return m_fdiv64(libm_pair_sqrt(libm_pair_plus(libm_product(a, a), libm_product(b, b))).hi, up);
}

fn libm_cbrt_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 6>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x317adddeu, 0xbfe2e387u), vec2<u32>(0xe5bab84eu, 0x3ffca0acu), vec2<u32>(0x5a8ad33cu, 0xc00166aau), vec2<u32>(0x6bf7887cu, 0x3ffa612eu), vec2<u32>(0xee28e2bbu, 0x3fd4ecb7u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 6; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Cbrt is the cube root of x, by two steps of Halley's method, which have three times the
// digits each.
fn libm_cbrt(x: vec2<u32>) -> vec2<u32> {
  if ((m_feq64(x, vec2<u32>(0x0u, 0x0u)) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u)))) {
    return x;
  }
  let t1 = m_ffrexp64(m_fabs64(x));
  var m = t1.m;
  let e = t1.e;
  let third = (((e + 1202) / 3) - 400);
  m = m_fldexp64(m, (e - (3 * third)));
  var y = libm_cbrt_series(m);
  for (var i = 0; i < 2; i++) {
    let cube = libm_pair_times(libm_product(y, y), LibmPair(y, vec2<u32>(0x0u, 0x0u)));
    y = m_fadd64(y, m_fdiv64(m_fmul64(y, m_fsub64(m_fsub64(m, cube.hi), cube.lo)), m_fadd64(m_fmul64(vec2<u32>(0x0u, 0x40000000u), cube.hi), m)));
  }
  return m_fcopysign64(m_fldexp64(y, third), x);
}

// Silu is x·sigmoid(x). It is NaN of -Inf, as x/(1+e^-x) is.
fn libm_silu(x: vec2<u32>) -> vec2<u32> {
  return libm_sigmoid_times(LibmPair(x, vec2<u32>(0x0u, 0x0u)), x);
}

// sigmoidTimes is f·sigmoid(x), f and x being of one sign.
fn libm_sigmoid_times(x: LibmPair, f: vec2<u32>) -> vec2<u32> {
  if (m_flt64(x.hi, vec2<u32>(0x0u, 0xc08f4000u))) {
    return m_fmul64(vec2<u32>(0x0u, 0x0u), f);
  } else if ((m_flt64(vec2<u32>(0x0u, 0x40440000u), x.hi) || !m_feq64(x.hi, x.hi))) {
    return f;
  }
  let t1 = libm_exp_pair(x);
  let m = t1.r0;
  let n = t1.r1;
  let e = libm_scaled(m, n);
  let y = libm_pair_times(libm_pair_over(m, libm_one_plus(e)), LibmPair(f, vec2<u32>(0x0u, 0x0u)));
  return m_fcopysign64(libm_scale(y.hi, n), f);
}

// Mish is x·tanh(log(1+e^x)). It is NaN of -Inf.
fn libm_mish(x: vec2<u32>) -> vec2<u32> {
  if (m_flt64(x, vec2<u32>(0x0u, 0xc08f4000u))) {
    return m_fmul64(vec2<u32>(0x0u, 0x0u), x);
  } else if ((m_flt64(vec2<u32>(0x0u, 0x40440000u), x) || !m_feq64(x, x))) {
    return x;
  }
  let t1 = libm_exp_pair(LibmPair(x, vec2<u32>(0x0u, 0x0u)));
  let m = t1.r0;
  let n = t1.r1;
  let e = libm_scaled(m, n);
  let u = libm_two_plus(e);
  let y = libm_pair_times(libm_pair_over(libm_pair_times(m, u), libm_two_plus(libm_pair_times(e, u))), LibmPair(x, vec2<u32>(0x0u, 0x0u)));
  return m_fcopysign64(libm_scale(y.hi, n), x);
}

fn libm_two_plus(x: LibmPair) -> LibmPair {
  let s = libm_any_sum(vec2<u32>(0x0u, 0x40000000u), x.hi);
  return libm_sum(s.hi, m_fadd64(s.lo, x.lo));
}

// LogSigmoid is -log(1+e^-x).
fn libm_log_sigmoid(x: vec2<u32>) -> vec2<u32> {
  if ((m_flt64(x, vec2<u32>(0x0u, 0xc0440000u)) || !m_feq64(x, x))) {
    return x;
  } else if (m_flt64(vec2<u32>(0x0u, 0x40875000u), x)) {
    return m_fcopysign64(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0xbff00000u));
  } else if (m_flt64(x, vec2<u32>(0x0u, 0x0u))) {
    return libm_pair_plus(LibmPair(x, vec2<u32>(0x0u, 0x0u)), libm_pair_negative(libm_log1p_pair(libm_exp_near(LibmPair(x, vec2<u32>(0x0u, 0x0u)))))).hi;
  }
  return m_fneg64(libm_log1p_pair(libm_exp_near(LibmPair(m_fneg64(x), vec2<u32>(0x0u, 0x0u)))).hi);
}

// Softplus is log(1+e^(x·beta))/beta, but x where x·beta is above threshold.
fn libm_softplus(x: vec2<u32>, beta: vec2<u32>, threshold: vec2<u32>) -> vec2<u32> {
  let t = libm_product(x, beta);
  if (!m_feq64(t.hi, t.hi)) {
    return t.hi;
  } else if (((m_flt64(threshold, t.hi) || m_flt64(vec2<u32>(0x0u, 0x40440000u), t.hi)) || (m_feq64(t.hi, threshold) && libm_rounded_down(x, beta, threshold)))) {
    return x;
  } else if (m_flt64(t.hi, vec2<u32>(0x0u, 0xc0977000u))) {
    return m_fdiv64(vec2<u32>(0x0u, 0x0u), beta);
  } else if (m_flt64(t.hi, vec2<u32>(0x0u, 0xc0440000u))) {
    let t1 = libm_exp_pair(t);
    let m = t1.r0;
    let n = t1.r1;
    return m_fldexp64(m_fdiv64(m.hi, beta), n);
  }
  return m_fdiv64(libm_log1p_pair(libm_exp_near(t)).hi, beta);
}

// roundedDown reports whether x·y is above p, the float64 next to it; all may be subnormal.
fn libm_rounded_down(x_in: vec2<u32>, y_in: vec2<u32>, p: vec2<u32>) -> bool {
  var x = x_in;
  var y = y_in;
  let t1 = m_ffrexp64(x);
  x = t1.m;
  let n = t1.e;
  let t2 = m_ffrexp64(y);
  y = t2.m;
  let m = t2.e;
  return m_flt64(vec2<u32>(0x0u, 0x0u), m_ffma64(x, y, m_fneg64(m_fldexp64(p, ((-n) - m)))));
}

// Logit is log(x/(1-x)), the inverse of the sigmoid.
fn libm_logit(x: vec2<u32>) -> vec2<u32> {
  if (!((m_flt64(vec2<u32>(0x0u, 0x0u), x) && m_flt64(x, vec2<u32>(0x0u, 0x3ff00000u))))) {
    return libm_log_edge(m_fdiv64(x, m_fsub64(vec2<u32>(0x0u, 0x3ff00000u), x)));
  }
  let q = libm_pair_over(LibmPair(x, vec2<u32>(0x0u, 0x0u)), libm_sum(vec2<u32>(0x0u, 0x3ff00000u), m_fneg64(x)));
  let l = libm_log_pair(q.hi);
  return m_fadd64(l.hi, m_fadd64(l.lo, m_fdiv64(q.lo, q.hi)));
}

struct LibmExpPairResults { r0: LibmPair, r1: i32 }

// expPair returns m and n for which e^x is m·2^n, m being from 1 to 2 and right to some 60
// bits; |x| is not more than 2000.
fn libm_exp_pair(x: LibmPair) -> LibmExpPairResults {
  let t1 = libm_exp_step(x.hi, x.lo);
  let k = t1.r0;
  let r = t1.r1;
  let c = t1.r2;
  let t = libm_exp_table(i32((k & 31)));
  return LibmExpPairResults(libm_sum(t.hi, m_fadd64(t.lo, m_fmul64(t.hi, m_fadd64(r, libm_exp_tail(r, c))))), (k >> 5u));
}

// expNear is e^x as a pair, for x from -745 to 700.
fn libm_exp_near(x: LibmPair) -> LibmPair {
  return libm_scaled(libm_exp_pair(x).r0, libm_exp_pair(x).r1);
}

fn libm_scaled(m: LibmPair, n: i32) -> LibmPair {
  return LibmPair(libm_scale(m.hi, n), libm_scale(m.lo, n));
}

// log1pPair is log(1+x) to some 60 bits, for x > 0.
fn libm_log1p_pair(x: LibmPair) -> LibmPair {
  if (m_flt64(x.hi, vec2<u32>(0x0u, 0x3de00000u))) {
    return libm_pair_plus(x, LibmPair(m_fmul64(m_fmul64(vec2<u32>(0x0u, 0xbfe00000u), x.hi), x.hi), vec2<u32>(0x0u, 0x0u)));
  }
  let s = libm_any_sum(vec2<u32>(0x0u, 0x3ff00000u), x.hi);
  let l = libm_log_pair(s.hi);
  return libm_sum(l.hi, m_fadd64(l.lo, m_fdiv64(m_fadd64(s.lo, x.lo), s.hi)));
}

fn libm_exp_table(i: i32) -> LibmPair {
  var t = array<LibmPair, 32>(LibmPair(vec2<u32>(0x0u, 0x3ff00000u), vec2<u32>(0x0u, 0x0u)), LibmPair(vec2<u32>(0xd3158574u, 0x3ff059b0u), vec2<u32>(0xa475b465u, 0x3c8d73e2u)), LibmPair(vec2<u32>(0x6cf9890fu, 0x3ff0b558u), vec2<u32>(0x4adc610bu, 0x3c98a62eu)), LibmPair(vec2<u32>(0xd0125b51u, 0x3ff11301u), vec2<u32>(0x39449b3au, 0xbc96c510u)), LibmPair(vec2<u32>(0x3c7d517bu, 0x3ff172b8u), vec2<u32>(0xb9d78a76u, 0xbc819041u)), LibmPair(vec2<u32>(0x3168b9aau, 0x3ff1d487u), vec2<u32>(0xa2643cu, 0x3c9e016eu)), LibmPair(vec2<u32>(0x6e756238u, 0x3ff2387au), vec2<u32>(0xb6c70573u, 0x3c99b07eu)), LibmPair(vec2<u32>(0xf51fdee1u, 0x3ff29e9du), vec2<u32>(0xafad1255u, 0x3c8612e8u)), LibmPair(vec2<u32>(0xa31b715u, 0x3ff306feu), vec2<u32>(0xd23182e4u, 0x3c86f46au)), LibmPair(vec2<u32>(0x373aa9cbu, 0x3ff371a7u), vec2<u32>(0xbf42eae2u, 0xbc963aeau)), LibmPair(vec2<u32>(0x4c123422u, 0x3ff3dea6u), vec2<u32>(0x11f09ebcu, 0x3c8ada09u)), LibmPair(vec2<u32>(0x6061892du, 0x3ff44e08u), vec2<u32>(0x4ef80d0u, 0x3c489b7au)), LibmPair(vec2<u32>(0xd5362a27u, 0x3ff4bfdau), vec2<u32>(0xafec42e2u, 0x3c7d4397u)), LibmPair(vec2<u32>(0x569d4f82u, 0x3ff5342bu), vec2<u32>(0x1db13cadu, 0xbc807abeu)), LibmPair(vec2<u32>(0xdd485429u, 0x3ff5ab07u), vec2<u32>(0x54647adu, 0x3c96324cu)), LibmPair(vec2<u32>(0xb03a5585u, 0x3ff6247eu), vec2<u32>(0x7e40b497u, 0xbc9383c1u)), LibmPair(vec2<u32>(0x667f3bcdu, 0x3ff6a09eu), vec2<u32>(0x13b26456u, 0xbc9bdd34u)), LibmPair(vec2<u32>(0xe8ec5f74u, 0x3ff71f75u), vec2<u32>(0x86887a99u, 0xbc816e47u)), LibmPair(vec2<u32>(0x73eb0187u, 0x3ff7a114u), vec2<u32>(0xee04992fu, 0xbc841577u)), LibmPair(vec2<u32>(0x994cce13u, 0x3ff82589u), vec2<u32>(0xd41532d8u, 0xbc9d4c1du)), LibmPair(vec2<u32>(0x422aa0dbu, 0x3ff8ace5u), vec2<u32>(0x56864b27u, 0x3c96e9f1u)), LibmPair(vec2<u32>(0xb0cdc5e5u, 0x3ff93737u), vec2<u32>(0x81b57ebcu, 0xbc675fc7u)), LibmPair(vec2<u32>(0x82a3f090u, 0x3ff9c491u), vec2<u32>(0xb071f2beu, 0x3c7c7c46u)), LibmPair(vec2<u32>(0xb23e255du, 0x3ffa5503u), vec2<u32>(0xdb8d41e1u, 0xbc9d2f6eu)), LibmPair(vec2<u32>(0x995ad3adu, 0x3ffae89fu), vec2<u32>(0x345dcc81u, 0x3c97a1cdu)), LibmPair(vec2<u32>(0xf2fb5e47u, 0x3ffb7f76u), vec2<u32>(0x7e54ac3bu, 0xbc75584fu)), LibmPair(vec2<u32>(0xdd85529cu, 0x3ffc199bu), vec2<u32>(0x895048ddu, 0x3c811065u)), LibmPair(vec2<u32>(0xdcef9069u, 0x3ffcb720u), vec2<u32>(0xd1e949dbu, 0x3c7503cbu)), LibmPair(vec2<u32>(0xdcfba487u, 0x3ffd5818u), vec2<u32>(0xd75b3707u, 0x3c82ed02u)), LibmPair(vec2<u32>(0x337b9b5fu, 0x3ffdfc97u), vec2<u32>(0x4f184b5cu, 0xbc91a5cdu)), LibmPair(vec2<u32>(0xa2a490dau, 0x3ffea4afu), vec2<u32>(0x179c2893u, 0xbc9e9c23u)), LibmPair(vec2<u32>(0x5b6e4540u, 0x3fff5076u), vec2<u32>(0x2dd8a18bu, 0x3c99d3e1u)));
  return t[clamp(i, 0, 31)];
}

struct LibmLogTable { t: vec2<u32>, log: LibmPair }

fn libm_log_table(i: i32) -> LibmLogTable {
  var t = array<LibmLogTable, 46>(LibmLogTable(vec2<u32>(0x0u, 0x3ff68000u), LibmPair(vec2<u32>(0xbf5809cau, 0xbfd5d1bdu), vec2<u32>(0x83dc7fe1u, 0xbc742363u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff60000u), LibmPair(vec2<u32>(0xc21c5ec2u, 0xbfd4618bu), vec2<u32>(0xcdeccf1du, 0xbc7f42deu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff58000u), LibmPair(vec2<u32>(0xbae11d31u, 0xbfd2e8e2u), vec2<u32>(0xb95ebdf9u, 0x3c78f4cdu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff50000u), LibmPair(vec2<u32>(0xababa60eu, 0xbfd1675cu), vec2<u32>(0xab883717u, 0xbc2ce63eu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff4c000u), LibmPair(vec2<u32>(0xe27390e3u, 0xbfd0a324u), vec2<u32>(0xe8061c03u, 0xbc77dcfdu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff44000u), LibmPair(vec2<u32>(0x6e2af2e6u, 0xbfce2707u), vec2<u32>(0x1e0162u, 0x3c461578u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff40000u), LibmPair(vec2<u32>(0xc79a9a22u, 0xbfcc8ff7u), vec2<u32>(0xf8434012u, 0x3c64f689u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff38000u), LibmPair(vec2<u32>(0x9cf456b4u, 0xbfc9525au), vec2<u32>(0x1d4e2e26u, 0xbc6d904cu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff34000u), LibmPair(vec2<u32>(0x210d909u, 0xbfc7ab89u), vec2<u32>(0x2d6a0608u, 0xbc4be36bu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff2c000u), LibmPair(vec2<u32>(0x6ccb7d1eu, 0xbfc44d2bu), vec2<u32>(0x543e1f88u, 0xbc69f4f6u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff28000u), LibmPair(vec2<u32>(0xf81ff523u, 0xbfc29552u), vec2<u32>(0x1c407dbfu, 0xbc630177u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff20000u), LibmPair(vec2<u32>(0x6e2af2e6u, 0xbfbe2707u), vec2<u32>(0x1e0162u, 0x3c361578u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff1c000u), LibmPair(vec2<u32>(0x3a4ad563u, 0xbfba926du), vec2<u32>(0x8aa70ea9u, 0xbc5942f4u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff18000u), LibmPair(vec2<u32>(0x8ae56b4cu, 0xbfb6f0d2u), vec2<u32>(0x9184b992u, 0x3c5906d9u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff14000u), LibmPair(vec2<u32>(0x961bd1d1u, 0xbfb341d7u), vec2<u32>(0x227becbbu, 0x3c5b599fu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff10000u), LibmPair(vec2<u32>(0xc01162a6u, 0xbfaf0a30u), vec2<u32>(0x5c5bbacdu, 0xbc485f32u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff0c000u), LibmPair(vec2<u32>(0xf632dcfcu, 0xbfa77458u), vec2<u32>(0xa87b9296u, 0xbc418d3cu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff08000u), LibmPair(vec2<u32>(0xe783300u, 0xbf9f829bu), vec2<u32>(0x4f1ef23u, 0xbc333e3fu))), LibmLogTable(vec2<u32>(0x0u, 0x3ff00000u), LibmPair(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u))), LibmLogTable(vec2<u32>(0x0u, 0x3ff00000u), LibmPair(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u))), LibmLogTable(vec2<u32>(0x0u, 0x3fef4000u), LibmPair(vec2<u32>(0x28c8cabfu, 0x3f984925u), vec2<u32>(0x619fa67u, 0xbc3d192du))), LibmLogTable(vec2<u32>(0x0u, 0x3feec000u), LibmPair(vec2<u32>(0xd42de3eau, 0x3fa466aeu), vec2<u32>(0x7f4a137eu, 0xbc4cdd6fu))), LibmLogTable(vec2<u32>(0x0u, 0x3fee4000u), LibmPair(vec2<u32>(0xcdddb2ccu, 0x3faccb73u), vec2<u32>(0x500efd4u, 0xbc4e48fbu))), LibmLogTable(vec2<u32>(0x0u, 0x3fee0000u), LibmPair(vec2<u32>(0xb59e3a07u, 0x3fb08598u), vec2<u32>(0x9902bf32u, 0xbc5dd700u))), LibmLogTable(vec2<u32>(0x0u, 0x3fed8000u), LibmPair(vec2<u32>(0x5d207eacu, 0x3fb4d311u), vec2<u32>(0x2c7842ccu, 0x3c5769f4u))), LibmLogTable(vec2<u32>(0x0u, 0x3fed0000u), LibmPair(vec2<u32>(0x5d594989u, 0x3fb9335eu), vec2<u32>(0x5704ccb7u, 0xbc5478a8u))), LibmLogTable(vec2<u32>(0x0u, 0x3fecc000u), LibmPair(vec2<u32>(0x8dad5b1cu, 0x3fbb6ac8u), vec2<u32>(0xed1ca59fu, 0xbc40057eu))), LibmLogTable(vec2<u32>(0x0u, 0x3fec4000u), LibmPair(vec2<u32>(0x39dbd566u, 0x3fbfe891u), vec2<u32>(0x215f9393u, 0xbc5ac9f4u))), LibmLogTable(vec2<u32>(0x0u, 0x3febc000u), LibmPair(vec2<u32>(0x2a49c202u, 0x3fc23d71u), vec2<u32>(0x61051d69u, 0xbc66e381u))), LibmLogTable(vec2<u32>(0x0u, 0x3feb8000u), LibmPair(vec2<u32>(0xb0159016u, 0x3fc365fcu), vec2<u32>(0xa5b944adu, 0x3c57d411u))), LibmLogTable(vec2<u32>(0x0u, 0x3feb0000u), LibmPair(vec2<u32>(0x6b543db2u, 0x3fc5bf40u), vec2<u32>(0x4c0df7e7u, 0xbc21f5b4u))), LibmLogTable(vec2<u32>(0x0u, 0x3feac000u), LibmPair(vec2<u32>(0x8b756abcu, 0x3fc6f012u), vec2<u32>(0xc21e166cu, 0xbc68de59u))), LibmLogTable(vec2<u32>(0x0u, 0x3fea8000u), LibmPair(vec2<u32>(0x6551a3c2u, 0x3fc823c1u), vec2<u32>(0xe70be781u, 0xbc61232cu))), LibmLogTable(vec2<u32>(0x0u, 0x3fea0000u), LibmPair(vec2<u32>(0x3c8ad9e3u, 0x3fca93edu), vec2<u32>(0x9de97203u, 0x3c6bcafau))), LibmLogTable(vec2<u32>(0x0u, 0x3fe9c000u), LibmPair(vec2<u32>(0x383bd8adu, 0x3fcbd087u), vec2<u32>(0xf6a516d7u, 0x3c3dd355u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe98000u), LibmPair(vec2<u32>(0xf2655e7bu, 0x3fcd1037u), vec2<u32>(0x242471a2u, 0x3c660629u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe94000u), LibmPair(vec2<u32>(0xffe71012u, 0x3fce530eu), vec2<u32>(0x41f43042u, 0x3c422760u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe8c000u), LibmPair(vec2<u32>(0x604d5862u, 0x3fd07138u), vec2<u32>(0xed4e9138u, 0x3c7cdb16u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe88000u), LibmPair(vec2<u32>(0x8227e47cu, 0x3fd1178eu), vec2<u32>(0x5f01c691u, 0xbc60e63au))), LibmLogTable(vec2<u32>(0x0u, 0x3fe84000u), LibmPair(vec2<u32>(0x635a6b95u, 0x3fd1bf99u), vec2<u32>(0x84249223u, 0xbc612aebu))), LibmLogTable(vec2<u32>(0x0u, 0x3fe80000u), LibmPair(vec2<u32>(0x1134db92u, 0x3fd26962u), vec2<u32>(0xdd9db02bu, 0x3c7e0efau))), LibmLogTable(vec2<u32>(0x0u, 0x3fe7c000u), LibmPair(vec2<u32>(0xe1d35ce4u, 0x3fd314f1u), vec2<u32>(0x9e5c3dcu, 0xbc73d699u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe78000u), LibmPair(vec2<u32>(0x77333184u, 0x3fd3c252u), vec2<u32>(0xe50a8ec6u, 0xbc72ad27u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe74000u), LibmPair(vec2<u32>(0xc271c41bu, 0x3fd4718du), vec2<u32>(0x14c56eefu, 0x3c38fb4cu))), LibmLogTable(vec2<u32>(0x0u, 0x3fe70000u), LibmPair(vec2<u32>(0x738a3d8u, 0x3fd522aeu), vec2<u32>(0xb38a6979u, 0xbc68f7e9u))), LibmLogTable(vec2<u32>(0x0u, 0x3fe6c000u), LibmPair(vec2<u32>(0xdf595f30u, 0x3fd5d5bdu), vec2<u32>(0x48cbb8a2u, 0xbc765411u))));
  return t[clamp(i, 0, 45)];
}

fn libm_inverse_factorials(i: i32) -> array<vec2<u32>, 3> {
  var t = array<array<vec2<u32>, 3>, 43>(array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x80000000u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u)), array<vec2<u32>, 3>(vec2<u32>(0xaaaaaaaau, 0x2aaaaaaau), vec2<u32>(0xaaaaaaaau, 0xaaaaaaaau), vec2<u32>(0xaaaaaaaau, 0xaaaaaaaau)), array<vec2<u32>, 3>(vec2<u32>(0xaaaaaaaau, 0xaaaaaaau), vec2<u32>(0xaaaaaaaau, 0xaaaaaaaau), vec2<u32>(0xaaaaaaaau, 0xaaaaaaaau)), array<vec2<u32>, 3>(vec2<u32>(0x22222222u, 0x2222222u), vec2<u32>(0x22222222u, 0x22222222u), vec2<u32>(0x22222222u, 0x22222222u)), array<vec2<u32>, 3>(vec2<u32>(0x5b05b05bu, 0x5b05b0u), vec2<u32>(0xb05b05b0u, 0x5b05b05u), vec2<u32>(0x5b05b05u, 0x5b05b05bu)), array<vec2<u32>, 3>(vec2<u32>(0xd00d00du, 0xd00d0u), vec2<u32>(0xd00d00d0u, 0xd00d00u), vec2<u32>(0xd00d00u, 0xd00d00du)), array<vec2<u32>, 3>(vec2<u32>(0x1a01a01u, 0x1a01au), vec2<u32>(0x1a01a01au, 0xa01a01a0u), vec2<u32>(0xa01a01a0u, 0x1a01a01u)), array<vec2<u32>, 3>(vec2<u32>(0xc74aad8eu, 0x2e3bu), vec2<u32>(0x911ca002u, 0x671f5583u), vec2<u32>(0xd8e671f5u, 0xe3bc74aau)), array<vec2<u32>, 3>(vec2<u32>(0x93edde27u, 0x49fu), vec2<u32>(0x5b4fa999u, 0xd71cbbc0u), vec2<u32>(0x7c170b65u, 0xe392d877u)), array<vec2<u32>, 3>(vec2<u32>(0x99159fd5u, 0x6bu), vec2<u32>(0x1f92e0dfu, 0x138e3f9du), vec2<u32>(0xdcbc46dau, 0x71c7880au)), array<vec2<u32>, 3>(vec2<u32>(0xf76c77fcu, 0x8u), vec2<u32>(0x6d4c3d67u, 0x6c4bdaa2u), vec2<u32>(0xe7ba5b3cu, 0xf425f600u)), array<vec2<u32>, 3>(vec2<u32>(0xb092309du, 0x0u), vec2<u32>(0x1c198e91u, 0x43684be5u), vec2<u32>(0x9babdfa2u, 0xd7b4269du)), array<vec2<u32>, 3>(vec2<u32>(0xc9cba54u, 0x0u), vec2<u32>(0x5d6f8a2eu, 0x603e4e90u), vec2<u32>(0x668c46d4u, 0xfd1f2754u)), array<vec2<u32>, 3>(vec2<u32>(0xd73f9fu, 0x0u), vec2<u32>(0x8ec32b58u, 0x399dc0f8u), vec2<u32>(0x8f5eaf63u, 0x774657f4u)), array<vec2<u32>, 3>(vec2<u32>(0xd73f9u, 0x0u), vec2<u32>(0x88ec32b5u, 0xf399dc0fu), vec2<u32>(0x48f5eaf6u, 0x8774657fu)), array<vec2<u32>, 3>(vec2<u32>(0xca96u, 0x0u), vec2<u32>(0x53593028u, 0x3b81856au), vec2<u32>(0xf53ba468u, 0xcbbb8d7fu)), array<vec2<u32>, 3>(vec2<u32>(0xb41u, 0x0u), vec2<u32>(0xcbbdd802u, 0x3c31dcbeu), vec2<u32>(0x54bc33ccu, 0x44351615u)), array<vec2<u32>, 3>(vec2<u32>(0x97u, 0x0u), vec2<u32>(0xab92650u, 0xa4da340au), vec2<u32>(0x3a5abf5bu, 0xf61dbdcbu)), array<vec2<u32>, 3>(vec2<u32>(0x7u, 0x0u), vec2<u32>(0x808941eau, 0x950ae900u), vec2<u32>(0xc2eaeff7u, 0x72b4afe3u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x73d5c62fu, 0x5c6e3bdbu), vec2<u32>(0x9b914861u, 0xbc51bf3bu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x6dfe14a5u, 0x4338e5bu), vec2<u32>(0xcce3b1d5u, 0x143242dfu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x262c7033u, 0x2ec368u), vec2<u32>(0xbafec4f3u, 0xb2f70e09u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x1972f57u, 0x1f2cfu), vec2<u32>(0x67ca9d8au, 0x7cca4b40u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0xccdd165fu, 0x13f3u), vec2<u32>(0x419776f1u, 0xa8d4e44au)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x742fe352u, 0xc4u), vec2<u32>(0x285d358u, 0x72cd1c79u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x46ac70b7u, 0x7u), vec2<u32>(0x6863c575u, 0x33a8c82au)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x42862898u, 0x0u), vec2<u32>(0xf171470du, 0xd42174dcu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x24b3f31u, 0x0u), vec2<u32>(0x57c61ceeu, 0x686b15afu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x13932cu, 0x0u), vec2<u32>(0x60caded4u, 0x5047d60eu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0xa1a6u, 0x0u), vec2<u32>(0xe2170f72u, 0x973c1fadu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x50du, 0x0u), vec2<u32>(0x6f10b87bu, 0x34b9e0fdu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x27u, 0x0u), vec2<u32>(0x1aa36a70u, 0x3024a9bau)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x1u, 0x0u), vec2<u32>(0xfd7a13fu, 0x2710231cu)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x8b6c8f94u, 0x86e2ce3u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x52185952u, 0x3bf306u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0xd1c94e85u, 0x19ec8u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x565ce061u, 0xaeau)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0xa6512692u, 0x47u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0xca8ed42au, 0x1u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0xb2f30e1u, 0x0u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x442bd4u, 0x0u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x195dbu, 0x0u)), array<vec2<u32>, 3>(vec2<u32>(0x0u, 0x0u), vec2<u32>(0x0u, 0x0u), vec2<u32>(0x939u, 0x0u)));
  return t[clamp(i, 0, 42)];
}

fn libm_sin_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 8>(vec2<u32>(0x7030ad4au, 0x3ce952c7u), vec2<u32>(0xe733b81fu, 0xbd6ae7f3u), vec2<u32>(0x13a86d09u, 0x3de61246u), vec2<u32>(0x67f544e4u, 0xbe5ae645u), vec2<u32>(0xa556c734u, 0x3ec71de3u), vec2<u32>(0x1a01a01au, 0xbf2a01a0u), vec2<u32>(0x11111111u, 0x3f811111u), vec2<u32>(0x55555555u, 0xbfc55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 8; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

fn libm_cos_series(x: vec2<u32>) -> vec2<u32> {
  var c = array<vec2<u32>, 8>(vec2<u32>(0x63b97d97u, 0xbca68278u), vec2<u32>(0xe733b81fu, 0x3d2ae7f3u), vec2<u32>(0xa8c07c9du, 0xbda93974u), vec2<u32>(0xeff8d898u, 0x3e21eed8u), vec2<u32>(0xb7789f5cu, 0xbe927e4fu), vec2<u32>(0x1a01a01au, 0x3efa01a0u), vec2<u32>(0x16c16c17u, 0xbf56c16cu), vec2<u32>(0x55555555u, 0x3fa55555u));
  let square = m_fmul64(x, x);
  var odd = vec2<u32>(0u);
  var even = vec2<u32>(0u);
  for (var i = 0; i < 8; i += 2) {
    odd = m_fadd64(m_fmul64(odd, square), c[i]);
    even = m_fadd64(m_fmul64(even, square), c[i + 1]);
  }
  return m_fadd64(m_fmul64(odd, x), even);
}

// Sin is the sine of x.
fn libm_sin(x: vec2<u32>) -> vec2<u32> {
  if (m_feq64(x, vec2<u32>(0x0u, 0x0u))) {
    return x;
  }
  let t1 = libm_quarters(x);
  let q = t1.r0;
  let r = t1.r1;
  if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x0u, 0x0u))) {
    return libm_sine(r).hi;
  } else if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x1u, 0x0u))) {
    return libm_cosine(r).hi;
  } else if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x2u, 0x0u))) {
    return m_fneg64(libm_sine(r).hi);
  }
  return m_fneg64(libm_cosine(r).hi);
}

// Cos is the cosine of x.
fn libm_cos(x: vec2<u32>) -> vec2<u32> {
  let t1 = libm_quarters(x);
  let q = t1.r0;
  let r = t1.r1;
  if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x0u, 0x0u))) {
    return libm_cosine(r).hi;
  } else if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x1u, 0x0u))) {
    return m_fneg64(libm_sine(r).hi);
  } else if (all((q & vec2<u32>(0x3u, 0x0u)) == vec2<u32>(0x2u, 0x0u))) {
    return m_fneg64(libm_cosine(r).hi);
  }
  return libm_sine(r).hi;
}

// Tan is the tangent of x.
fn libm_tan(x: vec2<u32>) -> vec2<u32> {
  if (m_feq64(x, vec2<u32>(0x0u, 0x0u))) {
    return x;
  }
  let t1 = libm_quarters(x);
  let q = t1.r0;
  let r = t1.r1;
  if (all((q & vec2<u32>(0x1u, 0x0u)) == vec2<u32>(0x0u, 0x0u))) {
    return libm_pair_over(libm_sine(r), libm_cosine(r)).hi;
  }
  return m_fneg64(libm_pair_over(libm_cosine(r), libm_sine(r)).hi);
}

// Sinc is sin(πx)/(πx), which is 1 at 0 and 0 at other whole numbers. It is NaN of
// infinities, as sin is.
fn libm_sinc(x_in: vec2<u32>) -> vec2<u32> {
  var x = x_in;
  x = m_fabs64(x);
  let n = m_fround_even64(x);
  let r = m_fsub64(x, n);
  if (m_flt64(x, vec2<u32>(0x0u, 0x3e100000u))) {
    return vec2<u32>(0x0u, 0x3ff00000u);
  } else if (m_feq64(r, vec2<u32>(0x0u, 0x0u))) {
    return vec2<u32>(0x0u, 0x0u);
  }
  var y = libm_sine(libm_pair_times(libm_pi(), LibmPair(r, vec2<u32>(0x0u, 0x0u))));
  if (m_flt64(vec2<u32>(0x0u, 0x3fd00000u), m_fabs64(r))) {
    y = libm_cosine(libm_pair_times(libm_pi(), LibmPair(m_fsub64(vec2<u32>(0x0u, 0x3fe00000u), m_fabs64(r)), vec2<u32>(0x0u, 0x0u))));
    y = LibmPair(m_fcopysign64(y.hi, r), m_fmul64(m_fcopysign64(vec2<u32>(0x0u, 0x3ff00000u), r), y.lo));
  }
  if (libm_odd(n)) {
    y = libm_pair_negative(y);
  }
  return libm_pair_over(y, libm_pair_times(libm_pi(), LibmPair(x, vec2<u32>(0x0u, 0x0u)))).hi;
}

struct LibmQuartersResults { r0: vec2<u32>, r1: LibmPair }

// quarters returns the quarter turns, modulo 4, nearest to x, and the rest, at most π/4
// either way; NaN for NaN and infinities.
fn libm_quarters(x: vec2<u32>) -> LibmQuartersResults {
  var n: vec2<u32>;
  var rest: LibmPair;
  let a = m_fabs64(x);
  if ((m_fle64(a, vec2<u32>(0x54442d18u, 0x3fe921fbu)) || !m_feq64(m_fsub64(x, x), vec2<u32>(0x0u, 0x0u)))) {
    return LibmQuartersResults(vec2<u32>(0x0u, 0x0u), LibmPair(x, m_fsub64(x, x)));
  } else if (m_flt64(a, vec2<u32>(0x0u, 0x41a00000u))) {
    let turns = m_fround_even64(m_fmul64(x, vec2<u32>(0x6dc9c883u, 0x3fe45f30u)));
    let lo = libm_product(turns, libm_half_pi().lo);
    rest = libm_any_sum(m_ffma64(m_fneg64(turns), libm_half_pi().hi, x), m_fneg64(lo.hi));
    return LibmQuartersResults(m_d2l(turns), libm_sum(rest.hi, m_fsub64(rest.lo, m_fadd64(lo.lo, m_fmul64(turns, vec2<u32>(0xb7ed8fbcu, 0xb91f1976u))))));
  }
  let t1 = libm_reduce(a);
  n = t1.r0;
  rest = t1.r1;
  if (m_flt64(x, vec2<u32>(0x0u, 0x0u))) {
    return LibmQuartersResults(m_neg64(n), libm_pair_negative(rest));
  }
  return LibmQuartersResults(n, rest);
}

// sine is the sine of x, at most π/4 either way.
fn libm_sine(x: LibmPair) -> LibmPair {
  let z = m_fmul64(x.hi, x.hi);
  let p = libm_sin_series(z);
  return libm_sum(x.hi, m_fadd64(m_fmul64(m_fmul64(z, x.hi), p), m_fmul64(x.lo, m_fsub64(vec2<u32>(0x0u, 0x3ff00000u), m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), z)))));
}

// cosine is the cosine of x, likewise.
fn libm_cosine(x: LibmPair) -> LibmPair {
  let z = libm_product(x.hi, x.hi);
  let p = libm_cos_series(z.hi);
  let one = libm_sum(vec2<u32>(0x0u, 0x3ff00000u), m_fmul64(vec2<u32>(0x0u, 0xbfe00000u), z.hi));
  return libm_sum(one.hi, m_fadd64(one.lo, m_fsub64(m_fmul64(m_fmul64(z.hi, z.hi), p), m_fadd64(m_fmul64(vec2<u32>(0x0u, 0x3fe00000u), z.lo), m_fmul64(x.hi, x.lo)))));
}
