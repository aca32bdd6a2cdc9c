package kernel

import (
	"unsafe"
)

// statesOf are n states, side by side.
func statesOf[S any](n int, states unsafe.Pointer) []S { return unsafe.Slice((*S)(states), n) }

// reduction makes a kernel of functions on a state. Begin makes it of the zero value. Add gets some
// elements of the group, side by side. End stores result i.
func reduction[S any](in *rows, add func(s *S, part part), merge func(s, from *S), end func(s *S, i int, to, once unsafe.Pointer)) Reduction {
	return Reduction{
		Cost:  2 * plainCost,
		State: int(unsafe.Sizeof(*new(S))),
		Begin: func(n int, states unsafe.Pointer) { clear(statesOf[S](n, states)) },
		Add: func(states unsafe.Pointer, b *Block) {
			all := statesOf[S](b.Groups, states)
			in.each(b, func(group, first, n int, x, y unsafe.Pointer) {
				add(&all[group], part{n, x, y, b.Number + first*b.Step, b.Step})
			})
		},
		Merge: func(n int, to, from unsafe.Pointer) {
			all, parts := statesOf[S](n, to), statesOf[S](n, from)
			for i := range all {
				merge(&all[i], &parts[i])
			}
		},
		End: func(n int, to, states unsafe.Pointer, _ int, once unsafe.Pointer) {
			all := statesOf[S](n, states)
			for i := range all {
				end(&all[i], i, to, once)
			}
		},
	}
}

// part is n elements of one group, side by side.
type part struct {
	n            int
	x, y         unsafe.Pointer
	number, step int // as of a Block
}
