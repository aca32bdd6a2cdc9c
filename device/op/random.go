package op

import "math/bits"

var Threefry2x32 = defRole(Op{Name: "threefry2x32", Arity: 2,
	Role: &Bits{Uint64, func(key, counter uint64) Scalar {
		x, y := threefry(key, counter)
		return Scalar(uint64(x)<<32 | uint64(y))
	}},
	Uint: Form[uint64]{WGSL: "m_threefry({x}, {y})"},
	Doc: "the block of key x and counter y by Threefry-2x32 of 20 rounds. The upper halves of x, " +
		"y and the result are their first words"})

var RandomBits = defRole(Op{Name: "random_bits", Arity: 2,
	Role: &Bits{Uint32, func(key, counter uint64) Scalar {
		x, y := threefry(key, counter)
		return Scalar(x ^ y)
	}},
	Uint: Form[uint64]{WGSL: "m_random_bits({x}, {y})"},
	Doc:  "the exclusive or of the two words of threefry2x32: JAX's 32 bits"})

var RandomNormal = defRole(Op{Name: "random_normal", Arity: 1, Operands: names.keep("bits"),
	Role: &Bits{Float32, func(bits, _ uint64) Scalar { return Float32.FromFloat(float64(Normal(uint32(bits)))) }},
	Uint: Form[uint64]{WGSL: "m_random_normal({x})"},
	Doc: "the normal number of 32 random bits x: √2·erfinv of the odd multiple of 2^-24 that their first 23 bits choose. " +
		"It is computed in float32 by steps that are each rounded, at most 2.24 ULP from the real function"})

var RandomExponential = defRole(Op{Name: "random_exponential", Arity: 1, Operands: names.keep("bits"),
	Role: &Bits{Float32, func(bits, _ uint64) Scalar { return Float32.FromFloat(float64(Exponential(uint32(bits)))) }},
	Uint: Form[uint64]{WGSL: "m_random_exponential({x})"},
	Doc: "the exponential number of 32 random bits x: -log(1-u), where u is their first 23 bits times 2^-23. " +
		"It is computed in float32 by steps that are each rounded, at most .88 ULP from the real function"})

// threefry is Threefry-2x32 (Salmon et al., 2011): rounds of addition, rotation and exclusive or,
// with a part of the key added after every fourth.
func threefry(key, counter uint64) (x, y uint32) {
	rotations := [2][4]int{{13, 15, 26, 6}, {17, 29, 16, 24}}
	k := [3]uint32{uint32(key >> 32), uint32(key)}
	k[2] = 0x1bd11bda ^ k[0] ^ k[1]
	x, y = uint32(counter>>32)+k[0], uint32(counter)+k[1]
	for i := range uint32(5) {
		for _, r := range rotations[i%2] {
			x += y
			y = bits.RotateLeft32(y, r) ^ x
		}
		x += k[(i+1)%3]
		y += k[(i+2)%3] + i + 1
	}
	return x, y
}
