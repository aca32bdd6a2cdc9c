package shaders

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// storeRow is the WGSL of a reduction by which a store combines. The elements that come to a place
// combine to a state, by atomics. Then a thread for each place writes what the state and the content of
// the place give. A state of zeros changes nothing.
//
//	{at}  the first word of the state
//	{x}   the element, as a shader holds it
//	{old} the content of the place
type storeRow struct {
	Words    int
	Add, End string
	Changes  string // whether the state changes the content
}

const changes = "state_get({at}) != 0u"

// storeRowOf returns the WGSL for a type. It returns false if there is none: then the store sorts its places.
func storeRowOf(o *op.Op, dt op.DType) (storeRow, bool) {
	float, wide, signed := inFloat(dt), dt.Size() == 8, valueType(dt) == "i32"
	bits := map[bool]string{true: "bitcast<u32>({x})", false: "{x}"}[signed]
	value := map[bool]string{true: "bitcast<i32>(%s)", false: "%s"}[signed]
	switch {
	case o == nil:
		return storeRow{}, true
	case (o == op.AnyOf || o == op.Max) && dt == op.Bool:
		return storeRow{1, "if ({x}) { state_or({at}, 1u); }", "true", changes}, true
	case (o == op.AllOf || o == op.Min) && dt == op.Bool:
		return storeRow{1, "if (!({x})) { state_or({at}, 1u); }", "false", changes}, true
	case dt == op.Bool || dt == op.Float64:
	case o == op.Sum && float:
		return storeRow{11, "m_store_add_float({at}, {x});", "m_store_sum_float({at}, {old}, " + halfOf(dt) + ")", "state_get({at} + 10u) != 0u"}, true
	case o == op.Sum && wide:
		return storeRow{2, "m_store_add64({at}, {x});", "m_add64({old}, m_store_sum64({at}))", "(state_get({at}) | state_get({at} + 1u)) != 0u"}, true
	case o == op.Sum:
		return storeRow{1, "state_add({at}, " + bits + ");", "({old} + " + fmt.Sprintf(value, "state_get({at})") + ")", changes}, true
	case (o == op.Max || o == op.Min) && !wide:
		name := map[bool]string{true: "max", false: "min"}[o == op.Max]
		if float {
			return storeRow{1, "state_max({at}, m_store_" + name + "_key({x}));", "m_" + name + "({old}, m_store_" + name + "({at}))", changes}, true
		}
		flip := map[bool]string{true: " ^ 0x80000000u", false: ""}[signed]
		not := map[bool]string{true: "", false: "~"}[o == op.Max]
		key := not + "(" + bits + flip + ")"
		back := "(" + not + "state_get({at}))" + flip
		return storeRow{1, "state_max({at}, " + key + ");", name + "({old}, " + fmt.Sprintf(value, back) + ")", changes}, true
	}
	return storeRow{}, false
}

// storing is where a store keeps what it needs of each place, in words of the scratch of errors: the last
// element that came there, or the state of all that a row combines.
type storing struct {
	row        storeRow
	lowest     int // the first element that a place may be
	last, from int // words: one of them

	// A store without a row keeps the place of each element, from last on, and the elements, from from on.
	sorts           bool
	elements, cells int
}

// placeStores finds the room of each store.
func (w *Lowering) placeStores(l *device.Launch) error {
	w.stores = slices.Grow(w.stores[:0], len(l.Out))[:len(l.Out)]
	for i := range l.Out {
		o := l.Program.Output(i)
		w.stores[i] = storing{}
		if len(o.At) == 0 {
			continue
		}
		row, ok := storeRowOf(o.Combine, l.Out[i].Type)
		lo, hi := l.Out[i].Layout.Bounds()
		s := storing{row: row, lowest: lo, last: w.errors.Bytes / wordBytes, sorts: !ok, cells: hi - lo}
		s.from = s.last
		switch {
		case s.sorts:
			s.elements = elementsOf(l, i)
			s.from = s.last + s.elements
			w.errors.Bytes = (s.from + s.elements*words(l.Out[i].Type)) * wordBytes
		case s.row.Words > 0:
			w.errors.Bytes = (s.from + s.cells*row.Words) * wordBytes
		case !o.Distinct:
			w.errors.Bytes = (s.last + s.cells) * wordBytes
		}
		if uint64(w.errors.Bytes/wordBytes) > math.MaxUint32 {
			return fmt.Errorf("a store to %d places, which takes %d bytes beside them; indices have 32 bits", hi-lo, w.errors.Bytes)
		}
		w.stores[i] = s
	}
	return nil
}

// elementsOf is how many elements an output stores.
func elementsOf(l *device.Launch, output int) int {
	shape := l.Shape
	if l.Program.OutputLevel(output) == 0 {
		shape = shape[:l.Kept()]
	}
	return broadcast.RowMajor(shape...).Len()
}

// writeStates writes the functions of the buffer of states.
func (w *walk) writeStates(t *text) {
	w.errors.function(t, "state_add(at: u32, x: u32) -> u32", "return atomicAdd(&%s, x);")
	w.errors.function(t, "state_max(at: u32, x: u32)", "atomicMax(&%s, x);")
	w.errors.function(t, "state_or(at: u32, x: u32)", "atomicOr(&%s, x);")
	w.errors.function(t, "state_put(at: u32, x: u32)", "atomicStore(&%s, x);")
	w.errors.function(t, "state_get(at: u32) -> u32", "return atomicLoad(&%s);")
	t.line("")
}

