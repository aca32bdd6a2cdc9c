package op

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFloatsBecomeIntegersByTruncationAndSaturation(t *testing.T) {
	for _, c := range []struct {
		dt   DType
		from float64
		want int64
	}{
		{Int8, 1.9, 1}, {Int8, -1.9, -1}, {Int8, 127.9, 127}, {Int8, 128, 127}, {Int8, -128.9, -128},
		{Int8, -1e30, -128},
		{Uint8, 255.9, 255}, {Uint8, 256, 255}, {Uint8, -0.9, 0}, {Uint8, -1, 0}, {Uint8, inf, 255},
		{Int32, 1e10, math.MaxInt32}, {Int32, -inf, math.MinInt32}, {Uint32, 1e10, math.MaxUint32},
		{Int64, 0x1p63, math.MaxInt64}, {Int64, -0x1p63, math.MinInt64}, {Int64, inf, math.MaxInt64},
		{Uint64, 0x1p63, math.MinInt64}, {Uint64, 0x1p64, -1}, {Uint64, -inf, 0},
	} {
		t.Run(fmt.Sprint(c.dt, c.from), func(t *testing.T) {
			assert.Equal(t, c.want, c.dt.Int(c.dt.FromFloat(c.from)))
		})
	}
	for _, dt := range DTypes()[1:9] {
		assert.Zero(t, dt.FromFloat(math.NaN()), dt)
	}
}

func TestEverythingButZeroIsTrue(t *testing.T) {
	for _, x := range []float64{1, -0.1, 5e-324, math.Inf(-1), math.NaN()} {
		assert.Equal(t, Scalar(1), Bool.FromFloat(x), x)
	}
	assert.Zero(t, Bool.FromFloat(math.Copysign(0, -1)))
	assert.Equal(t, Scalar(1), Bool.FromInt(256))
	assert.Zero(t, Bool.FromUint(0))
}

func TestIntegersWrap(t *testing.T) {
	assert.EqualValues(t, 44, Int8.Int(Int8.FromInt(300)))
	assert.EqualValues(t, -128, Int8.Int(Int8.FromInt(128)))
	assert.EqualValues(t, 255, Uint8.Int(Uint8.FromInt(-1)))
	assert.EqualValues(t, math.MinInt32, Int32.Int(Convert(1<<31, Uint64, Int32)))
	assert.Equal(t, Scalar(math.MaxUint64), Convert(Int8.FromInt(-1), Int8, Uint64))
	assert.Equal(t, Scalar(0xffff), Convert(Int64.FromInt(-1), Int64, Uint16))
}

func TestHalvesSurviveARoundTrip(t *testing.T) {
	for _, dt := range halves() {
		for bits := range Scalar(1 << 16) {
			x := dt.Float(bits)
			if math.IsNaN(x) {
				assert.True(t, math.IsNaN(dt.Float(dt.FromFloat(x))))
			} else if back := dt.FromFloat(x); back != bits {
				t.Fatalf("%v %#x is %v, which is %#x", dt, bits, x, back)
			}
		}
	}
	assert.Equal(t, Scalar(0x3c00), Float16.FromFloat(1))
	assert.Equal(t, Scalar(0x3f80), BFloat16.FromFloat(1))
	assert.Equal(t, Scalar(0x7bff), Float16.FromFloat(65519))
	assert.Equal(t, Scalar(0x7c00), Float16.FromFloat(65520))
}

// nearest finds the element nearest to x by looking at all, in the order of their
// values; of two as near, the even one. The largest finite one is followed by infinity,
// which stands for the next power of two.
func nearest(dt DType, x *big.Float) Scalar {
	inf := dt.FromFloat(math.Inf(1))
	at := func(s Scalar) *big.Float {
		if s == inf {
			return big.NewFloat(math.Ldexp(1, formats[dt].maxExp+1))
		}
		return big.NewFloat(dt.Float(s))
	}
	lo, hi := Scalar(0), inf // lo ≤ |x|, hi > |x| or infinite
	ax := new(big.Float).Abs(x)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; at(mid).Cmp(ax) <= 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	below, above := new(big.Float).Sub(ax, at(lo)), new(big.Float).Sub(at(hi), ax)
	r := lo
	if c := above.Cmp(below); c < 0 || c == 0 && lo&1 == 1 {
		r = hi
	}
	if x.Signbit() {
		r |= 1 << (8*dt.Size() - 1)
	}
	return r
}

func TestRoundingIsToNearestEven(t *testing.T) {
	for _, dt := range halves() {
		check := func(x float64) {
			if want, got := nearest(dt, big.NewFloat(x)), dt.FromFloat(x); got != want {
				t.Fatalf("%v of %x is %#x, want %#x", dt, x, got, want)
			}
		}
		for s := Scalar(0); s < dt.FromFloat(math.Inf(1))-1; s += 7 { // ties, and their neighbours
			tie := (dt.Float(s) + dt.Float(s+1)) / 2
			check(tie)
			check(-math.Nextafter(tie, math.Inf(1)))
			check(math.Nextafter(tie, math.Inf(-1)))
		}
		check(math.MaxFloat64)
		check(-5e-324)
	}
}

func TestIntegersRoundOnceToNarrowFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		// Near the tie of two neighbours of bfloat16, where rounding twice goes wrong.
		x := (r.Uint64()>>63<<8|r.Uint64N(256)|128)<<1 | 1
		x = x<<55>>r.IntN(50) + uint64(r.IntN(3)) - 1
		if want := nearest(BFloat16, new(big.Float).SetUint64(x)); BFloat16.FromUint(x) != want {
			t.Fatalf("%d is %#x, want %#x", x, BFloat16.FromUint(x), want)
		}
		i := int64(x)
		if want := nearest(BFloat16, new(big.Float).SetInt64(i)); BFloat16.FromInt(i) != want {
			t.Fatalf("%d is %#x, want %#x", i, BFloat16.FromInt(i), want)
		}
	}
	assert.Equal(t, Float32.FromFloat(0x1p53+0x1p30), Float32.FromUint(1<<53+1<<29+1), "a float64 would be a tie")
	assert.Equal(t, Float32.FromFloat(-0x1p53-0x1p30), Float32.FromInt(-1<<53-1<<29-1))
	assert.Equal(t, Float32.FromFloat(0x1p63), Float32.FromInt(math.MaxInt64))
	assert.Equal(t, Float64.FromFloat(0x1p64), Float64.FromUint(math.MaxUint64))
}

func TestElementsAreStoredLittleEndian(t *testing.T) {
	for _, dt := range DTypes() {
		b := []byte{0, 0, 0, 0, 0, 0, 0, 0, 0xee}
		s := dt.FromFloat(1)
		dt.Store(b, s)
		assert.Equal(t, s, dt.Load(b), dt)
		assert.Equal(t, byte(0xee), b[8])
	}
	b := make([]byte, 4)
	Float32.Store(b, Float32.FromFloat(1))
	assert.Equal(t, []byte{0, 0, 0x80, 0x3f}, b)
}
