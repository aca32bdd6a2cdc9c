package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestSortsGiveTheBitsOfTheirRows(t *testing.T) {
	cputest.OneGoroutine(t)
	s, err := Find(Names()[0])
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for _, o := range []*op.Op{op.Sort, op.SortDescending, op.Argsort, op.ArgsortDescending} {
		for _, dt := range op.DTypes() {
			t.Run(fmt.Sprint(o.Name, " of ", dt), func(t *testing.T) {
				role := o.Role.(*op.Group)
				k, ok := s.Sort(o, dt)
				require.True(t, ok)
				to := role.Type(dt)
				const numbers = 3001 // so many elements are neither NaN nor -0
				for _, n := range []int{0, 1, 2, fewSorted, fewSorted + 1, leastQuick, 3000, numbers, 1<<(mostDigits+1) + 1} {
					x := sortable(r, dt, 2*n)
					for i := range x {
						if n == numbers {
							x[i] = dt.FromInt(int64(r.IntN(200)) - 100)
						}
					}
					in, out := make([]uint64, 2*n+1), make([]uint64, 2*n+1)
					for i, e := range x { // two groups, whose elements alternate
						Fill(unsafe.Pointer(&in[i]), dt.Size(), 1, uint64(e))
					}
					k.Run(2, n, n, Matrix{unsafe.Pointer(&in[0]), 8, 16}, Matrix{unsafe.Pointer(&out[0]), 8 * n, 8}, nil)
					at := Matrix{unsafe.Pointer(&in[0]), 8, 16}
					k.Run(2, n, n, at, at, nil)
					packed := make([]uint64, n+1) // the results overlap the elements
					for i := range n {
						Fill(unsafe.Add(unsafe.Pointer(&packed[0]), i*dt.Size()), dt.Size(), 1, uint64(x[2*i]))
					}
					at = Matrix{unsafe.Pointer(&packed[0]), 8 * n, dt.Size()}
					k.Run(1, n, n, at, Matrix{at.At, 8 * n, to.Size()}, nil)
					for g := range 2 {
						group, got := make([]op.Scalar, n), make([]op.Scalar, n)
						for i := range n {
							group[i], got[i] = x[2*i+g], Bits(unsafe.Pointer(&out[g*n+i]), to.Size())
						}
						want := role.Eval([][]op.Scalar{group}, []op.DType{dt}, to)
						assert.Equal(t, want, got, "%d elements", n)
						for i := range got {
							got[i] = Bits(unsafe.Pointer(&in[2*i+g]), to.Size())
						}
						assert.Equal(t, want, got, "%d elements, in place", n)
						for i := range got {
							got[i] = Bits(unsafe.Add(at.At, i*to.Size()), to.Size())
						}
						if g == 0 {
							assert.Equal(t, want, got, "%d elements, packed", n)
						}
					}
				}
			})
		}
	}
}

func TestManyElementsOfTwoBytesAreCounted(t *testing.T) {
	s, err := Find("")
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(4, 7))
	const n = leastPairs + 1
	for _, c := range []struct {
		name   string
		dt     op.DType
		or     uint16
		column int
	}{{"integers apart", op.Int16, 0, 4}, {"integers", op.Int16, 0, 2}, {"few integers", op.Uint16, 0xfff0, 2}, {"one integer", op.Int16, 0xffff, 4}, {"NaN and zeros", op.Float16, 0, 2}, {"numbers", op.BFloat16, 1, 2}} {
		t.Run(c.name, func(t *testing.T) {
			in, elements := make([]uint16, 2*n), make([]op.Scalar, n)
			for i := range n {
				x := uint16(r.Uint32()) | c.or
				if c.or == 1 {
					x &^= 1 << 14 // below 2, and none is 0
				}
				elements[i], in[i*c.column/2] = op.Scalar(x), x
			}
			k, _ := s.Sort(op.SortDescending, c.dt)
			at := Matrix{unsafe.Pointer(&in[0]), 0, c.column}
			k.Run(1, n, n, at, at, nil)
			got := make([]op.Scalar, n)
			for i := range got {
				got[i] = op.Scalar(in[i*c.column/2])
			}
			assert.Equal(t, op.SortDescending.Role.(*op.Group).Eval([][]op.Scalar{elements}, []op.DType{c.dt}, c.dt), got)
		})
	}
}

