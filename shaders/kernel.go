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

// Kernel is one dispatch: a launch, or a part of it, as the GPU sees it. Its text depends on the program and
// on how each operand is walked. Sizes, offsets, strides and scalars are in the uniform, so launches with an
// equal Key share one pipeline.
type Kernel struct {
	program  *device.Program
	scalars  []op.Scalar
	repair   Repair
	nest     nest
	bindings []Binding
	variant  variant
	walk     *walk // or nil for maps
	task     task  // in place of a program
	routines []*routine
}

// prepare makes the kernel of a launch and its plan, or of a piece of the plan. Every operand has to
// lie in one window of its buffer. The kernel deals elements one by one: choose finds a better way.
func (k *Kernel) prepare(j job, plan broadcast.Plan, window int, repair Repair) error {
	l := j.Launch
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
			o.binding, o.origin = k.bind(operands[i].Buffer, start, output), j.origin(at)
			k.nest.operands = append(k.nest.operands, o)
		}
	}
	k.variant = singleVariant(&k.nest)
	return k.nest.check()
}

// choose finds how to deal elements to threads. It fails if no thread can own all words that it would
// write, because outputs share words, or have their elements in different parts of words.
func (k *Kernel) choose() (ok bool) {
	k.variant, ok = choose(&k.nest, function{program: k.program}, k.repair)
	return ok
}

// forget drops all references to the launch. It keeps the kernel's memory.
func (k *Kernel) forget() {
	clear(k.bindings)
	clear(k.nest.operands)
	*k = Kernel{nest: nest{operands: k.nest.operands[:0]}, bindings: k.bindings[:0], routines: k.routines[:0]}
}

// function is the program as the text has it.
func (k *Kernel) function() function { return function{k.program, k.variant.onWords} }

// Threads is the number of invocations the kernel needs; see [Grid].
func (k *Kernel) Threads() int {
	switch {
	case k.nest.len == 0:
		return 0
	case k.walk != nil || k.task != nil:
		return k.nest.len
	}
	return k.variant.threads
}

// team is how many threads share what a thread would do alone.
func (k *Kernel) team() int {
	switch {
	case k.task != nil:
		return k.task.team()
	case k.walk != nil:
		return k.walk.team
	}
	return 1
}

// Workgroup is the number of threads in a workgroup.
func (k *Kernel) Workgroup() int {
	switch team := k.team(); {
	case team > 1:
		return team
	case k.task != nil:
		return taskGroup
	case k.walk != nil && k.walk.tiling != nil:
		return tileGroup
	}
	return Workgroup
}

// ParamBytes is the size of the uniform, a multiple of 16.
func (k *Kernel) ParamBytes() int { return k.uniform().size() }

// Params appends the uniform's bytes for this launch to dst.
func (k *Kernel) Params(dst []byte) []byte { return k.uniform().append(dst) }

func (k *Kernel) uniform() uniform {
	return uniform{&k.nest, &k.variant, k.walk, k.task, k.program, k.scalars, k.routines}
}

// passes is how many stages the kernel takes, which differ in Params: 1, as a rule.
func (k *Kernel) passes() int {
	if k.variant.mapping != multiPass {
		return 1
	}
	return perWord(k.nest.operands[k.nest.smallOutputs()[0]].dtype)
}

// pass makes the kernel a pass of another one.
func (k *Kernel) pass(of *Kernel, pass int) {
	k.copy(of)
	k.variant.pass = pass
}

// copy makes the kernel a copy of another one, in its own memory.
func (k *Kernel) copy(of *Kernel) {
	operands, bindings, routines := k.nest.operands[:0], k.bindings[:0], k.routines[:0]
	*k = *of
	k.nest.operands, k.bindings = append(operands, of.nest.operands...), append(bindings, of.bindings...)
	k.routines = append(routines, of.routines...)
}
