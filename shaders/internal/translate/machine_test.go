package translate

import (
	"math"
	"math/bits"
)

// run does what the machine does in WGSL.
func run(r Routine, args ...float64) float64 {
	var registers [MaxRegisters + 1]uint64
	for i, x := range args {
		registers[i] = math.Float64bits(x)
	}
	word := func(i uint64) uint64 {
		w := r.Code[i/2][2*(i%2):]
		return uint64(w[0]) | uint64(w[1])<<32
	}
	for pc := uint32(0); ; {
		w := r.Code[pc]
		pc++
		imm := uint64(w[2]) | uint64(w[3])<<32
		operand := func(i int, register uint32) uint64 {
			x := registers[register&31]
			if w[1]>>(8+i)&1 != 0 {
				x = imm
			}
			return x ^ uint64(w[1]>>(12+i)&1)<<63
		}
		op, dst := Op(w[0]&0xff), w[0]>>8&31
		x, y, z := operand(0, w[0]>>16), operand(1, w[0]>>24), operand(2, w[1])
		a, b, c := math.Float64frombits(x), math.Float64frombits(y), math.Float64frombits(z)
		v := uint64(0)
		switch op {
		case JumpFloat, JumpInt:
			relation := uint32(unordered)
			switch {
			case op == JumpFloat && a < b || op == JumpInt && int64(x) < int64(y):
				relation = less
			case op == JumpFloat && a == b || op == JumpInt && x == y:
				relation = equal
			case op == JumpInt || a > b:
				relation = greater
			}
			if w[1]&relation != 0 {
				pc = w[1] >> 16
			}
			continue
		case Load:
			v = word(uint64(w[2]) + x*uint64(w[3]))
		case Return:
			return a
		case Horner:
			odd, even, square := 0.0, 0.0, a*a
			for i := uint64(0); i < uint64(w[3]); i += 2 {
				odd = float64(odd*square) + math.Float64frombits(word(uint64(w[2])+i))
				even = float64(even*square) + math.Float64frombits(word(uint64(w[2])+i+1))
			}
			v = math.Float64bits(float64(odd*a) + even)
		default:
			v = compute(op, x, y, z, a, b, c)
		}
		registers[dst] = v
	}
}

func compute(op Op, x, y, z uint64, a, b, c float64) uint64 {
	switch op {
	case FMA:
		return math.Float64bits(math.FMA(a, b, c))
	case Add:
		return math.Float64bits(a + c)
	case Mul:
		return math.Float64bits(a * b)
	case Move:
		return x
	case And:
		return x & y
	case Or:
		return x | y
	case Xor:
		return x ^ y
	case Plus:
		return x + y
	case Minus:
		return x - y
	case Copysign:
		return math.Float64bits(math.Copysign(a, b))
	case Div:
		return math.Float64bits(a / b)
	case Sqrt:
		return math.Float64bits(math.Sqrt(a))
	case Trunc:
		return math.Float64bits(math.Trunc(a))
	case RoundEven:
		return math.Float64bits(math.RoundToEven(a))
	case Ldexp:
		return math.Float64bits(math.Ldexp(a, int(y)))
	case Significand:
		m, _ := math.Frexp(a)
		return math.Float64bits(m)
	case Exponent:
		_, e := math.Frexp(a)
		return uint64(e)
	case FromInt:
		return math.Float64bits(float64(int64(x)))
	case FromUint:
		return math.Float64bits(float64(x))
	case ToInt:
		return uint64(int64(a))
	case MulLow:
		return x * y
	case MulHigh:
		high, _ := bits.Mul64(x, y)
		return high
	case Left:
		return x << y
	case Right:
		return x >> y
	case RightSigned:
		return uint64(int64(x) >> y)
	case Zeros:
		return uint64(bits.LeadingZeros64(x))
	case Carry:
		_, carry := bits.Add64(x, y, z)
		return carry
	case Borrow:
		_, borrow := bits.Sub64(x, y, z)
		return borrow
	case Max:
		return math.Float64bits(max(a, b))
	case Min:
		return math.Float64bits(min(a, b))
	}
	panic("no such operation")
}
