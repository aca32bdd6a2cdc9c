package shaders

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// DTypes are the element types that kernels compute in: those in the table of elements.
var DTypes = op.SetOf(slices.Collect(maps.Keys(elements))...)

// Workgroup is the number of threads in a workgroup: the most that every device takes.
const Workgroup = 256

// MaxLen is the largest number of elements of one launch: indices are 32-bit words,
// and the last workgroups may reach beyond the end.
const MaxLen = math.MaxInt32

// Kernel is one launch as the GPU sees it. Its text depends on the program and on how each operand
// is walked. Sizes, offsets, strides and scalars are in the uniform. So launches with an equal Key
// share one pipeline.
type Kernel struct {
	program  *device.Program
	scalars  []op.Scalar
	repair   Repair
	nest     nest
	bindings []Binding
	variant  variant
	routines []*routine
}

// For prepares the kernel of a launch and its plan, or of a piece of the plan, for a device that
// needs the repair. Launch.Check must have passed for DTypes. It makes no text yet: that is left to
// WGSL, for the first launch with a new Key.
//
// A buffer of more than window bytes is bound in part, see Binding. Every operand has to lie in one
// window: cut the plan with Pieces. An error is ErrSharedWords, or a launch that no device can run
// with 32-bit indices.
func For(l *device.Launch, plan broadcast.Plan, window int, repair Repair) (*Kernel, error) {
	k := &Kernel{}
	if err := k.Prepare(l, plan, window, repair); err != nil {
		return nil, err
	}
	return k, nil
}

// Prepare is For in memory that another launch had.
func (k *Kernel) Prepare(l *device.Launch, plan broadcast.Plan, window int, repair Repair) error {
	if err := k.prepare(l, plan, window, repair); err != nil {
		return err
	}
	var err error
	k.variant, err = choose(&k.nest, function{program: l.Program}, repair)
	return err
}

// prepare makes a kernel that deals elements one by one.
func (k *Kernel) prepare(l *device.Launch, plan broadcast.Plan, window int, repair Repair) error {
	*k = Kernel{program: l.Program, scalars: l.Scalars, repair: repair,
		nest:     nest{shape: plan.Shape, len: plan.Len, outputs: len(l.Out), operands: k.nest.operands[:0]},
		bindings: k.bindings[:0], routines: appendRoutines(k.routines[:0], l.Program)}
	for _, operands := range [2][]device.Operand{l.Out, l.In} {
		for i := range operands {
			at, output := len(k.nest.operands), len(k.nest.operands) < len(l.Out)
			o := operandOf(&operands[i], plan.Operands[at], output, i)
			start, err := o.enterWindow(plan.Shape, operands[i].Buffer, window)
			if err != nil {
				return fmt.Errorf("operand %d %w", at, err)
			}
			o.binding = k.bind(operands[i].Buffer, start, output)
			k.nest.operands = append(k.nest.operands, o)
		}
	}
	k.variant = singleVariant(&k.nest)
	return k.nest.check()
}

// Forget drops all references to the launch. It keeps the kernel's memory for Prepare.
func (k *Kernel) Forget() {
	clear(k.bindings)
	clear(k.nest.operands)
	*k = Kernel{nest: nest{operands: k.nest.operands[:0]}, bindings: k.bindings[:0], routines: k.routines[:0]}
}

// function is the program as the text has it.
func (k *Kernel) function() function { return function{k.program, k.variant.onWords} }

// Threads is the number of invocations the kernel needs; see [Grid].
func (k *Kernel) Threads() int {
	if k.nest.len == 0 {
		return 0
	}
	return k.variant.threads
}

// ParamBytes is the size of the uniform, a multiple of 16.
func (k *Kernel) ParamBytes() int { return k.uniform().size() }

// Params appends the uniform's bytes for this launch to dst.
func (k *Kernel) Params(dst []byte) []byte { return k.uniform().append(dst) }

func (k *Kernel) uniform() uniform {
	return uniform{&k.nest, &k.variant, k.program, k.scalars, k.routines}
}

// Passes is how many times the kernel is to be dispatched, one after the other: 1, as a rule.
func (k *Kernel) Passes() int {
	if k.variant.mapping != multiPass {
		return 1
	}
	return perWord(k.nest.operands[k.nest.smallOutputs()[0]].dtype)
}

// Pass is the kernel for a pass. Passes differ in Params.
func (k *Kernel) Pass(i int) *Kernel {
	p := *k
	p.variant.pass = i
	return &p
}
