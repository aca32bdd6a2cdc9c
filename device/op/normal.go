package op

import "math"

// Normal and exponential numbers are steps in float32 that IEEE 754 rounds once: sums, products, one
// square root, and changes of bits, so all devices give the same bits. A product that is added to
// something is converted first, as Go may fuse the two otherwise.

// Normal is the meaning of random_normal. Its argument u is exact: JAX's uniform number between -1 and 1,
// an odd multiple of 2^-24. With w = -log(1-u²), the result is u times a function of w that hardly
// changes, or ±(√w + a small function of √w) where w is at least 4.
func Normal(bits uint32) float32 {
	const ulp = 1.0 / (1 << 24)
	u := float32(int32(bits>>9<<2)-(1<<24-1)) * ulp
	a := max(u, -u)
	w := minusLog((1 - a) * (1 + a))
	if w < 4 {
		return u + float32(u*polynomial(w-2, &normalMiddle))
	}
	s := float32(math.Sqrt(float64(w))) // rounded once: float64 has more than twice the digits
	y := s + polynomial(s-3, &normalTail)
	return float32(math.Copysign(float64(y), float64(u)))
}

// Exponential is the meaning of random_exponential.
func Exponential(bits uint32) float32 {
	const ulp = 1.0 / (1 << 23)
	return minusLog(1 - float32(int32(bits>>9))*ulp)
}

// minusLog is -log(x) of a normal number x up to 1. With x = m·2^e and m from √½ to √2, log m is
// t + t²·p(t) for t = m-1. The first part of log 2 has so few digits that its product with e is exact.
func minusLog(x float32) float32 {
	const root, log2, log2Low = 0x3f3504f3, 0x1.62ep-01, 0x1.0bfbe8p-15
	i := math.Float32bits(x) - root
	e := float32(int32(i) >> 23)
	t := math.Float32frombits(i&0x7fffff+root) - 1
	low := float32(e*log2Low) + float32(float32(t*t)*polynomial(t, &logarithm))
	return 0 - (float32(e*log2) + (t + low))
}

// Coefficients of polynomials, the constant first.
var (
	logarithm = [10]float32{-0.49999976, 0.3333332, -0.25002348, 0.20002735, -0.1659482, 0.1416174,
		-0.13325281, 0.13047649, -0.076108105}
	normalMiddle = [10]float32{0.9476764, 0.3532254, -0.002783362, -0.0023930864, 0.0003053549, 1.0756522e-05,
		-6.874558e-06, 4.2986892e-07, 9.256788e-08, -1.3843188e-08}
	normalTail = [10]float32{1.006187, 0.4179788, 0.009677741, -0.004872725, 0.0016205946, -0.00031093517,
		-6.423636e-05, 7.881578e-05, -2.1043734e-05}
)

// polynomial adds and multiplies, each rounded, from the last coefficient to the first. Leading zeros
// change nothing.
func polynomial(x float32, c *[10]float32) float32 {
	y := c[9]
	for i := 8; i >= 0; i-- {
		y = float32(y*x) + c[i]
	}
	return y
}
