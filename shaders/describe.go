package shaders

import (
	"cmp"
	"fmt"
	"strings"
)

// Variant says how elements are dealt to threads:
//
//	element       one a thread
//	flat          vectors of neighbours, wherever rows begin
//	row-blocked   vectors along rows, those of a thread above each other
//	word-owning   the elements of a word, where small outputs lie with gaps
//	multi-pass    one a thread, in a dispatch for each position in a word
//	4xvec4        4 vectors a thread, of 4 elements each
//	no-tail       the vectors hold all elements; none is left over
//	looped        a loop computes the elements of a vector one by one
//	tiled         neighbouring threads compute a tile
//	exact-grid    no workgroup has a thread too many
//	large-grid    more threads than float32 counts
func (k *Kernel) Variant() string {
	if k.task != nil {
		return k.task.String()
	}
	if k.walk != nil {
		if k.walk.team > 1 {
			return fmt.Sprintf("%v, teams of %d", k.walk.deal, k.walk.team)
		}
		return k.walk.deal.String()
	}
	return k.variant.String()
}

// Describe is a page about a launch, for people. It shows the program, the layout and load of each
// operand, the variant, and the text. Access is contiguous, strided or scalar. Load is
//
//	element            one by one
//	aligned            in vectors
//	misaligned         in vectors, each word joined from two
//	splat              one element for all elements of a vector
//	transposed-load    in vectors along the columns
//	column-broadcast   in vectors along the columns, whose elements are splats
//
// A loop-invariant operand is loaded once for all vectors of a thread.
func (k *Kernel) Describe() string {
	var s strings.Builder
	if k.program != nil {
		fmt.Fprintf(&s, "program\n\t%s\n", strings.ReplaceAll(k.program.String(), "\n", "\n\t"))
	}
	fmt.Fprintf(&s, "plan shape=%v elements=%d\n", k.nest.shape, k.nest.len)
	for _, o := range k.nest.operands {
		load := strings.TrimSpace(cmp.Or(o.load.String(), "element"))
		fmt.Fprintf(&s, "\t%s dtype=%v offset=%d strides=%v access=%v load=%s", o.name(), o.dtype, o.offset, o.strides, o.class, load)
		if o.invariant {
			s.WriteString(" loop-invariant=true")
		}
		fmt.Fprintf(&s, " binding=%d words=%d\n", o.binding+1, o.width)
	}
	fmt.Fprintf(&s, "variant=%q threads=%d\n%s", k.Variant(), k.Threads(), k.WGSL())
	return s.String()
}
