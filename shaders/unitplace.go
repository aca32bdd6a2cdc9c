package shaders

import "fmt"

// firstPosition is the index of an operand's first element of the thread's first unit, or
// vector.
func (k *Kernel) firstPosition(i int) string {
	name := k.operands[i].name()
	switch {
	case k.mapping == flat && k.operands[i].counted:
		return fmt.Sprintf("params.%s_offset + thread%s", name, times(k.vectorAt(i).bound()))
	case k.operands[i].access != strided:
		return k.operands[i].position()
	case k.mapping == flat:
		return fmt.Sprintf("params.%s_offset + i * params.%s_stride0", name, name)
	}
	at := k.operands[i].along(k.outerAxes())
	if k.perThread > 1 && !k.operands[i].invariant {
		at += fmt.Sprintf(" + step * params.%s_stride%d", name, k.rank-2)
	}
	switch k.operands[i].load {
	case aligned:
		if k.operands[i].counted {
			return at + " + strip" + times(k.vectorAt(i).bound())
		}
		at += " + inner"
	case byElement, transposed:
		at += fmt.Sprintf(" + inner * params.%s_stride%d", name, k.rank-1)
	}
	return at
}

// emitUnitPlace finds one of the units after the first.
func (k *Kernel) emitUnitPlace(t *text, i, step int) {
	name := k.operands[i].name()
	if step == 0 || !k.needed(i) || i >= k.outputs && k.vectorAt(i).shared() || k.vectorAt(i).byColumns() {
		return
	}
	apart := name + "_apart"
	switch {
	case k.mapping == flat && k.operands[i].counted:
		apart = "params.threads" + times(k.vectorAt(i).bound())
	case k.mapping == flat && k.operands[i].access != strided:
		apart = k.vectorAt(i).inVectors("apart")
	case k.hasApart(&k.operands[i]):
		apart = "params." + apart
	case k.mapping == rowBlocked:
		apart = fmt.Sprintf("params.%s_stride%d", name, k.rank-2)
	}
	t.line("let %s_at%d = %s_at%d + %s;", name, step, name, step-1, apart)
}

// emitFlatPlace finds the first element of a flat kernel's first unit, and how many lie
// between its units.
func (k *Kernel) emitFlatPlace(t *text) {
	if k.noTail {
		t.line("let i = thread%s;", times(k.lanes))
	} else {
		t.line("let i = thread%s + params.first;", times(k.lanes))
	}
	if k.perThread > 1 && k.noTail {
		t.line("let apart = params.threads%s;", times(k.lanes))
	} else if k.perThread > 1 {
		t.line("let apart = params.whole%s;", times(k.lanes))
	}
}