// writeStore writes an output at a place. The first pass finds the last element of each place, or the
// state of all. In the second pass the last element writes, if no index is wrong. States wait for a stage of
// their own.
func (x walkText) writeStore(t *text, o *operand) {
	i := o.number
	out, level, name, row := x.f.program.Output(i), x.f.program.OutputLevel(i), o.name(), x.stores[i].row
	first := -1
	if !out.Skip {
		first = x.checkOf(-1, i)
	}
	exists := x.writePlaces(t, name, o, out.At, level, first, !out.Skip)
	number := map[bool]string{true: "element", false: "group_element"}[level > 0]
	bits := x.bits(out.Value)
	if x.stores[i].sorts {
		x.keep(t, o, exists, bits, level)
		return
	}
	cell := fmt.Sprintf("(%s_to - params.%s_lowest)", name, name)
	if row.Words > 0 {
		t.open("if (params.second == 0u && %s) {", exists)
		t.line("let %s_state = params.%s_states + %s%s;", name, name, cell, times(row.Words))
		t.line("%s", strings.NewReplacer("{at}", name+"_state", "{x}", x.fit(out.Value)).Replace(row.Add))
		t.close()
		return
	}
	t.open("if (%s) {", exists)
	writes := "intact"
	if !out.Distinct {
		t.line("let %s_last = params.%s_last + %s;", name, name, cell)
		t.line("if (params.second == 0u) { state_max(%s_last, %s + 1u); }", name, number)
		writes = fmt.Sprintf("intact && state_get(%s_last) == %s + 1u", name, number)
	}
	t.open("if (%s) {", writes)
	o.storeAt(t, bits)
	t.close()
	t.close()
}

// fit is a value as it would be stored and loaded again. Instructions fit only what others take.
func (x walkText) fit(v device.Value) string {
	text := op.FitWGSL(x.f.program.Type(v))
	if text == "{x}" || !x.f.computed(v) {
		return x.f.value(v)
	}
	return "(" + strings.ReplaceAll(text, "{x}", x.f.value(v)) + ")"
}

// writesTwice reports whether the second pass of a walk has elements to write: outputs whose states or sorted
// places do not wait for stages of their own.
func (x walkText) writesTwice() bool {
	return slices.ContainsFunc(x.k.nest.operands, func(o operand) bool {
		return o.output && (o.number >= len(x.stores) || !x.stores[o.number].waits())
	})
}

// waits reports whether stages of their own write the output.
func (s storing) waits() bool { return s.sorts || s.row.Words > 0 }

// keep writes an element and its place where sorts find them.
func (x walkText) keep(t *text, o *operand, exists, bits string, level int) {
	name, number := o.name(), "element"
	if level == 0 { // of a group that has elements, this is the number of the first
		number = "select(group_element / max(params.elements, 1u), number, params.elements == 0u)"
	}
	t.open("if (params.second == 0u) {")
	t.line("let %s_number = %s;", name, number)
	t.line("state_put(params.%s_last + %s_number, select(%s, %s_to - params.%s_lowest, %s));", name, name, nowhere, name, name, exists)
	t.line("let %s_value = %s;", name, bits)
	for k := range words(o.dtype) {
		word := name + "_value"
		if words(o.dtype) > 1 {
			word += fmt.Sprintf("[%d]", k)
		}
		t.line("state_put(%s, %s);", plus(fmt.Sprintf("params.%s_states + %s_number%s", name, name, times(words(o.dtype))), k), word)
	}
	t.close()
}

// storeAt writes an element at a place, name_to. Other threads may write the rest of its word.
func (o *operand) storeAt(t *text, bits string) {
	name := o.name()
	if !small(o.dtype) {
		o.store(t, name, name+"_to", bits)
		return
	}
	per := perWord(o.dtype)
	word := name + "_to" + divideByPower(per)
	t.line("let %s_shift = (%s_to & %du) * %du;", name, name, per-1, bitSize(o.dtype))
	t.line("let %s_bits = (%s) << %s_shift;", name, bits, name)
	keep, add := fmt.Sprintf("atomicAnd(&buf%d[%s], ", o.binding+1, word), fmt.Sprintf("atomicOr(&buf%d[%s], ", o.binding+1, word)
	if o.windows.several() {
		keep, add = fmt.Sprintf("%s_keep(%s, ", name, word), fmt.Sprintf("%s_add(%s, ", name, word)
	}
	t.line("%s%s_bits | ~(%du << %s_shift));", keep, name, elementMask(o.dtype), name)
	t.line("%s%s_bits);", add, name)
}

// storeFields are where a store keeps what it needs of a place.
func (w *walk) storeFields(o *operand, visit func(f field, value uint32)) {
	if len(w.stores) == 0 || !o.output || len(o.places) == 0 {
		return
	}
	s := w.stores[o.number]
	visit(field{o, "lowest", -1}, uint32(o.lowest))
	visit(field{o, "last", -1}, uint32(s.last))
	visit(field{o, "states", -1}, uint32(s.from))
}
