package shaders

import (
	"fmt"
	"strconv"
)

// Key is equal for kernels of equal text. The text begins with it, as a comment:
//
//	(%0 float32, %1 bool)
//	%2 float32 = cast %1
//	%3 float32 = mul %0 %2
//	return %3
//	out0 contiguous @1, in0 contiguous @1, in1 strided @2, rank 2
//
// A device's repair is named at the end.
func (k *Kernel) Key() string { return string(k.AppendKey(nil)) }

// AppendKey appends the Key.
func (k *Kernel) AppendKey(key []byte) []byte {
	if k.task != nil {
		key = k.task.appendKey(key)
		for _, l := range k.task.lists() {
			key = k.appendWindows(key, l.windows)
		}
	} else {
		key = append(key, k.program.String()...)
	}
	for i := range k.nest.operands {
		separator := ", "
		if i == 0 {
			separator = "\n"
		}
		o := &k.nest.operands[i]
		key = o.appendKey(append(key, separator...))
		if !o.unbound && k.bindings[o.binding].beside {
			key = append(key, " beside an output"...)
		}
		key = k.appendWindows(key, o.windows)
	}
	switch {
	case k.walk != nil:
		key = k.walk.appendKey(key, &k.nest)
		key = k.appendWindows(key, k.walk.errors)
	case k.task == nil:
		key = k.variant.appendKey(key)
	}
	if k.repair != (Repair{}) {
		key = append(key, ", repaired "...)
		key = append(key, k.repair.String()...)
	}
	return key
}

// appendKey appends the properties of an operand on which the text depends.
func (o *operand) appendKey(key []byte) []byte {
	key = append(o.appendName(key), ' ')
	key = append(key, o.access.String()...)
	key = append(key, o.load.String()...)
	if o.unbound {
		return append(key, " position"...)
	}
	if len(o.places) > 0 {
		key = fmt.Appendf(key, " places %d", len(o.places))
	}
	if o.atomic {
		key = append(key, " atomic"...)
	}
	if o.invariant {
		key = append(key, " loop-invariant"...)
	}
	key = append(key, " @"...)
	return strconv.AppendInt(key, int64(o.binding+1), 10)
}

// appendKey appends the properties of a variant on which the text depends.
func (v *variant) appendKey(key []byte) []byte {
	if v.rank > 0 {
		key = append(key, ", rank "...)
		key = strconv.AppendInt(key, int64(v.rank), 10)
	}
	if v.mapping != single {
		key = v.appendName(append(key, ", "...))
	}
	if v.mapping == wordOwning {
		key = append(key, " along "...)
		key = strconv.AppendInt(key, int64(v.outer), 10)
	}
	return key
}
