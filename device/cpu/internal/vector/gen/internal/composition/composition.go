// Package composition has the kernels of rows that are compositions. A row's own expression makes its
// kernel: all steps in registers, with the bits that one kernel for each step gives.
package composition

import (
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/composition"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/half"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// Kernels are all kernels, for registers of the given width. AVX-512 has those of floats that are limited by
// computing. Rows with the same steps, as relu6 and hardtanh of halves, have one. Those of the most steps
// come first.
func Kernels(width int) []kernel.Kernel {
	var all []kernel.Kernel
	programs := map[string]bool{}
	for _, o := range op.All() {
		for _, dt := range op.DTypes() {
			if p := composition.Of(o, dt); p != nil && writable(p) && !fused(p) && (width < 64 || dear(p)) && !programs[p.String()] {
				all = append(all, kernelOf(o, p, width))
				programs[p.String()] = true
			}
		}
	}
	slices.SortStableFunc(all, func(a, b kernel.Kernel) int { return b.Steps - a.Steps })
	return all
}

// writable reports whether there is code for all steps.
func writable(p *device.Program) bool {
	return p.Inputs()[0] != op.Bool && !slices.ContainsFunc(p.Code(), func(in device.Instr) bool {
		return in.Op != op.Cast && (steps[in.Op] == nil || wholeNumbers(p, in) && !ofIntegers[in.Op])
	})
}

// dear reports whether a step is a float's real function, or a quotient of float32. One of float64 takes as
// long with longer registers.
func dear(p *device.Program) bool {
	dt := p.Inputs()[0]
	return (dt == op.Float32 || dt == op.Float64) && slices.ContainsFunc(p.Code(), func(in device.Instr) bool {
		return in.Op.Tol != op.Exact || in.Op == op.Div && dt == op.Float32
	})
}

// fused reports whether one of the kernels of several operations computes all steps.
func fused(p *device.Program) bool {
	var ops []string
	for _, in := range p.Code() {
		ops = append(ops, nameOf(in.Op))
	}
	return p.Inputs()[0].IsFloat() && arithmetic.IsFused(ops...)
}

func wholeNumbers(p *device.Program, in device.Instr) bool {
	return !p.Type(in.Args[len(in.Args)-1]).IsFloat()
}

// kernelOf is the kernel of a row with the given program.
func kernelOf(o *op.Op, p *device.Program, width int) kernel.Kernel {
	t := typeOf(p.Inputs()[0])
	row := nameOf(o)
	k := kernel.Kernel{Name: strings.ToLower(row[:1]) + row[1:] + t.Name, Steps: len(p.Code()), Is: o.As.String(), Out: t.Size, Width: width,
		Entries: kernel.EntriesOf(t, t, row), Keep: 8, Unroll: 1}
	for range p.Inputs() {
		k.In = append(k.In, t.Size)
	}
	for _, dt := range p.Scalars() {
		k.Constants = append(k.Constants, dt.Size())
	}
	if t == dtype.BFloat16 {
		k.Constant = half.QuietNaN
	}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		if !slices.Contains(dtype.Halves, t) {
			return write(f, p, t, inputs(f, p, in), in)
		}
		var parts [2][]emit.Vec
		for i := range p.Inputs() {
			for part, v := range half.Widen(f, t, in, i, 0) {
				parts[part] = append(parts[part], v)
			}
		}
		a, b := write(f, p, dtype.Float32, parts[0], in), write(f, p, dtype.Float32, parts[1], in)
		return half.Narrow(f, t, a, b)
	}
	k.KeepMost()
	return k
}

// inputs loads the operands.
func inputs(f *emit.Writer, p *device.Program, in kernel.Input) []emit.Vec {
	var all []emit.Vec
	for i := range p.Inputs() {
		all = append(all, f.Load(in(i, 0)))
	}
	return all
}

// nameOf is the name of a row's variable in package op.
func nameOf(o *op.Op) (name string) {
	for part := range strings.SplitSeq(o.Name, "_") {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

func typeOf(dt op.DType) dtype.Type {
	all := slices.Concat(dtype.AllFloats, dtype.Signed, dtype.Unsigned)
	return all[slices.IndexFunc(all, func(t dtype.Type) bool { return strings.EqualFold(t.Name, dt.String()) })]
}
