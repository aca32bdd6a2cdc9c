package main

import (
	"math"
	"math/big"
	"slices"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

// afterThird is 1/3 + x²*p(x²).
var afterThird = form{[]*big.Float{third}, 2, 2}

// sets64 are the sets of coefficients for functions of float64. Those of libm serve GPUs too.
var sets64 = slices.Concat(
	in(math64+"exponential.go", 53,
		set{name: "expOf64", f: precise.Exp, on: around(math.Ln2 / 2), form: grown},
		set{name: "expm1Of64", f: precise.Expm1, on: around(math.Ln2 / 2), form: rest},
		set{name: "exp2Of64", f: exp2m1Over, on: around(0.5), form: whole}),
	in(math64+"logarithm.go", 53,
		set{name: "logOf64", f: ratioLog, on: to(0.2), form: form{numbers(0, 2), 3, 2}}),
	in(math64+"trigonometry.go", 53,
		set{name: "sinOf64", f: precise.Sin, on: to(math.Pi / 4), form: odd},
		set{name: "tanOf64", f: precise.Tan, on: to(math.Pi / 4), form: odd},
		set{name: "cosOf64", f: precise.Cos, on: to(math.Pi / 4), form: cosine, counts: absolute},
		set{name: "sincOf64", f: precise.Sinc, on: to(0.5), form: even}),
	in(math64+"arc.go", 53,
		set{name: "atanOf64", f: precise.Atan, on: to(1), form: odd},
		set{name: "asinOf64", f: precise.Asin, on: to(0.5), form: odd}),
	in(math64+"errorfunction.go", 53,
		set{name: "erfOf64", f: precise.Erf, on: to(1), form: share},
		set{name: "erfcxOf64", f: scaledErfc(4.25), on: between(0, 28, 4.25), form: whole}),
	in(math64+"gamma.go", 53,
		set{name: "gammaOf64", f: stirling, on: to(0.25), form: odds, counts: absolute}),
	in(math64+"hyperbolic.go", 53,
		set{name: "sinhOf64", f: precise.Sinh, on: to(math.Ln2 / 2), form: odd},
		set{name: "coshOf64", f: precise.Cosh, on: to(math.Ln2 / 2), form: form{numbers(1, 0, 0.5), 4, 2}},
		set{name: "shrinkOf64", f: shrink, on: to(11. / 16), form: afterThird}),
	in(math64+"sigmoid.go", 53,
		set{name: "tanhOf64", f: precise.Tanh, on: to(11. / 16), form: odd}),
	in(math64+"root.go", 53,
		set{name: "inverseCubeRootOf64", f: inverseCbrt, on: on(1, 8), form: whole}),
	in(math64+"power.go", 53,
		set{name: "log2Rest64", f: log2p1, on: around(1. / 30), form: afterSquare}),
	in(math64+"logaddexp.go", 53,
		set{name: "expNear64", f: precise.Exp, on: around(0.0219), form: grown}),

	in(libm+"arc.go", 53,
		set{name: "asinSeries", f: precise.Asin, on: to(0.5), form: odd, chebyshev: true},
		set{name: "atanSeries", f: precise.Atan, on: to(math.Sqrt2 - 1), form: odd, chebyshev: true}),
	in(libm+"erf.go", 53,
		set{name: "erfSeries", f: precise.Erf, on: to(0.75), form: share, chebyshev: true},
		set{name: "erfcSeries", f: scaledErfc(4), on: between(7./16, 28, 4), form: form{numbers(1), 0, 1}, chebyshev: true}),
	in(libm+"activation.go", 53,
		set{name: "shrinkSeries", f: shrink, on: to(0.5), form: afterThird, chebyshev: true}),
	in(libm+"gamma.go", 53,
		set{name: "gammaSeries", f: lgamma2, on: around(0.5), form: form{[]*big.Float{zero, gammaSlope, gammaBend}, 3, 1}, chebyshev: true}),
	in(libm+"digamma.go", 53,
		set{name: "digammaSeries", f: digammaNear, on: around(0.5), form: form{[]*big.Float{digammaMiddle}, 1, 1}, chebyshev: true},
		set{name: "cotangentSeries", f: turnLess, on: to(0.5), form: form{nil, 0, 2}, chebyshev: true}),
	in(libm+"bessel.go", 53,
		set{name: "i0Tail", f: besselTail(precise.I0e, 8), on: on(-0.49999, 0.5), form: form{[]*big.Float{i0Middle}, 1, 1}, chebyshev: true},
		set{name: "i1Tail", f: besselTail(precise.I1e, 8), on: on(-0.49999, 0.5), form: form{[]*big.Float{i1Middle}, 1, 1}, chebyshev: true}),
	in(libm+"root.go", 53,
		set{name: "cbrtSeries", f: precise.Cbrt, on: on(1./8, 1), form: whole, chebyshev: true}),
)
