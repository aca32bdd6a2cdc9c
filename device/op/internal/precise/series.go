package precise

import (
	"math/big"
	"sync"
)

// lazy is computed on first use. As a variable it is plain data: it takes no allocation when a
// program starts, as sync.OnceValue does.
type lazy[T any] struct {
	compute func() T
	once    sync.Once
	value   T
}

func (l *lazy[T]) get() T {
	l.once.Do(func() { l.value = l.compute() })
	return l.value
}

// series holds the coefficients term(0), term(1), … that count in a sum. If they shrink slowly it
// holds 70, which is enough where |z| < 2^-5.
type series struct {
	term func(k int64) *big.Float
	once sync.Once
	all  []*big.Float
}

func (s *series) coefficients() []*big.Float {
	s.once.Do(func() {
		for k := range int64(70) {
			x := s.term(k)
			if below(x, -wide) {
				break
			}
			s.all = append(s.all, x)
		}
	})
	return s.all
}

// sum is c[0] + c[1] z + c[2] z² + …, for |z| < 1 and coefficients that do not grow.
// The terms too small to count are left out, which are most of them for a small z.
func sum(s *series, z *big.Float) *big.Float {
	c := s.coefficients()
	n := len(c)
	if e := -z.MantExp(nil); z.Sign() == 0 {
		n = 1
	} else if e > 0 {
		n = min(n, wide/e+2)
	}
	y, t := newBig().Set(c[n-1]), newBig()
	for k := n - 2; k >= 0; k-- {
		y.Add(t.Mul(y, z), c[k])
	}
	return y
}

// factorial is n!.
func factorial(n int64) *big.Float { return newBig().SetInt(new(big.Int).MulRange(1, n)) }

func inverse(x *big.Float) *big.Float { return quo(integer(1), x) }

// odd is 1, 1/3, 1/5, …, of atan x = x - x³/3 + x⁵/5 - … and of atanh x.
var odd = series{term: func(k int64) *big.Float { return inverse(integer(2*k + 1)) }}

// pi is π with the precision of this package.
var pi = lazy[*big.Float]{compute: func() *big.Float { return newBig().Set(longPi.get()) }}

// longPi is π with bits enough to reduce the largest float64. It is Machin's 16 atan(1/5) - 4
// atan(1/239).
var longPi = lazy[*big.Float]{compute: func() *big.Float {
	const bits = 1024 + 2*wide
	p := new(big.Int).Mul(inverses(5, -1, bits), big.NewInt(16))
	p.Sub(p, new(big.Int).Mul(inverses(239, -1, bits), big.NewInt(4)))
	x := new(big.Float).SetPrec(bits).SetInt(p)
	return x.SetMantExp(x, -bits)
}}

// ln2 is 2 atanh(1/3).
var ln2 = lazy[*big.Float]{compute: func() *big.Float {
	x := newBig().SetInt(inverses(3, 1, 2*wide))
	return x.SetMantExp(x, 1-2*wide)
}}

// inverses is 2^bits * (1/n + sign/3n³ + 1/5n⁵ + sign/7n⁷ + …): atanh(1/n) with
// positive sign, atan(1/n) with negative sign.
func inverses(n, sign, bits int64) *big.Int {
	sum, square := new(big.Int), big.NewInt(n*n*sign)
	power := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	power.Quo(power, big.NewInt(n))
	for k := int64(1); power.Sign() != 0; k += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
		power.Quo(power, square)
	}
	return sum
}
