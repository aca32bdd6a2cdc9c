package libm

import "math"

// The modified Bessel functions of the first kind are sums of powers of x²/4 over k!·(k+order)!, for
// |x| < 8. Those of k from 5 on, times 5!·(5+order)!, stand here; their first is 1.
var i0Series = [...]float64{
	1. / 87734558058652203117100029444096000000, 1. / 181269748055066535365909151744000000,
	1. / 411042512596522755931766784000000, 1. / 1027606281491306889829416960000,
	1. / 2846554796374811329167360000, 1. / 8785662951774109040640000, 1. / 30400217826207989760000,
	1. / 118750850883624960000, 1. / 527781559482777600, 1. / 2692763058585600, 1. / 15933509222400,
	1. / 110649369600, 1. / 914457600, 1. / 9144576, 1. / 112896, 1. / 1764, 1. / 36, 1,
}

var i1Series = [...]float64{
	1. / 336315805891500111948883446202368000000, 1. / 664655742868577296341666889728000000,
	1. / 1438648794087829645761183744000000, 1. / 3425354271637689632764723200000,
	1. / 9014090188520235875696640000, 1. / 26356988855322327121920000, 1. / 86133950507589304320000,
	1. / 316668935689666560000, 1. / 1319453898706944000, 1. / 6283113803366400, 1. / 34522603315200,
	1. / 221298739200, 1. / 1676505600, 1. / 15240960, 1. / 169344, 1. / 2352, 1. / 42, 1,
}

// Beyond 8, √x·e^-x times a function is its middle, at 16, and t times its tail, for powers of t = 8/x - 1/2.
var (
	i0Middle = pair{0x1.9bd428ad249a5p-02, -0x1.d5d29a8561441p-56}
	i1Middle = pair{0x1.8ebe783a84030p-02, -0x1.464e4ef4e0f22p-58}
	i0Tail   = [...]float64{
		-0x1.7397b422d2514p-10, -0x1.ad920be94014ap-13, 0x1.48cd5f43b4e6ap-09, 0x1.85245235fecedp-12,
		-0x1.10271c32df56dp-09, -0x1.5bdb227b29041p-12, 0x1.1e94c7f2d6cb5p-10, 0x1.ba1f4b94f1f2ap-13,
		-0x1.bb330793106eep-12, -0x1.ece3875b87316p-14, 0x1.09be54a7c4554p-13, 0x1.0524576f1a2b8p-14,
		-0x1.7be45e2c105b3p-16, -0x1.cd5d92d25aa48p-16, -0x1.cd71c52f144c8p-18, 0x1.03bcdb3725971p-18,
		0x1.721ac256fe742p-18, 0x1.51ccdc61c49e0p-18, 0x1.7d0fab7795fbcp-18, 0x1.3f49ac32af1a3p-17,
		0x1.8e5139fb6eff6p-16, 0x1.75e5ee702e610p-14, 0x1.1daa72b5e71b7p-11, 0x1.b87969bb93bcbp-08,
	}
	i1Tail = [...]float64{
		0x1.82752cf6ef1a6p-10, 0x1.8a604cf44cee8p-13, -0x1.560632e606f99p-09, -0x1.6606826c6dcb8p-12,
		0x1.1b4abd49b8c5cp-09, 0x1.42b75d85c26a9p-12, -0x1.2ae24a9ddcf8ap-10, -0x1.a24c3ccdebb87p-13,
		0x1.d080035858eb1p-12, 0x1.e145a6955568ap-14, -0x1.19ea0c3fef1aap-13, -0x1.08218db399bcbp-14,
		0x1.a365313973c91p-16, 0x1.e2d0666456cf4p-16, 0x1.cc7174ee06f58p-18, -0x1.21ba20b927739p-18,
		-0x1.91769ab7ae22ep-18, -0x1.72789211d92d1p-18, -0x1.ad8def31ce043p-18, -0x1.76138399369bbp-17,
		-0x1.ec8e0ff3d8d6ap-16, -0x1.f89c2304c3679p-14, -0x1.cbc54df1edbafp-11, -0x1.3f796198ee63dp-06,
	}
)

const besselSmall = 8

// I0 is the modified Bessel function of order 0.
func I0(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < besselSmall:
		return besselSum(a, 0, horner(float64(0.25*a*a), i0Series[:])).hi
	case !(a < 720):
		return a * math.Inf(1)
	}
	return timesExp(besselTail(a, i0Middle, horner(besselSmall/a-0.5, i0Tail[:])), a)
}

// I0e is e^-|x|·I0(x).
func I0e(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < besselSmall:
		return besselSum(a, 0, horner(float64(0.25*a*a), i0Series[:])).times(expNear(pair{-a, 0})).hi
	case a-a != 0:
		return 1 / a
	}
	return besselTail(a, i0Middle, horner(besselSmall/a-0.5, i0Tail[:])).hi
}

// I1 is the modified Bessel function of order 1.
func I1(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < besselSmall:
		return math.Copysign(besselSum(a, 1, horner(float64(0.25*a*a), i1Series[:])).times(pair{0.5 * a, 0}).hi, x)
	case !(a < 720):
		return x * math.Inf(1)
	}
	return math.Copysign(timesExp(besselTail(a, i1Middle, horner(besselSmall/a-0.5, i1Tail[:])), a), x)
}

// I1e is e^-|x|·I1(x).
func I1e(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < besselSmall:
		y := besselSum(a, 1, horner(float64(0.25*a*a), i1Series[:])).times(expNear(pair{-a, 0}))
		return math.Copysign(y.times(pair{0.5 * a, 0}).hi, x)
	case a-a != 0:
		return 1 / x
	}
	return math.Copysign(besselTail(a, i1Middle, horner(besselSmall/a-0.5, i1Tail[:])).hi, x)
}

// besselSum adds the first terms to the others. They are the largest, so these steps are pairs.
func besselSum(a, order, others float64) pair {
	square := product(0.5*a, 0.5*a)
	y := pair{others, 0}
	for k := 5.0; k > 0; k-- {
		y = onePlus(y.times(square).over(pair{k * (k + order), 0}))
	}
	return y
}

// besselTail is e^-a times a function of a, by its middle and the value of its tail.
func besselTail(a float64, middle pair, tail float64) pair {
	return middle.plus(pair{float64((besselSmall/a - 0.5) * tail), 0}).over(pair{a, 0}.sqrt())
}

// timesExp is y·e^a, where e^a may be out of range though y·e^a is not.
func timesExp(y pair, a float64) float64 {
	e, n := expPair(pair{a, 0})
	return scale(y.times(e).hi, n)
}
