package exec

import (
	"iter"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// match is a composition in a program. One kernel computes its instructions.
type match struct {
	*kernel.Composition
	last   int            // instruction
	values []device.Value // of the program, for each of the composition's; -1: none yet
}

// operands are what takes the place of the composition's inputs.
func (m *match) operands() []device.Value { return m.values[:len(m.Program.Inputs())] }

// constants are what takes the place of its scalars.
func (m *match) constants() []device.Value {
	inputs := len(m.Program.Inputs())
	return m.values[inputs : inputs+len(m.Program.Scalars())]
}

// compositions finds the compositions among the program's instructions, each by the number of its last one.
// Those of the most steps are found first. Instructions whose results only a composition reads are taken.
func (c *compiled) compositions() (found map[int]*match, taken []bool) {
	code := c.source.Code()
	if len(code) < 2 {
		return nil, nil
	}
	taken = make([]bool, len(code))
	for i, in := range slices.Backward(code) {
		if taken[i] {
			continue
		}
		for k := range c.candidates(in) {
			m := &match{Composition: k, last: i}
			if !m.find(c, taken) {
				continue
			}
			if found == nil {
				found = map[int]*match{}
			}
			found[i] = m
			break
		}
	}
	return found, taken
}

// candidates are the compositions whose last step is like the instruction.
func (c *compiled) candidates(in device.Instr) iter.Seq[*kernel.Composition] {
	return func(yield func(*kernel.Composition) bool) {
		all := c.set.Compositions(in.Type)
		for i := range all {
			code := all[i].Program.Code()
			if last := code[len(code)-1]; last.Op == in.Op && last.Type == in.Type && !yield(&all[i]) {
				return
			}
		}
	}
}

// find finds the steps of a composition, from the last one on, and takes them.
func (m *match) find(c *compiled, taken []bool) bool {
	m.values = slices.Repeat([]device.Value{-1}, int(m.Program.Result(len(m.Program.Code()))))
	return m.value(c, m.Program.Outputs()[0], c.source.Result(m.last)) && m.take(c, taken)
}

// value reports whether a value of the program is like one of the composition.
func (m *match) value(c *compiled, of, v device.Value) bool {
	if m.values[of] >= 0 {
		return m.values[of] == v
	}
	m.values[of] = v
	first := c.source.Result(0)
	switch inputs := device.Value(len(m.Program.Inputs())); {
	case c.source.Type(v) != m.Program.Type(of):
		return false
	case of < inputs:
		return true
	case of < m.Program.Result(0):
		return v < first && int(v) >= len(c.source.Inputs())
	case v < first:
		return false
	}
	step, in := m.Program.Code()[of-m.Program.Result(0)], c.source.Code()[v-first]
	if step.Op != in.Op {
		return false
	}
	for i, arg := range step.Args {
		if !m.value(c, arg, in.Args[i]) {
			return false
		}
	}
	return true
}

// take takes the instructions, if nothing else reads what they compute, but for the last one.
func (m *match) take(c *compiled, taken []bool) bool {
	uses := make([]int, len(m.values))
	for _, step := range m.Program.Code() {
		for _, arg := range step.Args {
			uses[arg]++
		}
	}
	steps := m.values[m.Program.Result(0):]
	for i, v := range steps {
		last := i == len(steps)-1
		if taken[v-c.source.Result(0)] || !last && (c.values[v].uses != uses[m.Program.Result(i)] || c.values[v].level != c.values[steps[len(steps)-1]].level) {
			return false
		}
	}
	for _, v := range steps {
		taken[v-c.source.Result(0)] = true
	}
	return true
}
