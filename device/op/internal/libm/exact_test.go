package libm

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

func TestPowersOfTwoAndTheirLogarithmsAreExact(t *testing.T) {
	for n := -1074; n <= 1023; n++ {
		x, y := math.Ldexp(1, n), float64(n)
		assert.Equal(t, x, Exp2(y))
		assert.Equal(t, x, Pow(2, y))
		assert.Equal(t, x, Pow(0.5, -y))
		assert.Equal(t, y, Log2(x))
	}
}

func TestPowersOfTenHaveWholeLogarithms(t *testing.T) {
	x := 1.0
	for n := range 23 { // larger powers are no float64
		assert.EqualValues(t, n, Log10(x))
		assert.Equal(t, x, Pow(10, float64(n)))
		x *= 10
	}
}

func TestPowIsExactWhereThePowerIsAFloat64(t *testing.T) {
	for m := 3.0; m < 1<<13; m += 2 {
		power := m
		for n := 1.0; power < 0x1p53; n++ {
			assert.Equal(t, power, Pow(m, n))
			if s := Pow(-m, n); math.Mod(n, 2) == 0 {
				assert.Equal(t, power, s)
			} else {
				assert.Equal(t, -power, s)
			}
			if n == 4 {
				assert.Equal(t, m, Pow(power, 0.25))
			}
			power *= m
		}
	}
}

func TestSinesOfTheHardestArgumentsKeepTheirDigits(t *testing.T) {
	for _, x := range []float64{
		// The float64 nearest to a multiple of π/2.
		6381956970095103 * 0x1p797,
		// The next nearest ones.
		6411027962775774 * 0x1p-47, 6411027962775774 * 0x1p-46, 7763785107565477 * 0x1p-29, 5916243447979695 * 0x1p79,
		0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, 0x1.2d97c7f3321d2p+2,
		math.MaxFloat64, 0x1p27, math.Nextafter(0x1p27, 0), 1e22, 0x1p1000,
	} {
		for _, x := range []float64{x, -x} {
			big := precise.Float(x)
			assert.Less(t, units(Sin(x), precise.Sin(big)), 1.0, "Sin(%v)", x)
			assert.Less(t, units(Cos(x), precise.Cos(big)), 1.0, "Cos(%v)", x)
			assert.Less(t, units(Tan(x), precise.Tan(big)), 1.0, "Tan(%v)", x)
		}
	}
}

func TestBothReductionsOfAnglesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		x := math.Pi/4 + math.Ldexp(r.Float64(), r.IntN(27))
		n, want := reduce(x)
		m, got := quarters(x)
		if (n-m)&3 != 0 { // the angle is halfway between two quarters
			assert.InDelta(t, math.Pi/4, math.Abs(got.hi), 1e-15*x)
			continue
		}
		assert.InDelta(t, 0, (got.hi-want.hi)+(got.lo-want.lo), 0x1p-100+0x1p-65*math.Abs(got.hi), "%x", x)
	}
}

func TestTheDigitsOfTwoOverPi(t *testing.T) {
	const digits = 64*(len(twoOverPi)-1) + 64
	inverse := func(n int64) *big.Int { // 2^digits·atan(1/n)
		sum, power := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(digits))
		power.Quo(power, big.NewInt(n))
		for k := int64(1); power.Sign() != 0; k += 2 {
			sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
			power.Quo(power, big.NewInt(-n*n))
		}
		return sum
	}
	// π/4 = 4 atan(1/5) - atan(1/239), Machin
	quarter := inverse(5)
	quarter.Lsh(quarter, 2).Sub(quarter, inverse(239))
	half := quarter.Lsh(quarter, 1)
	two := new(big.Int).Lsh(big.NewInt(1), uint(2*digits))
	two.Quo(two, half).Rsh(two, 64)
	for i := len(twoOverPi) - 1; i >= 0; i-- {
		assert.Equal(t, new(big.Int).And(two, new(big.Int).SetUint64(math.MaxUint64)).Uint64(), twoOverPi[i], "word %d", i)
		two.Rsh(two, 64)
	}
}

func TestTablesHaveThePreciseValues(t *testing.T) {
	for j, p := range expTable {
		checkPair(t, precise.Exp2(precise.Float(float64(j)/32)), p)
	}
	for i, c := range logTable {
		z := math.Max(float64(i+45)/64, math.Sqrt2/2)
		for _, z := range []float64{z, math.Nextafter(float64(i+46)/64, 0)} {
			r := math.FMA(z, c.t, -1)
			assert.LessOrEqual(t, math.Abs(r), 1./64)
			exact := new(big.Float).Mul(big.NewFloat(z), big.NewFloat(c.t).SetPrec(120))
			assert.Zero(t, exact.Sub(exact, big.NewFloat(1)).Cmp(big.NewFloat(r)), "%v", z)
		}
		if c.t != 1 {
			l := precise.Log(precise.Float(c.t))
			checkPair(t, l.Neg(l), c.log)
		}
	}
}

func TestConstantsHaveThePreciseValues(t *testing.T) {
	two, ten := precise.Log(precise.Float(2)), precise.Log(precise.Float(10))
	one := precise.Float(1)
	checkPair(t, two, ln2)
	checkPair(t, precise.Float(0).Quo(one, two), perLn2)
	checkPair(t, precise.Float(0).Quo(one, ten), perLn10)
	checkSplit(t, two, logTwo)
	checkSplit(t, precise.Log10(precise.Float(2)), log10Two)
	checkSplit(t, precise.Float(0).Mul(two, precise.Float(1./32)), pair{ln2By32Hi, ln2By32Lo})
	half := precise.Acos(precise.Float(-1))
	checkPair(t, half, pi)
	half.Mul(half, precise.Float(0.5))
	checkPair(t, half, halfPi)
	checkPair(t, precise.Atan(one), quarterPi)
	half.Sub(half, precise.Float(halfPi.hi))
	half.Sub(half, precise.Float(halfPi.lo))
	end, _ := half.Float64()
	assert.Equal(t, end, halfPiEnd)
}

// checkPair asserts that hi is want, rounded, and that lo is want - hi, rounded.
func checkPair(t *testing.T, want *big.Float, got pair) {
	t.Helper()
	hi, _ := want.Float64()
	assert.Equal(t, hi, got.hi)
	checkSplit(t, want, got)
}

// checkSplit asserts that lo is want - hi, rounded.
func checkSplit(t *testing.T, want *big.Float, got pair) {
	t.Helper()
	lo, _ := precise.Float(0).Sub(want, precise.Float(got.hi)).Float64()
	assert.Equal(t, lo, got.lo)
}
