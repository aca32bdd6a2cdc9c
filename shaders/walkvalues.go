package shaders

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

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

// writeValues keeps values of level 0, and writes outputs of level 0.
func (x walkText) writeValues(t *text) {
	p := x.f.program
	for _, v := range x.keeps {
		x.ensure(t, v)
	}
	for _, i := range x.outs {
		for _, v := range written(p, i) {
			x.ensure(t, v)
		}
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
			if x.inVectors(o) {
				o.setInVector(t, x.lane, x.bits(written(p, o.number)[0]))
				continue
			}
			t.line("let %s_at = %s;", o.name(), x.ofGroup(o))
			x.writeOutput(t, o)
		}
	}
	x.closeFirst(t)
}

// writeOutput stores an output's element at out0_at, or at its places.
func (x walkText) writeOutput(t *text, o *operand) {
	if len(o.places) > 0 {
		x.writeStore(t, o)
		return
	}
	if len(x.stores) > 0 && o.number < len(x.f.program.Outputs()) { // all elements are read before the first is written
		t.open("if (params.second == 1u) {")
		defer t.close()
	}
	o.store(t, o.name(), o.name()+"_at", x.bits(written(x.f.program, o.number)[0]))
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
				if x.inVectors(o) {
					x.writeInputBits(t, o, o.ofVector(x.lane))
					continue
				}
				t.line("let %s_at = %s;", o.name(), x.ofGroup(o))
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
	case x.hasFour(i):
		x.writeOfFour(t, i)
	default:
		for _, a := range p.Code()[i].Args {
			x.ensure(t, a)
		}
		x.writeInstr(t, i)
	}
}
