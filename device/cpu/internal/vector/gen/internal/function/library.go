// Package function makes kernels of real functions of float32 and float64.
package function

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Library makes kernels of real functions.
type Library struct {
	t     dtype.Type
	width int
}

// NewLibrary makes kernels of a dtype, for registers of a width.
func NewLibrary(t dtype.Type, width int) Library { return Library{t, width} }

// name of a function's kernel: "expFloat32".
func (l Library) name(function string) string { return function + l.t.Name }

// rowOf names the row of package op that a function is.
func rowOf(function string) string { return string(function[0]-'a'+'A') + function[1:] }

// One is a function of one operand.
func (l Library) One(name, is string, u func(f floats.Arithmetic, x emit.Vec) emit.Vec) kernel.Kernel {
	return kernel.UnaryOf(l.name(name), is, l.t, func(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec { return u(floats.New(f, t), x) }, rowOf(name))
}

// Standard is one that package math has.
func (l Library) Standard(name string, u func(f floats.Arithmetic, x emit.Vec) emit.Vec) kernel.Kernel {
	return l.One(name, fmt.Sprintf("math.%s(x[i])", rowOf(name)), u)
}

// Two is a function of two operands.
func (l Library) Two(name, is string, b func(f floats.Arithmetic, x emit.Vec, y emit.Arg) emit.Vec) kernel.Kernel {
	return kernel.BinaryOf(l.name(name), is, l.t, func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec { return b(floats.New(f, t), x, y) }, rowOf(name))
}

func (l Library) Softplus(c func(f floats.Arithmetic, x emit.Vec, beta, threshold emit.Arg) emit.Vec) kernel.Kernel {
	size := l.t.Size
	return kernel.Kernel{Name: l.name("softplus"), Is: "math.Log1p(math.Exp(x[i]*y[i])) / y[i], or x[i] where x[i]*y[i] > z[i]",
		In: []int{size, size, size}, Out: size, Entries: kernel.EntriesOf(l.t, l.t, "Softplus"),
		Vector: func(f *emit.Writer, in kernel.Input) emit.Vec {
			return c(floats.New(f, l.t), f.Load(in(0, 0)), in(1, 0), in(2, 0))
		}}
}

// Finish has the functions' code stand once, and as many constants in registers as there is room for.
func (l Library) Finish(all []kernel.Kernel) {
	most := 8
	if l.width != 32 { // there are 32 registers, of NEON's 28 for the allocator
		most = 26
	}
	for i := range all {
		all[i].Width, all[i].Keep, all[i].Unroll = l.width, most, 1
		all[i].KeepMost()
	}
}
