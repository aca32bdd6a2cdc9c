package shaders

import (
	"fmt"
	"strings"
)

// Variant says how elements are dealt to threads: "flat of 4 by 4 even" is a unit of 4
// neighbours, 4 units a thread, and nothing left over.
func (k *Kernel) Variant() string {
	v := []byte(k.spread.String())
	if k.inUnits() {
		v = k.appendUnits(v)
	}
	return string(v)
}

// Describe is a page about a launch, for people: the program, how its operands lie in the
// plan and are loaded, the variant, and the text.
func (k *Kernel) Describe() string {
	var s strings.Builder
	fmt.Fprintf(&s, "program\n\t%s\n", strings.ReplaceAll(k.program.String(), "\n", "\n\t"))
	fmt.Fprintf(&s, "plan %v, %d elements\n", k.plan.Shape, k.plan.Len)
	for i, a := range k.plan.Operands {
		o := k.operands[i]
		fmt.Fprintf(&s, "\t%s %v at %d, strides %v: %v%v", k.name(i), o.dtype, a.Offset, a.Strides, a.Class, o.load)
		if o.still {
			s.WriteString(", the same for all units of a thread")
		}
		fmt.Fprintf(&s, ", binding %d of %d words\n", o.binding+1, max(1, k.bindings[o.binding].vector))
	}
	fmt.Fprintf(&s, "variant %s, %d threads\n%s", k.Variant(), k.Threads(), k.WGSL())
	return s.String()
}
