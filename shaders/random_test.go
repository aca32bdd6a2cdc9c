package shaders

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// random makes launches that pass device.Launch.Check, whatever the seed.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 0))} }

func pick[T any](r random, from []T) T { return from[r.IntN(len(from))] }

func (r random) types(n int) []op.DType {
	dts := make([]op.DType, n)
	for i := range dts {
		dts[i] = pick(r, DTypes.List())
	}
	return dts
}

func (r random) program(t testing.TB) *device.Program {
	inputs, scalars := r.types(r.IntN(4)), r.types(1+r.IntN(2))
	values := append(append([]op.DType{}, inputs...), scalars...)
	var code []device.Instr
	for range r.IntN(8) {
		in := device.Instr{Op: pick(r, op.Instructions())}
		var args []op.DType
		for range in.Op.Arity {
			v := device.Value(r.IntN(len(values)))
			in.Args, args = append(in.Args, v), append(args, values[v])
		}
		dt, err := in.Op.Check(args)
		if err != nil {
			continue // operands that the row does not take
		}
		if in.Op.Rule == op.Retype {
			dt = pick(r, DTypes.List())
			in.Type = dt
		}
		code, values = append(code, in), append(values, dt)
	}
	var outputs []device.Value
	for range 1 + r.IntN(3) {
		outputs = append(outputs, device.Value(r.IntN(len(values))))
	}
	return program(t, inputs, scalars, code, outputs...)
}

// layout steps through memory in any order, backwards too; repeats only for inputs.
func (r random) layout(shape []int, repeat bool) broadcast.Layout {
	l := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: r.IntN(9)}
	stride := 1 + r.IntN(8)/7
	order := r.Perm(len(shape))
	if r.IntN(2) == 0 {
		order = nil // row-major
		for axis := range shape {
			order = append(order, len(shape)-1-axis)
		}
	}
	for _, axis := range order {
		switch {
		case repeat && r.IntN(4) == 0:
			continue
		case r.IntN(6) == 0:
			l.Strides[axis] = -stride
			l.Offset += stride * (shape[axis] - 1)
		default:
			l.Strides[axis] = stride
		}
		stride *= shape[axis]
	}
	return l
}

// wide is a shape of mostly more than a few elements.
func (r random) wide() []int {
	shape := make([]int, 1+r.IntN(4))
	for axis := range shape {
		shape[axis] = pick(r, []int{3, 4, 5, 8, 16, 32, 50})
	}
	return shape
}

func (r random) shape() []int {
	shape := make([]int, r.IntN(5))
	for axis := range shape {
		shape[axis] = 1 + r.IntN(5)
	}
	return shape
}

// launch lays a program out over a shape, so that it has a kernel.
func (r random) launch(p *device.Program, shape []int) launch {
	for {
		l := r.layouts(p, shape)
		w, err := Lower(l.device(), Limits{}, Repair{})
		if err == nil && len(w.Stages()) == w.Stages()[0].passes() {
			return l
		}
	}
}

// layouts lays a program out over a shape. Now and then an input is an output's own
// memory, or lies in its buffer.
func (r random) layouts(p *device.Program, shape []int) launch {
	l := launch{program: p}
	for i := range len(p.Outputs()) + len(p.Inputs()) {
		name, layout := fmt.Sprint(i), r.layout(shape, i >= len(p.Outputs()))
		if i > 0 && r.IntN(3) == 0 {
			j := r.IntN(i)
			name = l.names[j]
			if r.IntN(2) == 0 {
				layout = l.layouts[j]
			}
		}
		l.names, l.layouts = append(l.names, name), append(l.layouts, layout)
	}
	for _, dt := range p.Scalars() {
		l.scalars = append(l.scalars, op.Scalar(r.Uint64()>>(64-8*dt.Size())))
	}
	return l
}

func TestKernelsOfEqualKeyHaveEqualTextAndOthersDoNot(t *testing.T) {
	texts := map[string]string{}
	keys := map[string]string{}
	again := 0
	for seed := range uint64(120) {
		r := newRandom(seed)
		p := r.program(t)
		for range 8 {
			k := r.launch(p, r.wide()).kernel(t)
			key, text := k.Key(), k.WGSL()
			if _, ok := texts[key]; ok {
				again++
			}
			if old, ok := texts[key]; ok && !assert.Equal(t, old, text, "seed %d", seed) {
				return
			}
			if old, ok := keys[text]; ok && !assert.Equal(t, old, key, "seed %d", seed) {
				return
			}
			texts[key], keys[text] = text, key
		}
	}
	assert.Greater(t, again, 50, "launches that share a kernel")
}

func FuzzKernelsAreAccepted(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := newRandom(seed)
		requireAccepted(t, map[string]string{"fuzz": r.launch(r.program(t), pick(r, [][]int{r.shape(), r.wide()})).kernel(t).WGSL()})
	})
}
