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
	lane int                   // of a round
	done []int                 // instructions that are computed for all neighbours of a round
}

func newWalkText(k *Kernel) walkText {
	return walkText{k.walk, k, function{program: k.program}, uses(k.program), map[device.Value]bool{}, 0, nil}
}

// write writes the thread.
func (x walkText) write(t *text) {
	if x.turns {
		x.openTurns(t)
		defer x.closeTurns(t)
	} else {
		t.line("if (thread >= params.threads) { return; }")
	}
	if x.tiling != nil {
		x.writeTile(t)
		return
	}
	x.writeIndices(t)
	if x.abreast() > 1 {
		x.writeRoundOfGroups(t)
		return
	}
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

// number tells the names of the runs of a thread apart.
func (x walkText) number(r trip) int {
	return slices.IndexFunc(x.trips, func(o trip) bool { return slices.Equal(o.ends, r.ends) && slices.Equal(o.writes, r.writes) })
}

// once reports whether the second argument is of level 0.
func (x walkText) once(i int) bool { return x.f.program.Code()[i].Op.Role.(*op.Group).Once }

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

// operandOf is an input's operand.
func (x walkText) operandOf(input int) *operand {
	i := slices.IndexFunc(x.k.nest.operands, func(o operand) bool { return !o.output && o.number == input })
	return &x.k.nest.operands[i]
}
