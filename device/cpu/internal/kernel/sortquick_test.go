package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/op"
)

// sortPatterns are lists of n elements that sorts are tried with.
var sortPatterns = []struct {
	name string
	of   func(r *rand.Rand, dt op.DType, i, n int) op.Scalar
}{
	{"random bits", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar { return sortable(r, dt, 1)[0] }},
	{"normal", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar { return dt.FromFloat(100*r.NormFloat64() + .001) }},
	{"in order", func(_ *rand.Rand, dt op.DType, i, _ int) op.Scalar { return dt.FromInt(int64(i)) }},
	{"reversed", func(_ *rand.Rand, dt op.DType, i, n int) op.Scalar { return dt.FromInt(int64(n - i)) }},
	{"up and down", func(_ *rand.Rand, dt op.DType, i, n int) op.Scalar { return dt.FromInt(int64(min(i, n-i))) }},
	{"saw", func(_ *rand.Rand, dt op.DType, i, _ int) op.Scalar { return dt.FromInt(int64(i % 37)) }},
	{"two values", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar { return dt.FromInt(int64(r.IntN(2))) }},
	{"equal", func(_ *rand.Rand, dt op.DType, _, _ int) op.Scalar { return dt.FromInt(7) }},
	{"zeros", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar {
		return dt.FromFloat(math.Copysign(0, float64(r.IntN(2))-.5))
	}},
	{"NaN", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar {
		return dt.FromFloat(math.NaN()) | op.Scalar(r.Uint64()>>(64-8*dt.Size()))
	}},
	{"least", func(r *rand.Rand, dt op.DType, _, _ int) op.Scalar {
		return []op.Scalar{0, op.Scalar(1) << (8*dt.Size() - 1), ^op.Scalar(0) >> (64 - 8*dt.Size())}[r.IntN(3)]
	}},
}

func TestListsOfAnyPatternAreSorted(t *testing.T) {
	cputest.OneGoroutine(t)
	var few, sizes []int
	for n := range 140 {
		sizes = append(sizes, n)
	}
	for n := 140; n < 600; n += 23 {
		few = append(few, n)
	}
	for n := 1; n <= 1<<13; n *= 2 {
		few = append(few, n-1, n, n+1)
	}
	sizes = append(sizes, few...)
	for _, name := range Names() {
		set, err := Find(name)
		require.NoError(t, err)
		for _, dt := range []op.DType{op.Float32, op.Int32, op.Uint32, op.Float64, op.Int64, op.Uint64, op.Float16, op.Int16} {
			for i, o := range []*op.Op{op.Sort, op.SortDescending} {
				for j, p := range sortPatterns {
					t.Run(fmt.Sprint(name, ": ", o.Name, " of ", dt, ", ", p.name), func(t *testing.T) {
						r := rand.New(rand.NewPCG(uint64(i), uint64(j)))
						sizes := sizes
						if s, _ := set.Sort(o, dt); s.quick == nil && s.wider == nil && (i+j)%4 > 0 {
							t.Skip("other tests have it")
						}
						if j > 0 {
							sizes = few
						}
						for _, n := range sizes {
							of := func(i int) op.Scalar { return p.of(r, dt, i, n) }
							switch dt.Size() {
							case 2:
								requireSorted[uint16](t, set, o, dt, n, of)
							case 4:
								requireSorted[uint32](t, set, o, dt, n, of)
							default:
								requireSorted[uint64](t, set, o, dt, n, of)
							}
						}
					})
				}
			}
		}
	}
}

// requireSorted requires a sort to give the bits of a stable one by keys, side by side and apart, in place and not.
func requireSorted[T elementBits](t *testing.T, set *Set, o *op.Op, dt op.DType, n int, of func(i int) op.Scalar) {
	t.Helper()
	k, _ := set.Sort(o, dt)
	size := int(unsafe.Sizeof(T(0)))
	x, keys := make([]T, n), newSortKeys[T](dt, o == op.SortDescending)
	for i := range x {
		x[i] = T(of(i))
	}
	want := slices.Clone(x)
	slices.SortStableFunc(want, func(a, b T) int {
		switch a, b := keys.of(a), keys.of(b); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	at := func(x []T, apart int) Matrix { return Matrix{unsafe.Pointer(unsafe.SliceData(x)), 0, apart * size} }
	got := make([]T, n)
	k.Run(1, n, n, at(x, 1), at(got, 1), nil)
	require.Equal(t, want, got, "%d elements", n)
	apart := make([]T, 3*n)
	for i, e := range x {
		apart[3*i] = e
	}
	k.Run(1, n, n, at(apart, 3), at(apart, 3), nil)
	for i := range got {
		got[i] = apart[3*i]
	}
	require.Equal(t, want, got, "%d elements, apart", n)
	k.Run(1, n, n, at(x, 1), at(x, 1), nil)
	require.Equal(t, want, x, "%d elements, in place", n)
}

// Each pivot that middle takes of these keys has few keys before it.
func TestBadPivotsCostNoMoreThanAFewPasses(t *testing.T) {
	set, err := Find("")
	require.NoError(t, err)
	s, _ := set.Sort(op.Sort, op.Uint32)
	if s.quick == nil {
		t.Skip("no routines")
	}
	const n = 1 << 14
	x, left := make([]uint32, n), make([]int, n)
	for i := range left {
		left[i] = i
	}
	rank := uint32(0)
	for len(left) > mostLeaf {
		part := len(left) / 9
		for _, k := range []int{4, 3, 1, 0} {
			x[left[k*part]] = rank
			rank++
			left = slices.Delete(left, k*part, k*part+1)
		}
	}
	for _, i := range left {
		x[i] = rank
		rank++
	}
	want, moved := slices.Sorted(slices.Values(x)), 0
	counted := *s.quick
	counted.partition = func(n int, pivot uint, less, all unsafe.Pointer) int {
		moved += n
		return s.quick.partition(n, pivot, less, all)
	}
	at := Matrix{unsafe.Pointer(&x[0]), 0, 4}
	counting := s
	counting.quick = &counted
	counting.Run(1, n, n, at, at, nil)
	require.Equal(t, want, x)
	require.Greater(t, moved, (mostBad-1)*n, "pivots are better than they should be here")
	require.Less(t, moved, (mostBad+1)*n)
}
