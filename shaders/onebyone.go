package shaders

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// oneByOne adds the stages of a launch whose outputs share words, or have their elements in different
// parts of words. No thread can own all words that it would write, so each stage has at most one
// output of elements smaller than a word. Inputs that an output overwrites are copied first, because
// every stage may read them.
func (w *Lowering) oneByOne(j job) error {
	l, from := j.Launch, make([]int, len(j.In))
	inputs := slices.Clone(l.In)
	for i := range inputs {
		in := &inputs[i]
		if from[i] = j.origin(len(l.Out) + i); !overwritten(l, in) {
			continue
		}
		in.Layout = broadcast.RowMajor(l.Shape...)
		in.Buffer = w.temporary(in.Layout.Len()*in.Type.Size(), fmt.Sprintf("a copy of input %d", i))
		saving, err := device.NewProgram([]op.DType{in.Type}, nil, nil, 0)
		if err != nil {
			return err
		}
		save := job{&device.Launch{Program: saving, Shape: l.Shape, Out: inputs[i : i+1], In: l.In[i : i+1]}, []int{-1, from[i]}}
		if err := w.maps(save, save.Nest(nil)); err != nil {
			return err
		}
		from[i] = -1
	}
	var together []int // outputs of whole words
	for i, out := range l.Out {
		if !small(out.Type) {
			together = append(together, i)
		} else if err := w.only(j, inputs, from, i); err != nil {
			return err
		}
	}
	if len(together) == 0 {
		return nil
	}
	return w.only(j, inputs, from, together...)
}

// overwritten reports whether an output has the input's elements.
func overwritten(l *device.Launch, in *device.Operand) bool {
	return slices.ContainsFunc(l.Out, func(out device.Operand) bool {
		return out.Buffer == in.Buffer && out.Layout.Equal(in.Layout)
	})
}

// only adds the stages of some outputs, with other inputs, which come from these operands.
func (w *Lowering) only(j job, inputs []device.Operand, from []int, outputs ...int) (err error) {
	p, l := j.Program, j.Launch
	part := job{Launch: &device.Launch{Shape: l.Shape, In: inputs, Scalars: l.Scalars}}
	var values []device.Value
	for _, i := range outputs {
		part.Out, part.from = append(part.Out, l.Out[i]), append(part.from, j.origin(i))
		values = append(values, p.Outputs()[i])
	}
	part.from = append(part.from, from...)
	if part.Program, err = device.NewProgram(p.Inputs(), p.Scalars(), p.Code(), values...); err != nil {
		return err
	}
	return w.maps(part, part.Nest(nil))
}
