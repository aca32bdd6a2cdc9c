package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// walkText writes what a thread of a walk does.
type walkText struct {
	*walk
	k    *Kernel
	f    function
	used map[device.Value]bool // by instructions
	have map[device.Value]bool // values of level 0 that the text has
}

func newWalkText(k *Kernel) walkText {
	return walkText{k.walk, k, function{program: k.program}, uses(k.program), map[device.Value]bool{}}
}

// write writes the thread.
func (x walkText) write(t *text) {
	t.line("if (thread >= params.threads) { return; }")
	x.writeSecond(t)
	if x.tiling != nil {
		x.writeTile(t)
		return
	}
	x.writeIndices(t)
	x.writeElementNumber(t, 0)
	for _, r := range x.trips {
		switch x.deal {
		case wholeGroups, parts:
			x.writeRun(t, r)
		case prefixes, prefixBlocks:
			x.writePrefixes(t, r)
		default:
			x.writeMerge(t, r)
		}
		if x.team > 1 {
			x.writeTeam(t, r)
		}
		switch x.deal {
		case wholeGroups, mergedGroups:
			x.writeEnds(t, r)
		case parts, mergedParts:
			x.openFirst(t)
			for _, i := range r.ends {
				x.writeSave(t, i, "to", "part")
			}
			x.closeFirst(t)
		}
	}
	x.writeValues(t)
}

// writeIndices finds the group, and the part of it.
func (x walkText) writeIndices(t *text) {
	number := "thread"
	if x.deal == parts || x.deal == mergedParts || x.deal == prefixBlocks {
		if x.byGroups {
			t.line("let part_number = thread / params.groups;")
			t.line("let number = thread - part_number * params.groups;")
		} else {
			t.line("let number = thread / params.part_count;")
			t.line("let part_number = thread - number * params.part_count;")
		}
		t.line("let part = part_number + params.first_part;")
		t.line("let begin = part * params.part;")
		t.line("let end = min(begin + params.part, params.%s);", map[bool]string{true: "elements", false: "parts"}[x.deal == parts])
		number = "number"
	} else {
		t.line("let begin = 0u;")
		t.line("let end = params.%s;", map[bool]string{true: "elements", false: "parts"}[x.deal == wholeGroups])
		t.line("let number = thread;")
	}
	for axis := x.kept - 1; axis > 0; axis-- {
		t.line("let q%d = %s / params.size%d;", axis, number, axis)
		t.line("let i%d = %s - q%d * params.size%d;", axis, number, axis, axis)
		number = fmt.Sprintf("q%d", axis)
	}
	if x.kept > 0 {
		t.line("let i0 = %s;", number)
	}
}

// writeRun writes a walk over elements.
func (x walkText) writeRun(t *text, r trip) {
	p, taken := x.f.program, x.taken(r)
	for _, v := range taken {
		if p.Level(v) == 0 {
			x.ensure(t, v)
		}
	}
	for i := range x.k.nest.operands {
		if o := &x.k.nest.operands[i]; o.level > 0 && x.needs(r, taken, o) {
			t.line("let %s_base%d = %s;", o.name(), x.number(r), o.along(x.kept))
		}
	}
	again := false
	for _, i := range r.ends {
		t.line("var a%d = %s;", x.result(i), x.rows[i].Begin)
		again = again || x.rows[i].Again != ""
	}
	for _, i := range r.elements {
		switch {
		case !isScan(p, i):
		case slices.Contains(x.carried, i):
			x.writeLoad(t, i, "from", "part", "var", fmt.Sprintf("a%d_%d", x.result(i), x.number(r)))
		default:
			t.line("var a%d_%d = %s;", x.result(i), x.number(r), x.rows[i].Begin)
		}
	}
	several := again && len(r.ends) > 1
	if several {
		for _, i := range r.ends {
			t.line("var more%d = true;", x.result(i))
		}
	}
	if again {
		t.open("loop {")
	}
	x.openLoop(t)
	x.writeElement(t, r, taken, several)
	t.close()
	if again {
		x.writeAgain(t, r, several)
	}
}

// writeAgain ends the loop if no row needs another walk.
func (x walkText) writeAgain(t *text, r trip, several bool) {
	var more []string
	for _, i := range r.ends {
		again := x.rows[i].Again
		switch {
		case again == "" && several:
			t.line("more%d = false;", x.result(i))
			continue
		case several:
			t.line("if (more%d) { more%d = %s; }", x.result(i), x.result(i), x.template(i, again))
			more = append(more, fmt.Sprintf("more%d", x.result(i)))
		case again != "":
			more = append(more, x.template(i, again))
		}
	}
	t.line("if (!(%s)) { break; }", strings.Join(more, " || "))
	t.close()
}

