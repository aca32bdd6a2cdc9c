package kernel

import (
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
}

// Compositions returns those with a kernel for operands of a type. Those of the most steps come first.
func (t *Set) Compositions(from op.DType) []Composition {
	t.of(from)
	return t.types[from].compositions
}

// compositionOf is what a kernel of a composition computes.
func compositionOf(e vector.Entry, k Kernel) Composition {
	p := composition.Of(e.Ops[0], e.From)
	return Composition{nameOf(p), p, k}
}

// nameOf names the steps: "gt+mul+where".
func nameOf(p *device.Program) string {
	var names []string
	for _, in := range p.Code() {
		names = append(names, in.Op.Name)
	}
	return strings.Join(names, "+")
}
