package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// splitOutputs returns several launches that together have the effect of one: see
// shaders.ErrSharedWords. Each has at most one output of elements smaller than a word. Inputs that
// an output overwrites are copied first, because every launch may read them. The caller releases
// the temporaries, which alloc makes.
func splitOutputs(l *device.Launch, alloc func(bytes int) (device.Buffer, error)) (launches []*device.Launch, temporaries []device.Buffer, err error) {
	inputs := make([]device.Operand, len(l.In))
	for i, in := range l.In {
		if inputs[i] = in; !overwritten(l, &in) {
			continue
		}
		inputs[i].Layout = broadcast.RowMajor(l.Shape...)
		if inputs[i].Buffer, err = alloc(inputs[i].Layout.Len() * in.Type.Size()); err != nil {
			return launches, temporaries, fmt.Errorf("gpu: run: a copy of input %d: %w", i, err)
		}
		temporaries = append(temporaries, inputs[i].Buffer)
		saving, err := device.NewProgram([]op.DType{in.Type}, nil, nil, 0)
		if err != nil {
			return launches, temporaries, err
		}
		launches = append(launches, &device.Launch{Program: saving, Shape: l.Shape, Out: inputs[i : i+1], In: []device.Operand{in}})
	}
	var together []int // outputs of whole words
	for i, out := range l.Out {
		if out.Type.Size() >= word {
			together = append(together, i)
		} else if launches, err = only(launches, l, inputs, i); err != nil {
			return launches, temporaries, err
		}
	}
	if len(together) > 0 {
		launches, err = only(launches, l, inputs, together...)
	}
	return launches, temporaries, err
}

// overwritten reports whether an output has the input's elements.
func overwritten(l *device.Launch, in *device.Operand) bool {
	for i := range l.Out {
		if out := &l.Out[i]; out.Buffer == in.Buffer && out.Layout.Equal(in.Layout) {
			return true
		}
	}
	return false
}

// only appends a copy of the launch with other inputs and with some of its outputs.
func only(launches []*device.Launch, l *device.Launch, inputs []device.Operand, outputs ...int) ([]*device.Launch, error) {
	p := l.Program
	part := &device.Launch{Shape: l.Shape, In: inputs, Scalars: l.Scalars}
	var values []device.Value
	for _, i := range outputs {
		part.Out = append(part.Out, l.Out[i])
		values = append(values, p.Outputs()[i])
	}
	var err error
	part.Program, err = device.NewProgram(p.Inputs(), p.Scalars(), p.Code(), values...)
	return append(launches, part), err
}
