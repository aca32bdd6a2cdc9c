package kernel

import (
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/composition"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Composition is the steps of a row that is a composition, and the kernel that computes all of them.
// The program's inputs are the kernel's operands, and its scalars are constants of a [vector.Call].
type Composition struct {
	Name    string // its steps
	Program *device.Program
	Kernel  Kernel
	row     *op.Op
}

// Compositions returns those with a kernel for operands of a type. Those of the most steps come first.
func (t *Set) Compositions(from op.DType) []Composition {
	t.of(from)
	return t.types[from].compositions
}

// withComposition adds what a kernel of a composition computes. It takes the place of a smaller set's kernel.
func withComposition(all []Composition, e vector.Entry, k Kernel) []Composition {
	row := e.Ops[0]
	if i := slices.IndexFunc(all, func(c Composition) bool { return c.row == row }); i >= 0 {
		all[i].Kernel = k
		return all
	}
	p := composition.Of(row, e.From)
	return append(all, Composition{nameOf(p), p, k, row})
}

// nameOf names the steps: "gt+mul+where".
func nameOf(p *device.Program) string {
	var names []string
	for _, in := range p.Code() {
		names = append(names, in.Op.Name)
	}
	return strings.Join(names, "+")
}
