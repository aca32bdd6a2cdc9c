package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

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
			x.writeLoad(t, i, "from", "part", fmt.Sprintf("a%d_%d", x.result(i), x.number(r)))
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
	if together := x.together(r); len(together) > 0 {
		x.writeSumsOfFour(t, r, together, taken, several)
	} else {
		x.openLoop(t)
		x.writeElements(t, r, taken, several)
		t.close()
	}
	if again {
		x.writeAgain(t, r, several)
	}
}

// writeElements writes what a trip does in a round of its loop.
func (x walkText) writeElements(t *text, r trip, taken []device.Value, several bool) {
	x.writeElementIndices(t)
	if x.round > 1 {
		x.writeRoundOfElements(t, r, taken, several)
	} else {
		x.writeElement(t, r, taken, several)
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
		add(written(p, i)...)
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

// writeElement writes what a trip does with element e, which is one of a round.
func (x walkText) writeElement(t *text, r trip, taken []device.Value, several bool) {
	p := x.f.program
	for i := range x.k.nest.operands {
		o := &x.k.nest.operands[i]
		if o.level == 0 || !x.needs(r, taken, o) {
			continue
		}
		if x.inVectors(o) {
			if !o.output {
				x.writeInputBits(t, o, o.ofVector(x.lane))
			}
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
		if x.rows[i].Four != nil && x.round > 1 {
			t.line("%s.%c = %s;", x.four(i), "xyzw"[x.lane], x.f.value(p.Code()[i].Args[0]))
			continue
		}
		x.writeAdd(t, i, fmt.Sprintf("a%d", x.result(i)), several)
	}
	for i := range x.k.nest.operands {
		switch o := &x.k.nest.operands[i]; {
		case !o.output || !slices.Contains(r.writes, o.number):
		case x.inVectors(o):
			o.setInVector(t, x.lane, x.bits(written(p, o.number)[0]))
		default:
			x.writeOutput(t, o)
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
	if v := device.Value(o.number); x.f.computed(v) {
		x.writeResult(t, o, v)
		return
	}
	bits := o.bits
	if o.unbound {
		bits = o.positionBits
	}
	x.writeInputBits(t, o, bits(o.name()+"_at"))
}

// writeInputBits gives an input's element its names.
func (x walkText) writeInputBits(t *text, o *operand, bits string) {
	t.line("let b%d = %s;", o.number, bits)
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
