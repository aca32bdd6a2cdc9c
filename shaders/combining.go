package shaders

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Where no atomics combine elements, a store sorts them by their places. Then the elements of a place
// follow each other. A thread combines those that lie in one run, and writes them with the content of the
// place. Where they lie in several runs it saves a state, and another stage joins the states.

// leastCombined is how many sorted elements a run has, at least.
const leastCombined = 256

// nowhere is the place of an element that is skipped.
const nowhere = "0xffffffffu"

// combining is what threads do with elements that are sorted by their places.
type combining struct {
	share
	joins    bool // it joins states of runs
	row      GroupRow
	combine  *op.Op
	dtype    op.DType
	all, run int // elements, and those of a run
	numbers  int // words where the numbers of elements begin
	values   int // words where elements begin, in the order of their numbers

	places, kept wordList // the sorted places with their numbers, and the elements
	states       wordList // two for each run
}

func (c *combining) lists() []*wordList {
	c.places.name, c.kept.name, c.states.name, c.states.write = "places", "kept", "states", true
	return []*wordList{&c.places, &c.kept, &c.states}
}

// combine adds the stages that write an output whose elements have been kept with their places.
func (g *grouping) combine(i int) error {
	st := &g.stores[i]
	if st.elements == 0 || st.cells == 0 {
		return nil
	}
	c, err := g.combining(i)
	if err != nil {
		return err
	}
	if err := g.sortPlaces(i, &c); err != nil {
		return err
	}
	runs := ceil(c.all, c.run)
	length := 2 * runs * c.row.Words
	c.kept = wordList{Scratch: g.errors, length: c.values + c.all*words(c.dtype)}
	c.states = wordList{Scratch: g.space.Scratch, at: g.space.take(length), length: length}
	if err := g.combineStage(i, c, c.all); err != nil || runs == 1 {
		return err
	}
	c.joins = true
	return g.combineStage(i, c, runs-1)
}

// combining finds how an output's elements are combined, so that no thread goes through too many loops.
func (g *grouping) combining(i int) (c combining, err error) {
	st, o, dt := &g.stores[i], g.launch.Program.Output(i), g.launch.Out[i].Type
	row, ok := RowOf(o.Combine, []op.DType{dt})
	if !ok {
		return c, fmt.Errorf("a store that combines %v by %v, which has no kernel", dt, o.Combine)
	}
	add, merge := 1+lib(g.repair).rowRounds(row.Add), mergingRounds([]GroupRow{row}, g.repair)
	run := max(leastCombined, ceil(st.elements*merge, mostRounds))
	if run*add > mostRounds {
		return c, fmt.Errorf("a store that combines %d elements of %v by %v; %d are the most", st.elements, dt, o.Combine, mostRounds/add*(mostRounds/merge))
	}
	return combining{row: row, combine: o.Combine, dtype: dt, all: st.elements, run: run, values: st.from}, nil
}

// sortPlaces adds the stages that sort the places of store i. They end in the list that is no result.
func (g *grouping) sortPlaces(i int, c *combining) error {
	st := &g.stores[i]
	s := g.sorting(1, sortKey{mask: 1<<32 - 1}, st.elements, st.elements)
	g.reserveLists(s.length)
	from, to, back := sortList{g.errors, st.last}, sortList{g.lists.other, 0}, g.takeList(len(g.launch.Program.Code())+i, s.length)
	c.places, c.numbers = wordList{Scratch: g.lists.other, length: s.length}, s.numbers
	passes := s.passes(bits.Len(uint(st.cells)))
	if len(passes)%2 == 0 {
		to, back = back, to
	}
	for _, pass := range passes {
		if err := g.sortPass(pass, from, to); err != nil {
			return err
		}
		from, to, back = to, back, to
	}
	return nil
}

// combineStage adds a stage with so many threads, or several.
func (g *grouping) combineStage(i int, c combining, threads int) error {
	for _, c.share = range g.limits.shares(threads, 1) {
		stage := c
		k, err := g.task(&stage, c.threads)
		if err != nil {
			return err
		}
		g.bindCells(k, i)
		if err := g.checkBindings(k); err != nil {
			return err
		}
	}
	return nil
}

// bindCells binds output i, whose elements a task finds by their places.
func (g *grouping) bindCells(k *Kernel, i int) {
	from := g.launch.Operand(i)
	o := operandOf(from, broadcast.Access{Class: broadcast.Strided, Strides: from.Layout.Strides, Offset: from.Layout.Offset}, true, i)
	o.origin, o.places = i, placesOf(from, len(g.launch.Program.Output(i).At))
	o.strides = o.strides[:len(o.strides)-len(o.places)]
	start := k.bindPlaces(&o, from.Layout.Shape[:len(o.strides)], from.Buffer, g.limits.Window)
	o.lowest = g.stores[i].lowest - start/from.Type.Size()
	o.atomic = small(from.Type)
	for _, b := range o.windows.bindings {
		k.bindings[b].atomic = o.atomic
	}
	k.nest.outputs, k.nest.operands = 1, append(k.nest.operands, o)
}

