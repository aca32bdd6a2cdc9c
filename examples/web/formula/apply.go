package formula

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// Operations are the rows that a formula can call: the maps and the reductions to one element. Each
// is a name or an alias of its row.
func Operations() []*op.Op {
	all := op.All()
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
	number := true
	for _, a := range args {
		_, isTensor := a.(*tensor.Tensor)
		number = number && !isTensor
	}
	if number { // of numbers alone the library makes no tensor
		args[0] = asTensor(args[0])
	}
	t := tensor.Apply(n.name, args...)
	return t, t.Err()
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
