package device

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// Describe returns a launch in words, for people and golden files: its shape, the layouts of its
// operands, and its program. For a launch that is wrong on any device it returns Check's error.
func (l *Launch) Describe() string {
	if err := l.Check(Info{DTypes: op.SetOf(op.DTypes()...), Forms: AllForms}); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "launch over %v", l.Shape)
	if l.Levels != nil {
		fmt.Fprintf(&b, ", groups of %v", l.Shape[l.Kept():])
	}
	b.WriteByte('\n')
	for i := range l.In {
		in := l.Program.Input(i)
		fmt.Fprintf(&b, "in  %%%d", i)
		l.In[i].describe(&b, in.Places)
	}
	for i := range l.Out {
		out := l.Program.Output(i)
		fmt.Fprintf(&b, "out %%%d", out.Value)
		l.Out[i].describe(&b, len(out.At))
	}
	for i, s := range l.Scalars {
		fmt.Fprintf(&b, "scalar %%%d = %#x\n", len(l.In)+i, uint64(s))
	}
	return b.String() + l.Program.String() + "\n"
}

// describe writes the axes of an operand: those of the launch, then those of its places.
func (o *Operand) describe(b *strings.Builder, places int) {
	axes := o.Layout.Rank() - places
	fmt.Fprintf(b, " %v %v strides %v offset %d", o.Type, o.Layout.Shape[:axes], o.Layout.Strides[:axes], o.Layout.Offset)
	if places > 0 {
		fmt.Fprintf(b, ", places %v strides %v", o.Layout.Shape[axes:], o.Layout.Strides[axes:])
	}
	b.WriteByte('\n')
}
