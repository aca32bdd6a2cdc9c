package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/exact"
)

func TestSumsInAssemblyStoreWhatThoseInGoDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, set := range sets() {
		for range 50 {
			lines, stride := 1+r.IntN(9), vector.Columns+2*r.IntN(3)
			x, wide := make([]float32, lines*stride), make([]float64, lines*stride)
			for i := range x {
				x[i] = float32(math.Ldexp(float64(r.IntN(1<<24)-1<<23), -r.IntN(50)))
				wide[i] = float64(x[i]) * 3
			}
			for of, sum := range set.sums {
				want, got, at := new(vector.Sums), new(vector.Sums), unsafe.Pointer(&x[0])
				if of == vector.Doubles || of == vector.EachDouble {
					at = unsafe.Pointer(&wide[0])
				}
				switch of {
				case vector.Unrounded, vector.Product:
					got.Rows = 1
				case vector.UnroundedColumns, vector.UnroundedProducts, vector.EachProduct:
					continue // it has a test of its own
				}
				if of == vector.Distances {
					want.Of[0], got.Of[0] = .25, .25
				}
				sumReferences[of](lines, at, 4*stride, want)
				sum(lines, at, 4*stride, got)
				switch of {
				case vector.Product: // in another order
					for i := range 4 {
						assert.InEpsilon(t, 1+want.Of[i], 1+got.Of[i], 1e-9)
					}
					*got = *want
				case vector.All: // in another order
					for i := range 4 {
						assert.InEpsilon(t, 1+want.Of[i], 1+got.Of[i], 1e-9)
					}
					got.Of = want.Of
				case vector.Distances:
					for i := range 4 {
						assert.InEpsilon(t, 1e9+want.Of[i], 1e9+got.Of[i], 1e-9)
						assert.InEpsilon(t, 1+want.Errors[i], 1+got.Errors[i], 1e-9)
					}
					got.Of, got.Errors = want.Of, want.Errors
				case vector.Unrounded:
					if got.Rows > 0 {
						assert.Equal(t, pairsOf(want), pairsOf(got))
					}
					*got = *want
				case vector.Doubles, vector.AllWithErrors:
					assert.Equal(t, pairsOf(want), pairsOf(got))
					got.Of, got.Errors = want.Of, want.Errors
				}
				assert.Equal(t, want, got, "%s: %d", set.Name, of)
			}
		}
	}
}

// pairsOf is the exact sum of all sums and errors.
func pairsOf(sums *vector.Sums) float64 {
	var s exact.Sum64
	for i := range sums.Of {
		s.Add(sums.Of[i])
		s.Add(sums.Errors[i])
	}
	return s.Over(1)
}

// sumReferences do what the routines do.
var sumReferences = map[vector.SumOf]vector.Sum{
	vector.All:           sumAll,
	vector.Distances:     sumDistances,
	vector.WithErrors:    withoutMagnitudes(floatsTo(0, vector.Columns, addPair)),
	vector.AllWithErrors: sumAllWithErrors,
	vector.EachColumn:    floatsTo(0, vector.Columns, func(to *vector.Sums, i int, x float64) { to.Of[i] += x }),
	vector.Product:       floatsTo(4, vector.Columns, func(to *vector.Sums, i int, x float64) { to.Of[i%4] *= x }),
	vector.Unrounded:     sumUnrounded,
	vector.Doubles:       doublesTo(func(to *vector.Sums, i int, x float64) { addPair(to, i%4, x) }),
	vector.EachDouble:    doublesTo(addPair),
}

// sumUnrounded has what float64s without errors would have lost in the errors.
func sumUnrounded(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
	withoutMagnitudes(floatsTo(0, vector.Columns, addPair))(lines, x, stride, to)
}

func withoutMagnitudes(sum vector.Sum) vector.Sum {
	return func(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
		sum(lines, x, stride, to)
		to.Least, to.Most = 0, 0
	}
}

func addPair(to *vector.Sums, i int, x float64) {
	sum, e := exact.TwoSum(to.Of[i], x)
	to.Of[i], to.Errors[i] = sum, to.Errors[i]+e
}

