package gpu

import (
	"math"
	"math/rand/v2"
)

// roundingSamples are pairs x, y that show how quotients, sums, products and the root of x are
// rounded. The conversion of x's bits as an integer shows it too. The pairs are special values,
// values that are hardest to round, and random ones.
func roundingSamples() [][2]float32 {
	const n = 1 << 16
	r := rand.New(rand.NewPCG(1, 2))
	samples := make([][2]float32, 0, n)
	for _, x := range specials {
		for _, y := range specials {
			samples = append(samples, [2]float32{x, y}, [2]float32{-x, y}, [2]float32{x, -y})
		}
	}
	for range n / 8 {
		x, y := hardQuotient(r)
		samples = append(samples, [2]float32{x, y}, scalePair(r, x, y))
	}
	for _, x := range hardRoots() {
		samples = append(samples, [2]float32{x, normal(r)}, scalePair(r, x, normal(r)))
	}
	for range n / 16 {
		x, y := hardSum(r)
		samples = append(samples, [2]float32{x, y}, hardProduct(r), [2]float32{math.Float32frombits(hardInteger(r)), normal(r)})
	}
	for len(samples) < n-n/4 {
		samples = append(samples, [2]float32{normal(r), normal(r)})
	}
	for len(samples) < n { // of any exponents, NaN and subnormals among them
		samples = append(samples, [2]float32{math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())})
	}
	return samples
}

var specials = []float32{
	0, 0x1p-149, 0x3p-149, 0x1.fffffcp-127, 0x1p-126, 0x1.000002p-126, 0x1.8p-125, 1, 0x1.fffffep-1, 1.5, 2, 3, 10,
	0x1.000002p126, 0x1p127, math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN()),
}

// normal is a random number in [1, 4).
func normal(r *rand.Rand) float32 { return math.Float32frombits(1<<23*127 + r.Uint32N(1<<24)) }

// scalePair multiplies x by a random power of 4, so that its root stays as hard, and y by one of 2.
func scalePair(r *rand.Rand, x, y float32) [2]float32 {
	return [2]float32{
		float32(math.Ldexp(float64(x), 2*(r.IntN(126)-63))),
		float32(math.Ldexp(float64(y), r.IntN(252)-126)),
	}
}

// hardQuotient returns x and y, of 24 bits each. Their quotient is close to the middle between two
// numbers: 2^24 x = q y + d, where q is odd and has 25 bits. y is random, and so is d, with |d| ≤
// 31. q follows from y's inverse modulo 2^24.
func hardQuotient(r *rand.Rand) (x, y float32) {
	for {
		b := 1<<23 | 1 | r.Uint64N(1<<23)
		d := int64(2*r.IntN(32) - 31)
		q := 1<<24 | -uint64(d)*inverse(b)&(1<<24-1)
		a := (q*b + uint64(d)) >> 24
		if a>>24 == 0 {
			return float32(a), float32(b)
		}
	}
}

// hardSum returns numbers whose sum and difference lie in the middle between two neighbours, or
// next to it. Apart from its very last digit, y ends in zeros.
func hardSum(r *rand.Rand) (x, y float32) {
	y = endInZeros(normal(r), r.IntN(24))
	y = math.Float32frombits(math.Float32bits(y) | r.Uint32N(2))
	return normal(r), float32(math.Ldexp(float64(y), -r.IntN(27)))
}

// hardProduct returns two numbers that end in 23 zeros together. If their product has 48 digits,
// the 24 that are rounded away are a one and zeros.
func hardProduct(r *rand.Rand) [2]float32 {
	zeros := r.IntN(24)
	return [2]float32{endInZeros(normal(r), zeros), endInZeros(normal(r), 23-zeros)}
}

// endInZeros returns x with its last n bits 0 and a 1 before them.
func endInZeros(x float32, n int) float32 {
	return math.Float32frombits(math.Float32bits(x)>>n<<n | 1<<n)
}

// hardInteger returns a number of 24 to 32 bits. It lies in the middle between two neighbours of
// float32, or next to it.
func hardInteger(r *rand.Rand) uint32 {
	over := r.IntN(9)
	return (1<<31|r.Uint32())>>(8-over)>>over<<over + 1<<over>>1 + r.Uint32N(3) - 1
}

// inverse of an odd number modulo 2^64: each step doubles the bits that are right.
func inverse(b uint64) uint64 {
	x := b // 3 bits
	for range 5 {
		x *= 2 - b*x
	}
	return x
}

// hardRoots returns numbers x of 24 bits. Their roots are close to the middle between two numbers:
// 2^25 x or 2^26 x is q² + d, where q is odd and has 25 bits, and d is small.
func hardRoots() []float32 {
	var hard []float32
	for _, shift := range []int{25, 26} {
		for d := int64(-2049); d < 2048; d += 8 { // odd squares are 1 modulo 8
			q := squareRoot(uint64(-d)) & (1<<shift - 1)
			for _, q := range []uint64{q, 1<<shift - q, q ^ 1<<(shift-1), (1<<shift - q) ^ 1<<(shift-1)} {
				if x := (q*q + uint64(d)) >> shift; q>>24 == 1 && x>>23 == 1 {
					hard = append(hard, float32(math.Ldexp(float64(x), shift-48)))
				}
			}
		}
	}
	return hard
}

// squareRoot is the root modulo 2^32 of a number that is 1 modulo 8. Bit k of the root corrects bit
// k+1 of the square.
func squareRoot(n uint64) uint64 {
	x := uint64(1)
	for k := 2; k < 32; k++ {
		x ^= (x*x ^ n) >> (k + 1) & 1 << k
	}
	return x
}