// Groups lie one behind the other, or side by side. Some have elements that a network does not sort.
func TestManyShortGroupsAreSortedAsOneIs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	for _, name := range Names() {
		s, err := Find(name)
		require.NoError(t, err)
		for i, dt := range op.DTypes() {
			o := []*op.Op{op.Sort, op.SortDescending}[i%2]
			k, _ := s.Sort(o, dt)
			t.Run(fmt.Sprint(name, ": ", o.Name, " of ", dt), func(t *testing.T) {
				for j, n := range []int{2, 7, 33, 64, mostNetwork} {
					size, groups := dt.Size(), []int{leastNetworks, 21, 150}[(i+j)%3]
					x := sortable(r, dt, n*groups)
					if j%2 == 0 {
						for i := range x {
							x[i] = dt.FromInt(int64(r.IntN(100)))
						}
					}
					x[n] = dt.FromFloat(math.Copysign(0, -1))
					at := Matrix{Row: n * size, Column: size}
					if j%3 == 0 {
						at.Row, at.Column = size, groups*size
					}
					in, out := make([]byte, len(x)*size+8), make([]byte, len(x)*size+8)
					at.At = unsafe.Pointer(&in[0])
					to := at
					to.At = unsafe.Pointer(&out[0])
					for i, e := range x {
						Fill(at.Beyond(i/n, i%n).At, size, 1, uint64(e))
					}
					k.Run(groups, n, n, at, to, nil)
					k.Run(groups, n, n, at, at, nil)
					for g := range groups {
						got, own := make([]op.Scalar, n), make([]op.Scalar, n)
						for i := range n {
							got[i], own[i] = Bits(to.Beyond(g, i).At, size), Bits(at.Beyond(g, i).At, size)
						}
						want := o.Role.(*op.Group).Eval([][]op.Scalar{x[g*n : (g+1)*n]}, []op.DType{dt}, dt)
						require.Equal(t, want, got, "group %d of %d elements", g, n)
						require.Equal(t, want, own, "group %d of %d elements, in place", g, n)
					}
				}
			})
		}
	}
}

// The upper digits are spread, but equal in each key, so the lowest one has to tell many apart.
func TestKeysWhoseUpperDigitsSayTheSameAreSorted(t *testing.T) {
	r, x := rand.New(rand.NewPCG(4, 4)), make([]uint32, 100_000)
	for i := range x {
		d := r.Uint32N(1 << mostDigits)
		x[i] = (d<<mostDigits|d)<<10 | r.Uint32N(1<<10)
	}
	k := &keyed[uint32]{column[uint32]{unsafe.Pointer(&x[0]), 4}, newSortKeys[uint32](op.Uint32, false)}
	got := sorted(newOrder(len(x), false), k)
	for i := 1; i < len(got); i++ {
		a, b := x[got[i-1]], x[got[i]]
		if a > b || a == b && got[i-1] > got[i] {
			require.Fail(t, "not in order", "element %d", i)
		}
	}
}

// More elements than 32 bits count do not fit a test's memory.
func TestVeryManyElementsAreSortedAsOthersAre(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var x []uint64
	for _, e := range sortable(r, op.Float64, 500) {
		x = append(x, uint64(e))
	}
	k := &keyed[uint64]{column[uint64]{unsafe.Pointer(&x[0]), 8}, newSortKeys[uint64](op.Float64, true)}
	got := make([]uint64, len(x))
	byComparison(got, k)
	assert.Equal(t, sorted(newOrder(len(x), false), k), got)
}

// sortable are random bits, with zeros of both signs, infinities, NaN, and equal elements among them.
func sortable(r *rand.Rand, dt op.DType, n int) []op.Scalar {
	all := make([]op.Scalar, n)
	for i := range all {
		bits := r.Uint64() >> (64 - 8*dt.Size())
		sign := uint64(1) << (8*dt.Size() - 1)
		switch r.IntN(6) {
		case 0:
			bits &= sign
		case 1:
			bits &= sign | 7
		case 2:
			if dt.IsFloat() {
				bits = bits&sign | uint64(dt.FromFloat(math.Inf(1)))
			}
		}
		if dt == op.Bool {
			bits &= 1
		}
		all[i] = op.Scalar(bits)
	}
	return all
}
