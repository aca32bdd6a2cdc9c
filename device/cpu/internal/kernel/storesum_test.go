package kernel

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// termFamilies are kinds of elements that sums meet.
var termFamilies = []struct {
	name string
	of   func(r *rand.Rand) float64
}{
	{"of one exponent", func(r *rand.Rand) float64 { return 1 + r.Float64() }},
	{"normal", (*rand.Rand).NormFloat64},
	{"of any exponent", func(r *rand.Rand) float64 { return math.Ldexp(r.NormFloat64(), r.IntN(250)-140) }},
	{"that soon fill a float64", func(r *rand.Rand) float64 { return math.Ldexp(1+r.Float64(), 26*r.IntN(2)) }},
	{"that cancel", func(r *rand.Rand) float64 {
		return []float64{0x1p60, 1, -0x1p60, 0x1p-60, 0x1p100, -0x1p100}[r.IntN(6)]
	}},
	{"subnormal", func(r *rand.Rand) float64 { return math.Ldexp(1-2*r.Float64(), -126) }},
	{"near overflow of float64", func(r *rand.Rand) float64 { return math.Ldexp(1-2*r.Float64(), 1024-r.IntN(3)) }},
	{"zeros", func(r *rand.Rand) float64 { return math.Copysign(0, r.Float64()-0.5) }},
	{"rarely NaN or infinite", func(r *rand.Rand) float64 {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1}[min(r.IntN(100), 3)] * r.NormFloat64()
	}},
}

// Whatever memory each place has, sums are those of the row.
func TestSumsAtPlacesAreExactByEachWay(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	plain, err := Find(Plain)
	require.NoError(t, err)
	for _, dt := range []op.DType{op.Float32, op.Float16, op.BFloat16, op.Float64} {
		byPlace := plain.byPlace(op.Sum, dt)
		for _, f := range termFamilies {
			t.Run(dt.String()+" "+f.name, func(t *testing.T) {
				for _, size := range [][2]int{{1, 1}, {3, 2}, {40, 7}, {1000, 3}, {700, 700}, {50, 300}} {
					n, places := size[0], size[1]
					at, values, content := make([]int64, n), make([]byte, n*dt.Size()+8), make([]byte, places*dt.Size()+8)
					for i := range n {
						at[i] = int64(r.IntN(places+1) - 1)
						dt.Store(values[i*dt.Size():], dt.FromFloat(f.of(r)))
					}
					for i := range places {
						dt.Store(content[i*dt.Size():], dt.FromFloat(f.of(r)))
					}
					run := func(s Store) []byte {
						to := append([]byte(nil), content...)
						s.Run(Table{At: unsafe.Pointer(&to[0]), Size: dt.Size()}, Span{0, places},
							Elements{N: n, At: unsafe.Pointer(&at[0]), Of: unsafe.Pointer(&values[0])})
						return to
					}
					want := run(byPlace)
					stores := []Store{plain.Store(op.Sum, dt)}
					for _, way := range []*placeSum{&plainWay, &twoDoublesWay, &doublesWay, &digitsWay} {
						if dt == op.Float64 {
							break
						}
						var w window
						plain.reading(dt, op.Float32).all(n, unsafe.Pointer(&values[0]), func(_ int, x []float32) { w.note(x) })
						if best := w.way(n, places); way == &plainWay && best != way || way == &twoDoublesWay && best != way && best != &plainWay {
							continue // it would round
						}
						stores = append(stores, plain.storeSumsBy(dt, func(Elements, int) *placeSum { return way }))
					}
					for k, s := range stores {
						got := run(s)
						for i := range places {
							a, b := dt.Load(want[i*dt.Size():]), dt.Load(got[i*dt.Size():])
							require.True(t, a == b || math.IsNaN(dt.Float(a)) && math.IsNaN(dt.Float(b)), "store %d, %d elements at %d places: %v, want %v", k, n, places, dt.Float(b), dt.Float(a))
						}
					}
				}
			})
		}
	}
}

