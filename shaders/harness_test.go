package shaders

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// memory is a buffer without any bytes: text needs only its identity.
type memory struct{ name string }

func (memory) Len() int                                { return 1 << 30 }
func (memory) Write(int, []byte) error                 { return nil }
func (memory) Read(context.Context, int, []byte) error { return nil }
func (memory) Release()                                {}

// launch describes a kernel in a test: layouts of the outputs, then of the inputs.
// Operands named alike share a buffer; without names each has its own.
type launch struct {
	program *device.Program
	layouts []broadcast.Layout
	names   []string
	scalars []op.Scalar
}

func (l launch) device() *device.Launch {
	p := l.program
	d := &device.Launch{Program: p, Shape: l.layouts[0].Shape, Scalars: l.scalars}
	if d.Scalars == nil {
		d.Scalars = make([]op.Scalar, len(p.Scalars()))
	}
	buffers := map[string]device.Buffer{}
	for i, layout := range l.layouts {
		name := fmt.Sprint(i)
		if l.names != nil {
			name = l.names[i]
		}
		if buffers[name] == nil {
			buffers[name] = &memory{name}
		}
		if i < len(p.Outputs()) {
			d.Out = append(d.Out, device.Operand{Buffer: buffers[name], Type: p.Type(p.Outputs()[i]), Layout: layout})
		} else {
			d.In = append(d.In, device.Operand{Buffer: buffers[name], Type: p.Inputs()[i-len(p.Outputs())], Layout: layout})
		}
	}
	return d
}

// singly is a kernel that was not given a variant.
func (l launch) singly(t testing.TB) *Kernel {
	t.Helper()
	d := l.device()
	k := &Kernel{}
	require.NoError(t, k.prepare(job{Launch: d}, d.Nest(nil).Groups, 0, Repair{}))
	return k
}

func (l launch) kernel(t testing.TB) *Kernel { return l.kernelWith(t, Repair{}) }

func (l launch) kernelWith(t testing.TB, r Repair) *Kernel {
	t.Helper()
	d := l.device()
	stages := lowered(t, d, r)
	return &stages[0]
}

func lowered(t testing.TB, l *device.Launch, r Repair) []Kernel {
	t.Helper()
	w, err := Lower(l, Limits{}, r)
	require.NoError(t, err)
	return w.Stages()
}

// kernelOf is the kernel of a launch with a plan of its own.
func kernelOf(l *device.Launch, plan broadcast.Plan, window int) (*Kernel, error) {
	k := &Kernel{}
	err := k.prepare(job{Launch: l}, plan, window, Repair{})
	return k, err
}

// rows gives every operand of a program the same row-major layout.
func rows(p *device.Program, shape ...int) launch {
	l := launch{program: p}
	for range len(p.Outputs()) + len(p.Inputs()) {
		l.layouts = append(l.layouts, broadcast.RowMajor(shape...))
	}
	return l
}

func program(t testing.TB, inputs, scalars []op.DType, code []device.Instr, outputs ...device.Value) *device.Program {
	t.Helper()
	p, err := device.NewProgram(inputs, scalars, code, outputs...)
	require.NoError(t, err)
	return p
}

// do is the instruction o of args.
func do(o *op.Op, args ...device.Value) device.Instr { return device.Instr{Op: o, Args: args} }

// cast is the instruction that converts v.
func cast(to op.DType, v device.Value) device.Instr {
	return device.Instr{Op: op.Cast, Type: to, Args: []device.Value{v}}
}

// singlesOf lists the programs of one instruction: the row for a type that it computes
// in, every conversion from it.
func singlesOf(t testing.TB, o *op.Op, dt op.DType) []*device.Program {
	if o.Rule == op.Retype {
		var all []*device.Program
		for _, to := range DTypes.List() {
			all = append(all, program(t, []op.DType{dt}, nil, []device.Instr{cast(to, 0)}, 1))
		}
		return all
	}
	inputs := make([]op.DType, o.Arity)
	for i := range inputs {
		inputs[i] = dt
	}
	if o.Rule == op.Select {
		inputs[0] = op.Bool
	}
	if _, err := o.Check(inputs); err != nil {
		return nil // the row is not defined for it
	}
	p, err := device.Single(o, inputs...)
	require.NoError(t, err)
	return []*device.Program{p}
}