// floatsTo combines each float32. The first results begin with 1.
func floatsTo(ones, columns int, combine func(to *vector.Sums, i int, x float64)) vector.Sum {
	return func(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
		to.Least = math.MaxUint32
		for i := range ones {
			to.Of[i] = 1
		}
		for k := range lines {
			for i, v := range line(x, k, stride) {
				combine(to, i, float64(v))
				note(to, v)
			}
		}
	}
}

// doublesTo combines each float64.
func doublesTo(combine func(to *vector.Sums, i int, x float64)) vector.Sum {
	return func(lines int, x unsafe.Pointer, stride int, to *vector.Sums) {
		to.Least = math.MaxUint32
		for k := range lines {
			for i, v := range elements[float64](unsafe.Add(x, k*stride), 0, vector.DoubleColumns) {
				combine(to, i, v)
				magnitude := math.Float64bits(v) &^ (1 << 63)
				to.Least, to.Most = min(to.Least, uint32((magnitude-1)>>32)), max(to.Most, uint32(magnitude>>32))
			}
		}
	}
}

// The limits of addsWithoutRounding are those of the digits of a float64.
func TestASumOfAPartIsTakenForExactOnlyIfItIs(t *testing.T) {
	magnitudes := func(least, most float32) *vector.Sums {
		return &vector.Sums{Least: magnitude(least) - 1, Most: magnitude(most)}
	}
	assert.True(t, addsWithoutRounding(1000, magnitudes(1, 0x1.fffffep18)))
	assert.False(t, addsWithoutRounding(1000, magnitudes(1, 0x1p20)), "2^53 + 2^-23 has 77 digits")
	assert.False(t, addsWithoutRounding(1, magnitudes(1, float32(math.Inf(1)))))
	assert.False(t, errorsAddWithoutRounding(1, magnitudes(1, float32(math.NaN()))))
	assert.True(t, addsWithoutRounding(1000, magnitudes(0x1p-149, 0x1p-130)), "subnormal numbers have one exponent")
	assert.True(t, addsWithoutRounding(1000, magnitudes(0, 0)))
	assert.True(t, errorsAddWithoutRounding(32, magnitudes(1, 0x1p70)))
	assert.False(t, errorsAddWithoutRounding(32, magnitudes(1, 0x1p73)))
}

// The limits of pairsAddWithoutRounding are those of the digits of two float64.
func TestASumOfFloat64IsTakenForExactOnlyIfItIs(t *testing.T) {
	upper := func(x float64) uint32 { return uint32(math.Float64bits(x) >> 32) }
	magnitudes := func(least, most float64) *vector.Sums {
		return &vector.Sums{Least: uint32((math.Float64bits(least) - 1) >> 32), Most: upper(most)}
	}
	assert.True(t, pairsAddWithoutRounding(1000, magnitudes(1.5, 0x1.8p33)))
	assert.False(t, pairsAddWithoutRounding(1000, magnitudes(1.5, 0x1.8p34)))
	assert.False(t, pairsAddWithoutRounding(1000, magnitudes(0x1p1015, 0x1p1015)), "the sum may overflow")
	assert.False(t, pairsAddWithoutRounding(1, magnitudes(1, math.NaN())))
	assert.False(t, pairsAddWithoutRounding(1, magnitudes(1, math.Inf(1))))
	assert.True(t, pairsAddWithoutRounding(1000, magnitudes(0x1p-1074, 0x1p-1025)), "subnormal numbers have one exponent")
	assert.True(t, pairsAddWithoutRounding(1000, magnitudes(0, 0)))
}

