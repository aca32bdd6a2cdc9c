package shaders

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// fields are what threads of a walk need to find their elements, states and values.
func (w *walk) fields(shape []int, visit func(f field, value uint32)) {
	number := func(what string, index, value int) { visit(field{nil, what, index}, uint32(value)) }
	number("loops", -1, 0)
	number("threads", -1, w.threads())
	if w.turns {
		number("whole", -1, w.groups*w.count/w.abreast())
		number("each", -1, w.each)
	}
	number("groups", -1, w.groups)
	number("elements", -1, w.elements)
	number("part", -1, w.part)
	number("parts", -1, w.parts)
	number("first_part", -1, w.first)
	number("part_count", -1, w.count)
	for axis, size := range shape {
		if axis != 0 && axis != w.kept { // the first axis takes the rest of an index
			number("size", axis, size)
		}
	}
	if w.marks {
		number("second", -1, map[bool]int{true: 1}[w.second])
		number("group_element", -1, w.whereAt[0])
		number("element", -1, w.whereAt[1])
		for axis, stride := range w.where {
			number("where", axis, stride)
		}
	}
	if w.tiling != nil {
		w.tiling.fields(shape, number)
	}
	if !w.ordered {
		number("number_offset", -1, w.numberAt)
		for axis, stride := range w.number {
			number("number_stride", w.kept+axis, stride)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(w.from)) {
		number("from", i, w.from[i])
	}
	for _, i := range slices.Sorted(maps.Keys(w.to)) {
		number("to", i, w.to[i])
	}
	for _, i := range slices.Sorted(maps.Keys(w.before)) {
		number("before", i, w.before[i])
	}
	for _, at := range [...]map[device.Value]int{w.known, w.keptAt} {
		for _, v := range slices.Sorted(maps.Keys(at)) {
			number("value", int(v), at[v])
		}
	}
}

// appendKey appends what the text of a walk depends on.
func (w *walk) appendKey(key []byte, n *nest) []byte {
	key = fmt.Appendf(key, ", %v, axes %d, ranks %v", w.deal, w.kept, len(w.number))
	if w.team > 1 {
		key = fmt.Appendf(key, ", teams of %d", w.team)
	}
	if w.round > 1 {
		key = fmt.Appendf(key, ", rounds of %d", w.round)
	}
	if w.byGroups {
		key = append(key, ", by groups"...)
	}
	if !w.ordered {
		key = append(key, ", numbers by strides"...)
	}
	if w.tiling != nil {
		key = append(key, w.tiling.key()...)
	}
	for i := range n.operands {
		if n.operands[i].width > 1 {
			key = fmt.Appendf(key, ", vectors of operand %d", i)
		}
	}
	for _, r := range w.trips {
		key = fmt.Appendf(key, ", trip %v ends %v writes %v", r.elements, r.ends, r.writes)
	}
	if len(w.unread) > 0 {
		key = fmt.Appendf(key, ", unread %v", w.unread)
	}
	if len(w.carried) > 0 {
		key = fmt.Appendf(key, ", carried %v", w.carried)
	}
	if len(w.known) > 0 {
		key = fmt.Appendf(key, ", known %v", slices.Sorted(maps.Keys(w.known)))
	}
	if len(w.keeps)+len(w.outs) > 0 {
		key = fmt.Appendf(key, ", keeps %v outputs %v", w.keeps, w.outs)
	}
	return key
}
