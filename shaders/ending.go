package shaders

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// ending is what a thread does with the state of a place to which a store has combined elements: it writes
// what the state and the content of the place give.
type ending struct {
	share
	row     storeRow
	combine *op.Op
	dtype   op.DType

	errors, states wordList
}

func (e *ending) lists() []*wordList {
	e.errors.name, e.states.name = "errors", "states"
	return []*wordList{&e.errors, &e.states}
}

// end adds the stages that write output i, if it has states of places.
func (g *grouping) end(i int) error {
	st := &g.stores[i]
	if st.row.Words == 0 || st.cells == 0 {
		return nil
	}
	e := ending{row: st.row, combine: g.launch.Program.Output(i).Combine, dtype: g.launch.Out[i].Type,
		errors: wordList{Scratch: g.errors, length: 1},
		states: wordList{Scratch: g.errors, at: st.from, length: st.cells * st.row.Words}}
	for _, e.share = range g.limits.shares(st.cells, 1) {
		stage := e
		k, err := g.task(&stage, e.threads)
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

func (e *ending) String() string { return "states of places" }

func (e *ending) team() int { return 1 }

func (e *ending) declare(t *text) {
	t.line("fn state_get(at: u32) -> u32 { return %s; }", e.states.word("at"))
}

func (e *ending) appendKey(key []byte) []byte {
	return fmt.Appendf(key, "%v: %v of %v", e, e.combine, e.dtype)
}

func (e *ending) fields(visit func(f field, value uint32)) {
	visit(field{nil, "loops", -1}, 0)
	e.share.fields(visit)
	visit(field{nil, "states", -1}, uint32(e.states.first()))
}

func (e *ending) writeFunctions(*text) {}

// write writes what a thread does.
func (e *ending) write(n *nest, t *text) {
	o := &n.operands[0]
	name := o.name()
	replace := strings.NewReplacer("{at}", "at", "{old}", "old")
	t.line("if (thread >= params.threads || %s != 0u) { return; }", e.errors.word("0u"))
	t.line("let cell = params.first + thread;")
	t.line("let at = params.states + cell%s;", times(e.row.Words))
	t.line("if (!(%s)) { return; }", replace.Replace(e.row.Changes))
	t.line("let %s_to = params.%s_lowest + cell;", name, name)
	t.line("let old = %s;", fromBits(e.dtype, o.bits(name+"_to")))
	o.storeAt(t, toBits(e.dtype, replace.Replace(e.row.End)))
}
