package kernel

import (
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
	"github.com/wgtensor/wgtensor/device/op"
)

// byPlace is the kernel of any row, by its reduction. It sorts the elements by their positions. The
// elements of each, in their order, are a group that begins with the content.
func (t *Set) byPlace(row *op.Op, dt op.DType) Store {
	r, _ := t.Reduction(row, dt, dt)
	size := dt.Size()
	return Store{callCost, func(table Table, positions Span, e Elements) {
		state := make([]uint64, (r.State+7)/8)
		states, s := unsafe.Pointer(&state[0]), scratches.Get().(*scratch)
		defer scratches.Put(s)
		last := e.different() - 1
		add := func(n int, x unsafe.Pointer) {
			r.Add(states, &Block{Groups: 1, Elements: n, X: Matrix{x, n * size, size}, Step: 1})
		}
		for all := sortByPlace(elements[int64](e.At, 0, e.N), positions); len(all) > 0; {
			if page.Due() {
				page.Turn()
			}
			n := 1
			for n < len(all) && all[n].at == all[0].at {
				n++
			}
			to := unsafe.Add(table.At, int(all[0].at)*size)
			if table.Swapped {
				Swap(to, size, 1)
			}
			r.Begin(1, states)
			add(1, to)
			for i := 0; i < n; i += Part {
				part := all[i:min(i+Part, n)]
				for k, placed := range part {
					copyBytes(unsafe.Add(s.at(0), k*size), unsafe.Add(e.Of, min(int(placed.number), last)*size), size)
				}
				add(len(part), s.at(0))
			}
			r.End(1, to, states, size, nil)
			if table.Swapped {
				Swap(to, size, 1)
			}
			all = all[n:]
		}
	}, func(n, _ int) int { return 2 * n * int(unsafe.Sizeof(placed{})) }}
}

// placed is an element with a position.
type placed struct{ at, number int64 }

// sortByPlace sorts the elements at some positions by these. Elements of one position stay in their
// order.
func sortByPlace(at []int64, positions Span) []placed {
	n := 0
	for _, p := range at {
		if positions.has(p) {
			n++
		}
	}
	all, other := make([]placed, 0, n), make([]placed, n)
	for i, p := range at {
		if positions.has(p) {
			all = append(all, placed{p, int64(i)})
		}
	}
	const digit = 11 // bits
	for shift := 0; shift < bits.Len(uint(positions.Len())); shift += digit {
		var begins [1 << digit]int
		for _, p := range all {
			begins[(p.at-int64(positions.From))>>shift&(1<<digit-1)]++
		}
		next := 0
		for i, n := range begins {
			begins[i], next = next, next+n
		}
		page.Rest()
		for _, p := range all {
			to := &begins[(p.at-int64(positions.From))>>shift&(1<<digit-1)]
			other[*to] = p
			*to++
		}
		all, other = other, all
	}
	return all
}
