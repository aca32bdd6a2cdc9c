package sample

import (
	"math"
	"math/bits"
)

// Half is x/2, but not below 1.
func Half(x float64) float64 {
	if y := x / 2; y > 1 {
		return y
	}
	return math.Abs(1)
}

type wide [2]uint64

func (x wide) zeros() int {
	n := 0
	for x[0] == 0 && n < 64 {
		x, n = wide{x[1]}, n+64
	}
	return n + bits.LeadingZeros64(x[0]<<n)
}

func parts(x float64) (float64, int) { return math.Frexp(x) }
