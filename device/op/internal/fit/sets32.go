package main

import (
	"math"
	"math/big"
	"slices"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

const (
	lib    = "shaders/lib/"
	gen    = "device/cpu/internal/vector/gen/internal/"
	math32 = gen + "math32/"
	math64 = gen + "math64/"
	libm   = "device/op/internal/libm/"
)

func in(file string, bits int, sets ...set) []set {
	for i := range sets {
		sets[i].file, sets[i].bits = file, bits
	}
	return sets
}

var (
	rest2  = form{[]*big.Float{zero, log2E}, 2, 1}  // x*log2(e) + x²*p(x)
	rest10 = form{[]*big.Float{zero, log10E}, 2, 1} // x*log10(e) + x²*p(x)

	// afterSquare is (x-x²/2)*log2(e) + x³*p(x).
	afterSquare = form{[]*big.Float{zero, log2E, neg(half(log2E))}, 3, 1}
)

// erfcAt2 is the float32 that m_erfc_tail begins with.
var erfcAt2, _ = scaledErfc(2)(zero).Float32()

// sets32 are the sets for functions of float32. A few have coefficients of float64.
var sets32 = slices.Concat(
	in(lib+"exp.wgsl", 24,
		set{name: "m_exp_pair", f: precise.Exp, on: around(1.02 * math.Ln2 / 2), form: grown, counts: absolute},
		set{name: "m_exp2_poly", f: precise.Exp2, on: around(0.5), form: form{[]*big.Float{one, ln2}, 2, 1}, counts: absolute},
		set{name: "m_expm1_rest", f: precise.Expm1, on: around(1.02 * math.Ln2 / 2), form: rest}),
	in(lib+"log.wgsl", 24,
		set{name: "m_log_poly", f: precise.Log1p, on: on(math.Sqrt2/2-1, math.Sqrt2-1), form: rest3}),
	in(lib+"logaddexp.wgsl", 24,
		set{name: "m_log1p_over", f: precise.Log1p, on: on(0x1p-30, 0x1p-4), form: rest3, counts: absolute}),
	in(lib+"trig.wgsl", 24,
		set{name: "m_sin_k", f: precise.Sin, on: to(math.Pi / 4), form: odd},
		set{name: "m_cos_k", f: precise.Cos, on: to(math.Pi / 4), form: cosine, counts: absolute},
		set{name: "m_tan", f: precise.Tan, on: to(math.Pi / 4), form: odd},
		set{name: "m_sinc", f: precise.Sinc, on: to(0.5), form: even, counts: absolute}),
	in(lib+"arc.wgsl", 24,
		set{name: "m_asin_p", f: precise.Asin, on: to(0.5), form: odd},
		set{name: "m_atan_p", f: precise.Atan, on: to(1), form: odd}),
	in(lib+"erf.wgsl", 24,
		set{name: "m_erf_small", f: precise.Erf, on: to(0.925), form: share},
		set{name: "m_erf", f: minusLogErfc, on: on(0.925, 3.95), form: times, counts: inErf},
		set{name: "m_erfc_tail", f: scaledErfc(2), on: between(0.45, 10.2, 2), form: form{numbers(float64(erfcAt2)), 1, 1}}),
	in(lib+"gamma.wgsl", 24,
		set{name: "m_lgamma_unit", f: lgammaUnit, on: on(0x1p-30, 1-0x1p-30), form: whole}),
	in(lib+"digamma.wgsl", 24,
		set{name: "m_digamma_near", f: digammaNear, on: around(0.5), form: whole},
		set{name: "m_digamma_turn", f: turnLess, on: to(0.5), form: form{nil, 0, 2}, counts: absolute}),
	in(lib+"bessel.wgsl", 24,
		set{name: "m_i0_small", f: i0Small, on: to(4), form: grown},
		set{name: "m_i1_small", f: i1Small, on: to(4), form: form{numbers(0, 0.5), 2, 1}, counts: onePlus},
		set{name: "m_i0_tail", f: besselTail(precise.I0e, 4), on: on(-0.49999, 0.5), form: whole},
		set{name: "m_i1_tail", f: besselTail(precise.I1e, 4), on: on(-0.49999, 0.5), form: whole}),
	in(lib+"inverse.wgsl", 24,
		set{name: "m_normal_end", f: normalEnd, on: on(-2.95, 3.2), form: whole, counts: absolute}),
	in(lib+"hyperbolic.wgsl", 24,
		set{name: "m_sinh", f: precise.Sinh, on: to(1), form: odd},
		set{name: "m_tanh", f: precise.Tanh, on: to(0.625), form: odd},
		set{name: "m_asinh", f: precise.Asinh, on: to(0.5), form: odd},
		set{name: "m_atanh", f: precise.Atanh, on: to(0.5), form: odd}),
	in(lib+"cbrt.wgsl", 24,
		set{name: "m_cbrt", f: precise.Cbrt, on: on(1, 2), form: whole}),
	in(lib+"pow.wgsl", 24,
		set{name: "m_pow_core", f: powLog, on: to(3 - 2*math.Sqrt2), form: form{nil, 0, 2}}),
	in(lib+"activation.wgsl", 24,
		// The error is 2^-24; a fit would have 2^-26.
		set{name: "m_tanhshrink", f: shrink, on: to(1), form: form{numbers(0.25), 0, 2}, factor: 4.2}),

	in(math32+"exponential.go", 24,
		set{name: "expOf", f: precise.Exp, on: around(math.Ln2 / 2), form: grown},
		set{name: "expm1Of", f: precise.Expm1, on: around(math.Ln2 / 2), form: rest},
		set{name: "exp2Of", f: precise.Exp2, on: around(0.5), form: form{numbers(1), 1, 1}}),
	in(math32+"logarithm.go", 24,
		set{name: "logOf", f: precise.Log1p, on: around(1. / 3), form: rest},
		set{name: "log2Of", f: log2p1, on: around(1. / 3), form: rest2},
		set{name: "log10Of", f: log10p1, on: around(1. / 3), form: rest10}),
	in(math32+"float16.go", 24,
		set{name: "halfLogOf", f: precise.Log1p, on: around(1. / 3), form: rest},
		set{name: "halfLog2Of", f: log2p1, on: around(1. / 3), form: rest2},
		set{name: "halfLog10Of", f: log10p1, on: around(1. / 3), form: rest10}),
	in(math32+"trigonometry.go", 24,
		set{name: "sinOf", f: precise.Sin, on: to(math.Pi / 4), form: odd},
		set{name: "cosOf", f: precise.Cos, on: to(math.Pi / 4), form: cosine},
		set{name: "tanOver tanUnder", f: tanOver, on: to(math.Pi / 4), form: even, rational: true},
		set{name: "sincOf", f: precise.Sinc, on: to(0.5), form: even}),
	in(math32+"arc.go", 24,
		set{name: "atanOf", f: precise.Atan, on: to(1), form: odd},
		set{name: "asinOf", f: precise.Asin, on: to(0.5), form: odd}),
	in(math32+"errorfunction.go", 24,
		set{name: "erfOf", f: precise.Erf, on: to(1), form: share},
		set{name: "erfcLog", f: minusLogErfc, on: on(1, 4), form: whole, counts: inErf}),
	in(math32+"hyperbolic.go", 24,
		set{name: "sinhOf", f: precise.Sinh, on: to(math.Ln2 / 2), form: odd},
		set{name: "coshOf", f: precise.Cosh, on: to(math.Ln2 / 2), form: even}),
	in(math32+"root.go", 24,
		set{name: "cbrtOf", f: cbrtBack, on: around(0.105), form: form{numbers(1), 1, 1}}),
	in(math32+"power.go", 24,
		// Numbers just below 1 reach -1/32, where the error is 2^-35.
		set{name: "log2Rest", f: log2p1, on: on(-0.0293, 1./32), form: afterSquare}),
	in(math32+"logaddexp.go", 53,
		set{name: "shortExp2Of", f: precise.Exp2, on: around(0.5), form: form{numbers(1), 1, 1}},
		set{name: "shortLogOf", f: ratioLog, on: to(1. / 3), form: odds},
		set{name: "shortLog2Of", f: ratioLog2, on: to(1. / 3), form: odds}),
	in(math32+"gamma.go", 53,
		set{name: "shortSincOf", f: sinPiOver, on: to(0.5), form: form{nil, 0, 2}}),
)
