package kernel

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/device/op"
)

// random enters the loops of random bits.
func random() {
	enter(One(op.Threefry2x32, op.Uint64, op.Uint64), kernel2(func(to, key, counter []uint64) {
		each2(to, key, counter, func(key, counter uint64) uint64 {
			x, y := threefry(key, counter)
			return uint64(x)<<32 | uint64(y)
		})
	}))
	enter(One(op.RandomBits, op.Uint64, op.Uint32), kernel2(func(to []uint32, key, counter []uint64) {
		each2(to, key, counter, func(key, counter uint64) uint32 {
			x, y := threefry(key, counter)
			return x ^ y
		})
	}))
	enter(One(op.RandomNormal, op.Uint32, op.Float32), kernel1(func(to []float32, bits []uint32) { each1(to, bits, op.Normal) }))
	enter(One(op.RandomExponential, op.Uint32, op.Float32), kernel1(func(to []float32, bits []uint32) { each1(to, bits, op.Exponential) }))
}

// threefry is the block of the rows, without a loop.
func threefry(key, counter uint64) (x, y uint32) {
	a, b := uint32(key>>32), uint32(key)
	c := 0x1bd11bda ^ a ^ b
	x, y = uint32(counter>>32)+a, uint32(counter)+b
	x, y = rounds(x, y, 13, 15, 26, 6)
	x, y = rounds(x+b, y+c+1, 17, 29, 16, 24)
	x, y = rounds(x+c, y+a+2, 13, 15, 26, 6)
	x, y = rounds(x+a, y+b+3, 17, 29, 16, 24)
	x, y = rounds(x+b, y+c+4, 13, 15, 26, 6)
	return x + c, y + a + 5
}

// rounds are four rounds of addition, rotation and exclusive or.
func rounds(x, y uint32, i, j, k, l int) (uint32, uint32) {
	x += y
	y = bits.RotateLeft32(y, i) ^ x
	x += y
	y = bits.RotateLeft32(y, j) ^ x
	x += y
	y = bits.RotateLeft32(y, k) ^ x
	x += y
	return x, bits.RotateLeft32(y, l) ^ x
}