// A sum of 2^53 + 1 last digits of its elements is rounded to 2^53, and may cancel later.
func TestASumAtAPlaceThatJustFillsAFloat64IsExact(t *testing.T) {
	plain, err := Find(Plain)
	require.NoError(t, err)
	values := []float32{-1}
	for range 16 {
		values = append(values, 0x1p26)
	}
	values = append(values, 0x1.000002p0)
	for range 16 {
		values = append(values, -0x1p26)
	}
	at, to := make([]int64, len(values)), make([]float32, 1)
	s := plain.storeSums(op.Float32, plain.byPlace(op.Sum, op.Float32))
	s.Run(Table{At: unsafe.Pointer(&to[0]), Size: 4}, Span{0, 1},
		Elements{N: len(values), At: unsafe.Pointer(&at[0]), Of: unsafe.Pointer(&values[0])})
	require.Equal(t, float32(0x1p-23), to[0])
}

// An element far below all others counts, wherever it is: others cancel.
func TestTheLeastElementIsSeenWhereverItIs(t *testing.T) {
	for _, set := range sets() {
		for at := 0; at < 300; at += 7 {
			values, places, to := make([]float32, 300), make([]int64, 300), make([]float32, 1)
			for i := range values {
				values[i] = float32(1 - 2*(i&1))
			}
			values[at] = 0x1p-60
			values = append(values, float32(1-2*(at&1))) // in place of the one that the least stands for
			places = append(places, 0)
			s := set.storeSums(op.Float32, set.byPlace(op.Sum, op.Float32))
			s.Run(Table{At: unsafe.Pointer(&to[0]), Size: 4}, Span{0, 1}, Elements{N: len(values), At: unsafe.Pointer(&places[0]), Of: unsafe.Pointer(&values[0])})
			require.Equal(t, float32(0x1p-60), to[0], "%s, element %d", set.Name, at)
		}
	}
}

// Digits of more elements than a float64 counts are added in two parts.
func TestDigitsThatAFloat64DoesNotHoldAreExact(t *testing.T) {
	var sum partSum
	s := &placeSums{words: make([]uint64, digitWords)}
	low, high := int64(1<<60+1<<32+5), int64(-1<<28-1) // what is left of both is 5 of the last digit
	s.words[0], s.words[1], s.words[digitWords-1] = uint64(low), uint64(high), 1
	require.True(t, digitsWay.sum(s, 0, &sum))
	require.Equal(t, float32(5*0x1p-149), float32(sum.with(0)))
}

// Elements of each range come in their order, and those that are left out do not come.
func TestElementsAreMovedToRangesInTheirOrder(t *testing.T) {
	const n, first, places = 20_000, 9, 5000
	r := rand.New(rand.NewPCG(1, 1))
	at, numbers := make([]int64, n), make([]uint32, n)
	for i := range n {
		at[i], numbers[i] = int64(first+r.IntN(places+2)-1), uint32(i)
	}
	met, ranges := make([]bool, n), 0
	e := Elements{N: n, At: unsafe.Pointer(&at[0]), Of: unsafe.Pointer(&numbers[0])}
	e.eachRange(Span{first, first + places}, 4, wordsOfRange/16, func(positions Span, e Elements) {
		ranges++
		before := -1
		for i, number := range elements[uint32](e.Of, 0, e.N) {
			require.Equal(t, at[number], elements[int64](e.At, 0, e.N)[i])
			require.True(t, positions.has(at[number]))
			require.Greater(t, int(number), before)
			before, met[number] = int(number), true
		}
	})
	require.Equal(t, places/16+1, ranges)
	for i := range n {
		require.Equal(t, at[i] >= first && at[i] < first+places, met[i])
	}
}

// Three floats round to a float32 as their exact sum does, however far they are apart and whatever cancels.
func TestASumOfThreeRoundsOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	numbers := []float64{0, 1, -1, 0x1p24, 0x1p53, -0x1p53, 0x1p-60, 1 + 0x1p-52, 1 - 0x1p-53, 0x1p-24, 0x1.000001p0}
	pick := func() float64 {
		if r.IntN(2) == 0 {
			return math.Ldexp(numbers[r.IntN(len(numbers))], 24*(r.IntN(5)-2))
		}
		return math.Ldexp(r.NormFloat64(), r.IntN(120)-60)
	}
	for range 50_000 {
		high, e := exact.TwoSum(pick(), pick()) // as a place has them
		content := float64(float32(pick()))
		if r.IntN(4) == 0 {
			content = -float64(float32(high))
		}
		sum := new(big.Float).SetPrec(2000)
		for _, x := range []float64{high, e, content} {
			sum.Add(sum, new(big.Float).SetFloat64(x))
		}
		want, _ := sum.Float32()
		require.Equal(t, want, float32(exact.ToOdd(threeSum(high, e, content))), "%g + %g + %g", high, e, content)
	}
}
