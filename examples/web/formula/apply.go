package formula

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Operations are the rows that a formula can call: the maps, without the one whose result has a type
// of its own choice, and the reductions.
func Operations() []*op.Op {
	all := slices.DeleteFunc(op.All(), func(o *op.Op) bool { return o == op.Cast })
	for _, o := range op.Roles() {
		if reduces(o) {
			all = append(all, o)
		}
	}
	return all
}

func reduces(o *op.Op) bool {
	g, ok := o.Role.(*op.Group)
	return ok && o.Arity == 1 && g.Gives == op.One
}

// apply calls an operation by its name. What is no map may be a reduction.
func apply(n *node, args []any) (*tensor.Tensor, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("%s needs an operand, as in %s(x)", n.name, n.name)
	}
	if o := op.Instruction(n.name); op.ByName(n.name) == nil && o != nil && reduces(o) {
		return reduce(n, args)
	}
	if numbers(args) { // of which the library makes no tensor
		args[0] = asTensor(args[0])
	}
	t := tensor.Apply(n.name, args...)
	return t, t.Err()
}

func numbers(args []any) bool {
	return !slices.ContainsFunc(args, func(a any) bool { _, ok := a.(*tensor.Tensor); return ok })
}

// fold is a map of numbers alone, which is a number, such as 2*pi: its row's meaning in float32. Of
// whole numbers it is whole where it can be.
func fold(name string, args []any) (any, bool) {
	o := op.ByName(name)
	if o == nil || len(args) != o.Arity || !numbers(args) {
		return nil, false
	}
	whole := true
	scalars, types := make([]op.Scalar, len(args)), make([]op.DType, len(args))
	for i, a := range args {
		x, ok := a.(float64)
		if !ok {
			x = float64(a.(int))
		}
		whole = whole && !ok
		scalars[i], types[i] = op.Float32.FromFloat(x), op.Float32
	}
	if result, err := o.Check(types); err != nil || result != op.Float32 {
		return nil, false
	}
	x := op.Float32.Float(o.Eval(scalars, types))
	if i := int(x); whole && float64(i) == x && i == int(int32(i)) && !(x == 0 && math.Signbit(x)) {
		return i, true
	}
	return x, true
}

// reduce calls a reduction along axes, or along all of them.
func reduce(n *node, args []any) (*tensor.Tensor, error) {
	var axes []int
	for i, a := range args[1:] {
		axis, ok := a.(int)
		if !ok {
			return nil, &Error{n.args[i+1].Place, fmt.Errorf("an axis of %s is a whole number, such as 0 or -1", n.name)}
		}
		axes = append(axes, axis)
	}
	t := tensor.Reduce(n.name, asTensor(args[0]).Along(axes...).Keep())
	return t, t.Err()
}
