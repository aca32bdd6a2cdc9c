package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// stepAxis is the outer axis along which a thread computes several units: the innermost
// that is made of whole steps, else the innermost that is long. There is none of one unit.
func (k *Kernel) stepAxis(each, most int) (axis, steps int) {
	outer := k.plan.Shape[:len(k.plan.Shape)-1]
	for axis, size := range outer {
		for i := k.outputs(); i < len(k.operands) && size%most == 0; i++ {
			if k.turns(i, each, most, axis) {
				return axis, most
			}
		}
	}
	for axis := len(outer) - 1; axis >= 0 && most > 1; axis-- {
		if outer[axis]%most == 0 {
			return axis, most
		}
	}
	for axis := len(outer) - 1; axis >= 0 && most > 1; axis-- {
		if outer[axis] >= 8*most {
			return axis, most
		}
	}
	return len(outer), 1
}

// turns reports whether an input rises along an axis, and is not the same along rows.
func (k *Kernel) turns(i, each, steps, axis int) bool {
	strides := k.plan.Operands[i].Strides
	return k.rises(i, each, steps, axis) && strides[len(strides)-1] != 0
}

// rises reports whether an input lies without gaps along an axis, in words as long as there
// are steps, and not along rows.
func (k *Kernel) rises(i, each, steps, axis int) bool {
	a, o := k.plan.Operands[i], k.operands[i]
	if i < k.outputs() || o.access == scalar || o.dtype.Size() != wordBytes || each != lanes || steps != lanes || a.Strides[axis] != 1 {
		return false
	}
	for b, stride := range a.Strides {
		if b != axis && stride%lanes != 0 {
			return false
		}
	}
	return a.Offset%lanes == 0
}

// moved is the plan with an axis in another place: the order of loops is anybody's choice.
func moved(p broadcast.Plan, from, to int) broadcast.Plan {
	if from == to {
		return p
	}
	move := func(list []int) []int {
		return slices.Insert(slices.Delete(slices.Clone(list), from, from+1), to, list[from])
	}
	q := broadcast.Plan{Shape: move(p.Shape), Len: p.Len, Operands: slices.Clone(p.Operands)}
	for i := range q.Operands {
		q.Operands[i].Strides = move(q.Operands[i].Strides)
	}
	return q
}
