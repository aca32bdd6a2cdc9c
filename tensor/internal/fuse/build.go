package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// launch is a region as a program with its operands, but for the buffers.
type launch struct {
	*region
	program *device.Program
	scalars []op.Scalar
}

// build turns a region into a program: inputs, then scalars, then one instruction a
// node. A copy is no instruction, only another name for a value.
func build(r *region) (*launch, error) {
	var types, scalarTypes []op.DType
	for _, a := range r.inputs {
		types = append(types, a.DType())
	}
	var scalars []op.Scalar
	for _, n := range r.nodes {
		for _, a := range n.Expr.Args {
			if a.Node == nil {
				scalarTypes = append(scalarTypes, a.Type)
				scalars = append(scalars, a.Scalar)
			}
		}
	}
	var code []device.Instr
	values := map[*graph.Node]device.Value{}
	scalar := len(types)
	for _, n := range r.nodes {
		args := make([]device.Value, len(n.Expr.Args))
		for i, a := range n.Expr.Args {
			v, inside := values[a.Node]
			switch {
			case a.Node == nil:
				v = device.Value(scalar)
				scalar++
			case !inside:
				v = device.Value(index(r.inputs, a))
			}
			args[i] = v
		}
		if n.Expr.Op == nil {
			values[n] = args[0]
			continue
		}
		values[n] = device.Value(len(types) + len(scalars) + len(code))
		code = append(code, device.Instr{Op: n.Expr.Op, Type: n.Type, Args: args})
	}
	outputs := make([]device.Value, len(r.outputs))
	for i, n := range r.outputs {
		outputs[i] = values[n]
	}
	p, err := device.NewProgram(types, scalarTypes, code, outputs...)
	return &launch{r, p, scalars}, err
}

// bind completes the launch with buffers: of an input that an earlier launch of this
// evaluation computed, where made has it, else its own.
func (l *launch) bind(out []device.Operand, made map[*graph.Node]device.Buffer) *device.Launch {
	d := &device.Launch{Program: l.program, Shape: l.nodes[0].Shape, Out: out, Scalars: l.scalars}
	for _, a := range l.inputs {
		buf := made[a.Node]
		if buf == nil {
			buf = a.Node.Buffer
		}
		d.In = append(d.In, device.Operand{Buffer: buf, Type: a.Node.Type, Layout: a.Layout})
	}
	return d
}

// rowMajor is how a computed node lies in its buffer.
func rowMajor(n *graph.Node) broadcast.Layout { return broadcast.RowMajor(slices.Clone(n.Shape)...) }