// number tells the names of the runs of a thread apart.
func (x walkText) number(r trip) int {
	return slices.IndexFunc(x.trips, func(o trip) bool { return slices.Equal(o.ends, r.ends) && slices.Equal(o.writes, r.writes) })
}

// taken lists the values that a trip takes, besides those that it computes.
func (x walkText) taken(r trip) (values []device.Value) {
	p := x.f.program
	add := func(list ...device.Value) {
		for _, v := range list {
			if i := int(v - p.Result(0)); (i < 0 || !slices.Contains(r.elements, i)) && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	for _, i := range r.elements {
		add(p.Code()[i].Args...)
	}
	for _, i := range r.ends {
		for _, v := range p.Code()[i].Args {
			if p.Level(v) > 0 {
				add(v)
			}
		}
	}
	for _, i := range r.writes {
		add(p.Outputs()[i])
	}
	return values
}

// needs reports whether a trip has to do with an operand.
func (x walkText) needs(r trip, taken []device.Value, o *operand) bool {
	if o.output {
		return slices.Contains(r.writes, o.number)
	}
	return slices.Contains(taken, device.Value(o.number))
}

// writeElement writes what a trip does with element e.
func (x walkText) writeElement(t *text, r trip, taken []device.Value, several bool) {
	p := x.f.program
	x.writeElementIndices(t)
	for i := range x.k.nest.operands {
		o := &x.k.nest.operands[i]
		if o.level == 0 || !x.needs(r, taken, o) {
			continue
		}
		at := fmt.Sprintf("%s_base%d", o.name(), x.number(r))
		for axis := x.kept; axis < len(o.strides); axis++ {
			at += fmt.Sprintf(" + i%d * params.%s_stride%d", axis, o.name(), axis)
		}
		t.line("let %s_at = %s;", o.name(), at)
		if !o.output {
			x.writeInput(t, o)
		}
	}
	x.writeElementNumber(t, 1)
	for _, i := range r.elements {
		if isScan(p, i) {
			x.writeScan(t, r, i)
			continue
		}
		x.writeInstr(t, i)
	}
	for _, i := range r.ends {
		x.writeAdd(t, i, fmt.Sprintf("a%d", x.result(i)), several)
	}
	for i := range x.k.nest.operands {
		if o := &x.k.nest.operands[i]; o.output && slices.Contains(r.writes, o.number) {
			o.store(t, o.name(), o.name()+"_at", x.bits(p.Outputs()[o.number]))
		}
	}
}

// writeElementIndices finds the indices of element e.
func (x walkText) writeElementIndices(t *text) {
	rest := "e"
	for axis := len(x.k.nest.shape) - 1; axis > x.kept; axis-- {
		t.line("let q%d = %s / params.size%d;", axis, rest, axis)
		t.line("let i%d = %s - q%d * params.size%d;", axis, rest, axis, axis)
		rest = fmt.Sprintf("q%d", axis)
	}
	if len(x.k.nest.shape) > x.kept {
		t.line("let i%d = %s;", x.kept, rest)
	}
}

// writeInput loads an input's element at in0_at.
func (x walkText) writeInput(t *text, o *operand) {
	if len(o.places) > 0 {
		return // it is loaded elsewhere
	}
	bits := o.bits
	if o.unbound {
		bits = o.positionBits
	}
	t.line("let b%d = %s;", o.number, bits(o.name()+"_at"))
	t.line("let x%d = %s;", o.number, fromBits(o.dtype, fmt.Sprintf("b%d", o.number)))
}

// writeAdd adds the element to the state of an instruction.
func (x walkText) writeAdd(t *text, i int, state string, several bool) {
	if several {
		t.open("if (more%d) {", x.result(i))
	}
	t.line("%s", x.onState(i, x.rows[i].Add, state))
	if several {
		t.close()
	}
}

// writeScan adds the element to the state of a scan, and gives the result so far.
func (x walkText) writeScan(t *text, r trip, i int) {
	state, v := fmt.Sprintf("a%d_%d", x.result(i), x.number(r)), x.f.program.Result(i)
	t.line("%s", x.onState(i, x.rows[i].Add, state))
	t.line("let %s = %s;", x.f.value(v), x.barred(v, x.onState(i, x.rows[i].Step, state)))
}

// barred is a result of a row of groups. If an instruction takes it, it passes a barrier.
func (x walkText) barred(v device.Value, text string) string {
	if x.used[v] && inFloat(x.f.program.Type(v)) {
		return "m_bar(" + text + ")"
	}
	return text
}

// writeMerge merges saved states.
func (x walkText) writeMerge(t *text, r trip) {
	for _, i := range r.ends {
		t.line("var a%d = %s;", x.result(i), x.rows[i].Begin)
	}
	x.openLoop(t)
	for _, i := range r.ends {
		x.writeLoad(t, i, "from", "e", "let", fmt.Sprintf("t%d", x.result(i)))
		t.line("%s", x.template(i, x.rows[i].Merge))
	}
	t.close()
}

// writePrefixes replaces each saved state by that of all elements before it.
func (x walkText) writePrefixes(t *text, r trip) {
	for _, i := range r.ends {
		v := x.result(i)
		if x.deal == prefixBlocks {
			x.writeLoad(t, i, "before", "part", "var", fmt.Sprintf("a%d", v))
		} else {
			t.line("var a%d = %s;", v, x.rows[i].Begin)
		}
		t.open("for (var e = begin; e < end; e++) {")
		x.writeLoad(t, i, "from", "e", "let", fmt.Sprintf("t%d", v))
		x.writeSave(t, i, "from", "e")
		t.line("%s", x.template(i, x.rows[i].Merge))
		t.close()
	}
}

// slot is the first word of a saved state of the thread's group.
func (x walkText) slot(i int, where, part string) string {
	return fmt.Sprintf("params.%s%d + (%s * params.groups + number)%s", where, i, part, times(x.rows[i].Words))
}

// writeLoad declares a variable or value of a name, and loads a saved state into it.
func (x walkText) writeLoad(t *text, i int, where, part, kind, name string) {
	v, n := x.result(i), x.rows[i].Words
	t.line("let slot%d = %s;", v, x.slot(i, where, part))
	if x.rows[i].Word != "" {
		t.line("var %s = %s;", name, x.rows[i].Begin)
		t.line("%s", x.rows[i].transfer(name, fmt.Sprintf("buf%d[slot%d + {k}]", x.scratch+1, v), true))
		return
	}
	var list []string
	for k := range n {
		list = append(list, fmt.Sprintf("buf%d[%s]", x.scratch+1, plus(fmt.Sprintf("slot%d", v), k)))
	}
	t.line("let w%d = array<u32, %d>(%s);", v, n, strings.Join(list, ", "))
	t.line("%s %s = %s;", kind, name, x.template(i, x.rows[i].Load))
}

// writeSave saves the state of the thread.
func (x walkText) writeSave(t *text, i int, where, part string) {
	v := x.result(i)
	slot := fmt.Sprintf("%s_slot%d", where, v)
	if x.rows[i].Word != "" {
		t.line("let %s = %s;", slot, x.slot(i, where, part))
		t.line("%s", x.rows[i].transfer(fmt.Sprintf("a%d", v), fmt.Sprintf("buf%d[%s + {k}]", x.scratch+1, slot), false))
		return
	}
	t.line("let n%d = %s;", v, x.template(i, x.rows[i].Save))
	t.line("let %s = %s;", slot, x.slot(i, where, part))
	for k := range x.rows[i].Words {
		t.line("buf%d[%s] = n%d[%d];", x.scratch+1, plus(slot, k), v, k)
	}
}

// writeEnds ends the reductions of a trip.
func (x walkText) writeEnds(t *text, r trip) {
	for _, i := range r.ends {
		if args := x.f.program.Code()[i].Args; x.once(i) {
			x.ensure(t, args[1])
		}
		v := x.f.program.Result(i)
		t.line("let %s = %s;", x.f.value(v), x.barred(v, x.template(i, x.rows[i].End)))
		x.have[v] = true
	}
}

// once reports whether the second argument is of level 0.
func (x walkText) once(i int) bool { return x.f.program.Code()[i].Op.Role.(*op.Group).Once }

// writeValues keeps values of level 0, and writes outputs of level 0.
func (x walkText) writeValues(t *text) {
	p := x.f.program
	for _, v := range x.keeps {
		x.ensure(t, v)
	}
	for _, i := range x.outs {
		x.ensure(t, p.Outputs()[i])
	}
	for _, v := range x.unread {
		x.ensure(t, v)
	}
	if len(x.keeps)+len(x.outs) == 0 {
		return
	}
	if x.team > 1 {
		t.line("storageBarrier();") // behind what other threads read
	}
	x.openFirst(t)
	for _, v := range x.keeps {
		n := words(p.Type(v))
		t.line("let kept%d = %s;", v, x.bits(v))
		for k := range n {
			word := fmt.Sprintf("kept%d", v)
			if n > 1 {
				word += "." + "xy"[k:k+1]
			}
			t.line("buf%d[%s] = %s;", x.scratch+1, plus(fmt.Sprintf("params.value%d + number%s", v, times(n)), k), word)
		}
	}
	for i := range x.k.nest.operands {
		if o := &x.k.nest.operands[i]; o.output && slices.Contains(x.outs, o.number) {
			t.line("let %s_at = %s;", o.name(), o.along(x.kept))
			o.store(t, o.name(), o.name()+"_at", x.bits(p.Outputs()[o.number]))
		}
	}
	x.closeFirst(t)
}

// bits is the bits of a value.
func (x walkText) bits(v device.Value) string {
	switch {
	case x.f.isInput(v):
		return fmt.Sprintf("b%d", v)
	case x.loads(v):
		return x.f.value(v) + "_bits"
	case !x.f.computed(v):
		return x.f.scalarBits(v)
	}
	return toBits(x.f.program.Type(v), x.f.value(v))
}

// ensure makes the text have a value of level 0: it loads or computes it.
func (x walkText) ensure(t *text, v device.Value) {
	p := x.f.program
	if x.have[v] {
		return
	}
	x.have[v] = true
	i := int(v - p.Result(0))
	switch _, known := x.known[v]; {
	case x.f.isInput(v):
		for k := range x.k.nest.operands {
			if o := &x.k.nest.operands[k]; !o.output && o.number == int(v) {
				t.line("let %s_at = %s;", o.name(), o.along(x.kept))
				x.writeInput(t, o)
			}
		}
	case i < 0:
		t.line("let %s = %s;", x.f.value(v), x.f.scalar(v))
	case known:
		dt := p.Type(v)
		at := fmt.Sprintf("params.value%d + number%s", v, times(words(dt)))
		bits := fmt.Sprintf("buf%d[%s]", x.scratch+1, at)
		if words(dt) > 1 {
			bits = fmt.Sprintf("vec2<u32>(%s, buf%d[%s])", bits, x.scratch+1, plus(at, 1))
		}
		if x.loads(v) {
			t.line("let %s_bits = %s;", x.f.value(v), bits)
		}
		t.line("let %s = %s;", x.f.value(v), fromBits(dt, bits))
	default:
		for _, a := range p.Code()[i].Args {
			x.ensure(t, a)
		}
		x.writeInstr(t, i)
	}
}

// result is the number of an instruction's result, for names.
func (x walkText) result(i int) device.Value { return x.f.program.Result(i) }

// template is a text of an instruction's row on the state that the thread has.
func (x walkText) template(i int, text string) string {
	return x.onState(i, text, fmt.Sprintf("a%d", x.result(i)))
}

// onState is a text of an instruction's row on a state.
func (x walkText) onState(i int, text, state string) string {
	args, v := x.f.program.Code()[i].Args, x.result(i)
	y := ""
	if len(args) > 1 {
		y = x.f.value(args[1])
	}
	return strings.NewReplacer("{s}", state, "{t}", fmt.Sprintf("t%d", v), "{w}", fmt.Sprintf("w%d", v), "{x}", x.f.value(args[0]), "{y}", y,
		"{i}", x.index(), "{n}", "params.elements", "{whole}", fmt.Sprint(x.deal == wholeGroups && x.team == 1)).Replace(text)
}

// index is the number of an element in its group.
func (x walkText) index() string {
	if x.ordered {
		return "e"
	}
	terms := []string{"params.number_offset"}
	for axis := range x.walk.number {
		terms = append(terms, fmt.Sprintf("i%d * params.number_stride%d", x.kept+axis, x.kept+axis))
	}
	return "(" + strings.Join(terms, " + ") + ")"
}

// isScan reports whether an instruction is a scan.
func isScan(p *device.Program, i int) bool {
	r, ok := p.Code()[i].Op.Role.(*op.Group)
	return ok && r.Gives == op.Prefixes
}
