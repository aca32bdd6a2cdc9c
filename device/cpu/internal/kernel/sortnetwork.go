package kernel

import (
	"math"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// A network sorts up to mostNetwork elements of leastNetworks groups or more.
const mostNetwork, leastNetworks = 256, 8

// networkBytes is about the size of a tile of groups that lie side by side.
const networkBytes = 128 << 10

// networkRooms has memory for tiles.
var networkRooms = sync.Pool{New: func() any { return new([]uint64) }}

// network sorts short groups. They lie side by side, and a minimum and a maximum put two elements of all groups in
// order. So kernels have to give one of two elements, and equal ones need equal bits: groups with NaN or -0 are
// sorted otherwise.
type network struct {
	set    *Set
	halves [2]Kernel // of the lower element, and of the upper one
}

// network returns the network for a type. Ok is false if its kernels are not assembly.
func (t *Set) network(dt op.DType, descending bool) (w network, ok bool) {
	w.set = t
	for i, o := range [...]*op.Op{op.Minimum, op.Maximum} {
		if descending {
			i = 1 - i
		}
		k, found := t.Loop(One(o, dt, dt))
		if !found || !k.Vector || dt.Size() == 2 && dt.IsFloat() {
			return w, false
		}
		w.halves[i] = k
	}
	return w, true
}

// sortGroups sorts n elements of each group.
func sortGroups[T elementBits](s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	least := s.network.halves[0].Least
	most := max(networkBytes/(n*size)/least, 1) * least
	room := networkRooms.Get().(*[]uint64)
	defer networkRooms.Put(room)
	words := (2*n + 1) * max(min(most, groups), least)
	if len(*room) < words*size/8+1 {
		*room = make([]uint64, words*size/8+1)
	}
	pairs, rows, memory := batcherPairs(n), make([][]T, n+1), unsafe.Slice((*T)(unsafe.Pointer(&(*room)[0])), words)
	for from := 0; from < groups; from += most {
		side := min(most, groups-from)
		wide := max(side, least)
		all, sorted := memory[:n*wide], memory[(n+1)*wide:(2*n+1)*wide]
		for i := range rows {
			rows[i] = memory[i*wide : (i+1)*wide]
			clear(rows[i][side:])
		}
		x, to := x.Beyond(from, 0), to.Beyond(from, 0)
		s.network.set.CopyMatrix(Matrix{unsafe.Pointer(&all[0]), wide * size, size}, x.across(), n, side, size)
		if s.from.IsFloat() && special(s.from, all) {
			sortAs[T](s, side, n, x, to)
			continue
		}
		run(&s.network, pairs, rows)
		for i, row := range rows[:n] {
			copy(sorted[i*wide:], row)
		}
		s.network.set.CopyMatrix(to.across(), Matrix{unsafe.Pointer(&sorted[0]), wide * size, size}, n, side, size)
	}
}

// across is the matrix with its columns as rows.
func (m Matrix) across() Matrix { return Matrix{m.At, m.Column, m.Row} }

// run puts the elements of each pair in order. The last row is free: it gets the lower element of a pair, whose row is
// free then.
func run[T elementBits](w *network, pairs [][2]uint16, rows [][]T) {
	n, free := len(rows[0]), &rows[len(rows)-1]
	for _, p := range pairs {
		lower, upper := &rows[p[0]/vector.Line], unsafe.Pointer(&rows[p[1]/vector.Line][0])
		x := unsafe.Pointer(&(*lower)[0])
		w.halves[0].Run(n, unsafe.Pointer(&(*free)[0]), x, upper, nil, 0)
		w.halves[1].Run(n, upper, x, upper, nil, 0)
		*free, *lower = *lower, *free
	}
}

// batcher has the pairs for each number of elements.
var batcher [mostNetwork + 1]struct {
	sync.Once
	pairs [][2]uint16
}

// batcherPairs lists the pairs of Batcher's network for n elements, which merges sorted halves: those of even
// numbers, those of odd ones, and then neighbours.
func batcherPairs(n int) [][2]uint16 {
	b := &batcher[n]
	b.Do(func() { b.pairs = newBatcherPairs(n) })
	return b.pairs
}

func newBatcherPairs(n int) (pairs [][2]uint16) {
	for half := 1; half < n; half *= 2 {
		for apart := half; apart > 0; apart /= 2 {
			for first := apart % half; first+apart < n; first += 2 * apart {
				for i := first; i < min(first+apart, n-apart); i++ {
					if i/(2*half) == (i+apart)/(2*half) {
						pairs = append(pairs, [2]uint16{uint16(i * vector.Line), uint16((i + apart) * vector.Line)})
					}
				}
			}
		}
	}
	return pairs
}

// special reports whether one of the floats is NaN or -0.
func special[T elementBits](dt op.DType, all []T) bool {
	infinity := T(dt.FromFloat(math.Inf(1)))
	for _, x := range all {
		if 2*x-1 >= 2*infinity && x != 0 { // zeros wrap
			return true
		}
	}
	return false
}