func (c *combining) String() string {
	if c.joins {
		return "joined states of places"
	}
	return "elements by places"
}

func (c *combining) team() int { return 1 }

func (c *combining) declare(*text) {}

func (c *combining) appendKey(key []byte) []byte {
	return fmt.Appendf(key, "%v: %v of %v", c, c.combine, c.dtype)
}

func (c *combining) fields(visit func(f field, value uint32)) {
	visit(field{nil, "loops", -1}, 0)
	c.share.fields(visit)
	visit(field{nil, "all", -1}, uint32(c.all))
	visit(field{nil, "run", -1}, uint32(c.run))
	visit(field{nil, "numbers", -1}, uint32(c.numbers))
	visit(field{nil, "values", -1}, uint32(c.values))
	visit(field{nil, "states", -1}, uint32(c.states.first()))
}

// on is a text of the row on states and an element of some names.
func (c *combining) on(text, state, other, x string) string {
	return strings.NewReplacer("{s}", state, "{t}", other, "{w}", "words", "{x}", x, "{whole}", "false").Replace(text)
}

func (c *combining) writeFunctions(*text) {}

// writeEnd combines a state with the content of the place, and writes it if no index is wrong.
func (c *combining) writeEnd(n *nest, t *text) {
	o := &n.operands[0]
	name := o.name()
	t.line("let %s_to = params.%s_lowest + cell;", name, name)
	t.line("let old = %s;", fromBits(c.dtype, o.bits(name+"_to")))
	t.line("%s", c.on(c.row.Add, "s", "", "old"))
	t.line("let result = %s;", c.on(c.row.End, "s", "", ""))
	t.open("if (%s == 0u) {", c.kept.word("0u"))
	o.storeAt(t, toBits(c.dtype, strings.ReplaceAll(op.CastWGSL(c.combine.Role.(*op.Group).Type(c.dtype), c.dtype), "{x}", "result")))
	t.close()
}

// write writes what a thread does.
func (c *combining) write(n *nest, t *text) {
	t.line("if (thread >= params.threads) { return; }")
	t.line("let i = params.first + thread;")
	if c.joins {
		c.writeJoin(t)
		c.writeEnd(n, t)
		return
	}
	t.line("let cell = %s;", c.places.word("i"))
	t.line("let begins = i %% params.run == 0u;")
	t.line("let follows = i > 0u && %s == cell;", c.places.word("max(i, 1u) - 1u"))
	t.line("if (cell == %s || (follows && !begins)) { return; }", nowhere)
	t.line("var s = %s;", c.row.Begin)
	t.line("let end = min((i / params.run + 1u) * params.run, params.all);")
	t.line("var at = i;")
	t.open("for (; at < end && %s == cell; at++) {", c.places.word("at"))
	t.line("let value = params.values + %s%s;", c.places.word("params.numbers + at"), times(words(c.dtype)))
	bits := c.kept.word("value")
	if words(c.dtype) == 2 {
		bits = fmt.Sprintf("vec2<u32>(%s, %s)", bits, c.kept.word("value + 1u"))
	}
	t.line("let x = %s;", fromBits(c.dtype, bits))
	t.line("%s", c.on(c.row.Add, "s", "", "x"))
	t.close()
	t.open("if (follows || (at < params.all && %s == cell)) {", c.places.word("min(at, params.all - 1u)"))
	c.writeSave(t)
	t.line("return;")
	t.close()
	c.writeEnd(n, t)
}

// writeSave saves the state of elements whose place lies in other runs, too.
func (c *combining) writeSave(t *text) {
	t.line("let slot = params.states + (i / params.run * 2u + select(1u, 0u, begins))%s;", times(c.row.Words))
	c.row.save(t, "s", "saved", c.states.word("slot + {k}"))
}

// writeJoin joins the states of a place that lies in run i and in runs behind it.
func (c *combining) writeJoin(t *text) {
	t.line("let next = (i + 1u) * params.run;")
	t.line("let cell = %s;", c.places.word("next"))
	t.line("let begin = i * params.run;")
	t.line("if (cell == %s || %s != cell || (i > 0u && %s == cell)) { return; }", nowhere, c.places.word("next - 1u"), c.places.word("max(begin, 1u) - 1u"))
	t.line("var s = %s;", c.row.Begin)
	begins := c.places.word("run * params.run") + " == cell"
	t.open("for (var run = i; run * params.run < params.all && (run == i || %s); run++) {", begins)
	t.line("let slot = params.states + (run * 2u + select(1u, 0u, %s))%s;", begins, times(c.row.Words))
	c.row.merge(t, "s", "other", "words", c.states.word("slot + {k}"))
	t.close()
}