// Elements of a line belong to different sums, which are added at the end.
func TestTheProcessorSaysWhetherASumHasRounded(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, c := range []struct {
		name    string
		at      map[int]float32
		rounded bool
		sum     float64
		rest    float64
	}{
		{"nothing is lost", map[int]float32{0: 1, vector.Columns: 0x1p-50, 5: 2}, false, 3 + 0x1p-50, 0},
		{"a sum of its own loses digits", map[int]float32{0: 1, vector.Columns: 0x1p-60}, true, 0, 0},
		{"the last sums lose digits", map[int]float32{0: 1, 1: 0x1p-60, 9: -0x1p-61}, false, 1, 0x1p-61},
		{"so do the errors", map[int]float32{0: 1, 1: 0x1p-60, 2: 0x1p-130}, true, 0, 0},
		{"infinity, although others lose digits", map[int]float32{0: inf, 1: 1, 3: 0x1p-60}, false, math.Inf(1), 0},
	} {
		for _, set := range sets() {
			sum := set.sums[vector.Unrounded]
			if sum == nil {
				continue
			}
			require.True(t, saysWhetherItRounds(sum), set.Name)
			t.Run(set.Name+" "+c.name, func(t *testing.T) {
				const n = 3 * vector.Columns
				x, to := make([]float32, 3*n), &vector.Sums{Rows: 3} // the first row and the last are 0
				for i, v := range c.at {
					x[n+i] = v
				}
				sum(3, unsafe.Pointer(&x[0]), 4*n, to)
				if c.rounded {
					assert.Equal(t, 1, to.Rows)
					return
				}
				assert.Equal(t, 3, to.Rows)
				assert.Zero(t, to.Of[0])
				assert.Zero(t, to.Of[2])
				assert.Equal(t, c.sum, to.Of[1])
				var all exact.Sum64
				addWithError(&all, to, 1)
				if math.IsInf(c.sum, 0) {
					assert.Equal(t, c.sum, all.Over(1))
					return
				}
				all.Add(-c.sum)
				assert.Equal(t, c.rest, all.Over(1))
			})
		}
	}
}

func TestSumsOfProductsRoundTheseToFloat32(t *testing.T) {
	const n = 3 * vector.Columns
	r := rand.New(rand.NewPCG(3, 3))
	for _, set := range sets() {
		sum := set.sums[vector.UnroundedProducts]
		if sum == nil {
			continue
		}
		for range 50 {
			rows, stride := 1+r.IntN(9), n+r.IntN(3)
			x, y, want := make([]float32, rows*stride), make([]float32, rows*n), make([]float64, rows)
			for i := range x {
				x[i] = 1 + r.Float32()
			}
			for i := range y {
				y[i] = -1 - r.Float32()
				want[i/n] += float64(x[i/n*stride+i%n] * y[i])
			}
			to := &vector.Sums{Rows: rows, At: unsafe.Pointer(&y[0]), Stride: 4 * n}
			sum(3, unsafe.Pointer(&x[0]), 4*stride, to)
			assert.Equal(t, rows, to.Rows)
			assert.Equal(t, want, to.Of[:rows])
			assert.Equal(t, make([]float64, rows), to.Errors[:rows])
			last := r.IntN(rows)
			x[last*stride], x[last*stride+vector.Columns] = 0x1p-60, 0x1p60
			to.Rows = rows
			sum(3, unsafe.Pointer(&x[0]), 4*stride, to)
			assert.Equal(t, last, to.Rows, "a sum has 2^60 and 2^-60")
		}
	}
}

func TestSumsOfColumnsAreAddedToThoseBefore(t *testing.T) {
	const n = 3 * vector.Columns
	r := rand.New(rand.NewPCG(2, 2))
	for _, set := range sets() {
		sum := set.sums[vector.UnroundedColumns]
		if sum == nil {
			continue
		}
		for range 50 {
			lines, stride := 1+r.IntN(9), n+r.IntN(3)
			x, want, got := make([]float32, lines*stride), make([]float64, n), make([]float64, n+1)
			for i := range n {
				want[i] = float64(r.IntN(1 << 20))
				got[i] = want[i]
			}
			for i := range x {
				x[i] = float32(r.IntN(1<<24) - 1<<23)
				if c := i % stride; c < n {
					want[c] += float64(x[i])
				}
			}
			to := &vector.Sums{Rows: n, At: unsafe.Pointer(&got[0])}
			sum(lines, unsafe.Pointer(&x[0]), 4*stride, to)
			assert.Equal(t, n, to.Rows)
			assert.Equal(t, append(want, 0), got, set.Name)
			x[r.IntN(lines)*stride+r.IntN(n)] = 0x1p-60
			sum(lines, unsafe.Pointer(&x[0]), 4*stride, to)
			assert.Zero(t, to.Rows, "the sum of a column has 2^20 and 2^-60")
		}
	}
}
