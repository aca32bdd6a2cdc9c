package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// sortList is elements in scratch, a word or two for each, and behind them a number for each.
type sortList struct {
	*Scratch
	at int // its first word
}

// sortLists is what a grouping keeps of its sorts.
type sortLists struct {
	results map[int]sortList // of instructions
	begin   sortList         // where a walk writes the elements of the sort at hand
	other   *Scratch         // a list besides the one of the result
	counts  *Scratch         // of digits
	own     map[int]*Scratch // the lists of results that have no room beside what else is kept
}

// takeList returns a list of so many words, for the results of instruction i. Stores that sort have numbers
// behind those of instructions.
func (g *grouping) takeList(i, words int) sortList {
	if window := g.limits.Window; window == 0 || (g.space.used+words)*wordBytes <= window {
		return sortList{g.space.Scratch, g.space.take(words)}
	}
	l := &g.lists
	if l.own == nil {
		l.own = map[int]*Scratch{}
	}
	if l.own[i] == nil {
		l.own[i] = g.temporary(0, "sorted elements")
	}
	l.own[i].reserve(words)
	return sortList{l.own[i], 0}
}

// isSort reports whether an instruction is a sort.
func isSort(p *device.Program, i int) bool {
	r, ok := p.Code()[i].Op.Role.(*op.Group)
	return ok && r.Gives == op.Order
}

// isIndices reports whether a sort gives indices.
func isIndices(p *device.Program, i int) bool {
	o := p.Code()[i].Op
	return o == op.Argsort || o == op.ArgsortDescending
}

// hasSorts reports whether the program has a sort.
func (g *grouping) hasSorts() bool { return g.launch.Program.Forms().Has(device.Sorts) }

// sorted is the type of the elements that instruction i sorts.
func (g *grouping) sorted(i int) op.DType {
	p := g.launch.Program
	return p.Type(p.Code()[i].Args[0])
}

// sortWords is how many words of scratch the sorts of a group take that has n elements.
func (g *grouping) sortWords(n int) (all int) {
	for i := range g.launch.Program.Code() {
		if isSort(g.launch.Program, i) {
			all += 2 * (n*(words(g.sorted(i))+1) + 2*vectorWords)
		}
	}
	return all
}

// reserve makes scratch as long as so many words, at least.
func (s *Scratch) reserve(words int) { s.Bytes = max(s.Bytes, words*wordBytes) }

// listed lists the sorts whose results are read.
func (g *grouping) listed(read func(v device.Value) bool) (found []int) {
	for i := range g.launch.Program.Code() {
		if _, ok := g.lists.results[i]; ok && read(g.launch.Program.Result(i)) {
			found = append(found, i)
		}
	}
	return found
}

// result is the result of a sort, an operand over the shape of the nest. Scratch has words of indices.
func (g *grouping) result(i int) device.Operand {
	dt := g.launch.Program.Code()[i].Type
	if isIndices(g.launch.Program, i) {
		dt = op.Uint32
	}
	list := g.lists.results[i]
	o := g.inScratch(dt, list.at, 1)
	o.Buffer = list.Scratch
	return o
}

// bindElements binds the list that gets the elements of a sort: output i of a walk.
func (g *grouping) bindElements(k *Kernel, i int) error {
	dt := g.launch.Program.Type(written(g.launch.Program, i)[0])
	if small(dt) {
		dt = op.Uint32
	}
	o := g.inScratch(dt, g.lists.begin.at, 1)
	o.Buffer = g.lists.begin.Scratch
	return g.bindList(k, o, i, true)
}

// bindResult binds the result of a sort as an input of a walk.
func (g *grouping) bindResult(k *Kernel, i int) error {
	return g.bindList(k, g.result(i), int(g.launch.Program.Result(i)), false)
}

// bindList binds elements in scratch.
func (g *grouping) bindList(k *Kernel, o device.Operand, number int, output bool) error {
	x := operandOf(&o, broadcast.Access{Class: broadcast.Strided, Strides: o.Layout.Strides, Offset: o.Layout.Offset}, output, number)
	start, err := x.enterWindow(o.Layout.Shape, o.Buffer, g.limits.Window)
	if err != nil {
		return fmt.Errorf("a list of elements to sort that %w", err)
	}
	x.origin, x.level, x.binding = -1, 1, k.bind(o.Buffer, start, true)
	k.nest.operands = append(k.nest.operands, x)
	return nil
}

// writeResult loads an element of a sort's result.
func (x walkText) writeResult(t *text, o *operand, v device.Value) {
	bits := o.bits(o.name() + "_at")
	if isIndices(x.f.program, int(v-x.f.program.Result(0))) {
		bits = "vec2<u32>(" + bits + ", 0u)"
	}
	t.line("let %s_bits = %s;", x.f.value(v), bits)
	t.line("let %s = %s;", x.f.value(v), fromBits(x.f.program.Type(v), x.f.value(v)+"_bits"))
}

// widen makes indices of the words that scratch has of them.
func (m *groupMaps) widen(sorts []int) {
	p := m.launch.Program
	for _, i := range sorts {
		if v := p.Result(i); isIndices(p, i) {
			m.do(v, device.Instr{Op: op.Cast, Type: p.Type(v), Args: m.named([]device.Value{v})})
		}
	}
}
