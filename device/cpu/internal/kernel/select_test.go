package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestASelectionGivesTheIndexOfItsRow(t *testing.T) {
	s, err := Find(Names()[0])
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(5, 6))
	for _, dt := range op.DTypes() {
		k, ok := s.Sort(op.Argkth, dt)
		require.True(t, ok)
		for _, n := range []int{1, leastCounted, leastCounted + 1, 1000, leastSampled, 20_000} {
			few := make([]op.Scalar, 2*n)
			for i := range few {
				few[i] = dt.FromInt(int64(r.IntN(3)))
			}
			for _, c := range []struct {
				name     string
				elements []op.Scalar
			}{{"any", sortable(r, dt, 2*n)}, {"few", few}} {
				t.Run(fmt.Sprintf("%d of %v, %s", n, dt, c.name), func(t *testing.T) {
					in := make([]uint64, 2*n)
					for i, e := range c.elements { // two groups, whose elements alternate
						Fill(unsafe.Pointer(&in[i]), dt.Size(), 1, uint64(e))
					}
					group := make([]op.Scalar, n)
					for i := range group {
						group[i] = c.elements[2*i+1]
					}
					order := op.Argsort.Role.(*op.Group).Eval([][]op.Scalar{group}, []op.DType{dt}, op.Int64)
					for _, rank := range []int{-1, 0, n / 3, n / 2, n - 1, n} {
						ranks, got := []int64{int64(n) / 2, int64(rank)}, make([]int64, 2)
						k.Run(2, n, n, Matrix{unsafe.Pointer(&in[0]), 8, 16}, Matrix{At: unsafe.Pointer(&got[0]), Row: 8}, unsafe.Pointer(&ranks[0]))
						want := int64(-1)
						if rank >= 0 && rank < n {
							want = int64(order[rank])
						}
						assert.Equal(t, want, got[1], "rank %d", rank)
					}
				})
			}
		}
	}
}

func TestTheFirstOfAnOrderAreThoseOfASort(t *testing.T) {
	s, err := Find("")
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	for i, dt := range op.DTypes() {
		for j, n := range []int{leastFirsts, 3000, leastSampled + 1} {
			o := []*op.Op{op.Argsort, op.ArgsortDescending}[(i+j)%2]
			k, ok := s.Sort(o, dt)
			require.True(t, ok)
			few := make([]op.Scalar, n)
			for i := range few {
				few[i] = dt.FromInt(int64(r.IntN(3)))
			}
			for _, c := range []struct {
				name     string
				elements []op.Scalar
			}{{"any", sortable(r, dt, n)}, {"few", few}} {
				t.Run(fmt.Sprintf("%s: %d of %v, %s", o.Name, n, dt, c.name), func(t *testing.T) {
					in := make([]uint64, 2*n)
					for i, e := range c.elements { // two groups, whose elements alternate
						Fill(unsafe.Pointer(&in[2*i]), dt.Size(), 1, uint64(e))
						Fill(unsafe.Pointer(&in[2*i+1]), dt.Size(), 1, uint64(c.elements[n-1-i]))
					}
					order := o.Role.(*op.Group).Eval([][]op.Scalar{c.elements}, []op.DType{dt}, op.Int64)
					for _, firsts := range []int{1, n / 10, n / mostChosen} {
						got := make([]op.Scalar, 2*n)
						k.Run(2, n, firsts, Matrix{unsafe.Pointer(&in[1]), -8, 16}, Matrix{unsafe.Pointer(&got[n]), -8 * n, 8}, nil)
						require.Equal(t, order[:firsts], got[:firsts], "the first %d", firsts)
					}
				})
			}
		}
	}
}

func TestASelectionNarrowsKeysToFew(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 5000
	x := make([]uint64, n)
	for i := range x {
		x[i] = r.Uint64() >> r.IntN(64)
	}
	v := &selection[uint64]{n: n}
	v.keyed = keyed[uint64]{column[uint64]{unsafe.Pointer(&x[0]), 8}, newSortKeys[uint64](op.Uint64, false)}
	order := slices.Clone(v.sorted(&v.keyed, n))
	for rank := range order {
		if rank%97 > 0 {
			continue
		}
		lo, hi, rest := v.narrow(rank)
		before := rank - rest
		v.gather(lo, hi)
		got := slices.Clone(v.order())
		for i, k := range got {
			got[i] = uint64(v.at[k])
		}
		assert.Equal(t, order[before:before+len(got)], got)
		assert.True(t, lo == hi || len(v.chosen) <= leastCounted)
	}
}

func TestASampleLiesWithinItsElements(t *testing.T) {
	for _, random := range []uint64{0, math.MaxInt64, 1 << 63, math.MaxUint64} { // an int of 32 bits counts half of them
		i := oneOf(7, random)
		assert.GreaterOrEqual(t, i, 0)
		assert.Less(t, i, 7)
	}
}
