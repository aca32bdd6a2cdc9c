package kernel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Composition is the steps of a row that is a composition, and the kernel that computes all of them.
// The program's inputs are the kernel's operands, and its scalars are constants of a [vector.Call].
type Composition struct {
	Name    string // its steps
	Program *device.Program
	Kernel  Kernel
}

// Compositions returns those with a kernel for operands of a type, which compute in it or, for halves, in
// float32. Those of the most steps come first.
func (t *Set) Compositions(from op.DType) []Composition {
	t.of(from)
	return t.types[from].compositions
}

// compositionsOf are those among kernels.
func compositionsOf(kernels map[Key]Kernel) (all []Composition) {
	for key, k := range kernels {
		if o := key.Ops[0]; o.As != nil {
			p := vector.Composition(o, key.From)
			all = append(all, Composition{nameOf(p), p, k})
		}
	}
	slices.SortFunc(all, func(a, b Composition) int {
		return cmp.Or(len(b.Program.Code())-len(a.Program.Code()), cmp.Compare(a.Program.String(), b.Program.String()))
	})
	return all
}

// nameOf names the steps: "gt+mul+where".
func nameOf(p *device.Program) string {
	var names []string
	for _, in := range p.Code() {
		names = append(names, in.Op.Name)
	}
	return strings.Join(names, "+")
}
