package shaders

import (
	"fmt"
	"strings"
)

// WGSL is the kernel's text. The entry point is main.
func (k *Kernel) WGSL() string {
	var head, body text
	head.line("// %s", strings.ReplaceAll(k.Key(), "\n", "\n// "))
	k.uniform().write(&head)
	k.writeBuffers(&head)
	switch {
	case k.task != nil:
		for _, l := range k.task.lists() {
			l.writeFunctions(&head)
		}
		k.task.declare(&head)
	case k.walk != nil && k.walk.tiling != nil:
		k.declareSlabs(&head)
	case k.walk != nil && k.walk.team > 1:
		k.walk.declareStates(&head)
	}
	head.WriteString(Constants(k.groupRows()...))
	// The library has functions that read and write buffers by these.
	for i := range k.nest.operands {
		k.nest.operands[i].writeWindows(&head)
	}
	if k.walk != nil && k.walk.marks && len(k.walk.stores) > 0 {
		k.walk.writeStates(&head)
	}
	body.WriteString(machineFor(k.routines))
	switch {
	case k.task != nil:
		k.task.writeFunctions(&body)
	case k.walk != nil:
		k.walk.writeFault(&body)
	default:
		k.function().write(&body)
	}
	k.writeMain(&body)
	helpers := lib(k.repair).dependencies(body.String())
	return head.String() + "\n" + helpers + body.String()
}

// groupRows are the rows whose states a thread has.
func (k *Kernel) groupRows() []GroupRow {
	switch c, combines := k.task.(*combining); {
	case combines:
		return []GroupRow{c.row}
	case k.walk != nil:
		return k.walk.rows
	}
	return nil
}

func (k *Kernel) writeBuffers(t *text) {
	for i, b := range k.bindings {
		mode, word := "read", "u32"
		if b.ReadWrite {
			mode = "read_write"
		}
		vector := k.nest.vectorOf(i)
		if s, ok := k.task.(*sorting); ok && s.inVectors() && i == s.from.bindings[0] {
			vector = vectorWords
		}
		switch {
		case b.atomic:
			word = "atomic<u32>"
		case vector > 1:
			word = fmt.Sprintf("vec%d<u32>", vector)
		}
		t.line("@group(0) @binding(%d) var<storage, %s> buf%d: array<%s>;", i+1, mode, i+1, word)
	}
}

// writeMain writes the entry point. It finds the elements of the thread, and loads, computes and
// stores each.
func (k *Kernel) writeMain(t *text) {
	t.line("@compute @workgroup_size(%d)", k.Workgroup())
	t.line("fn main(")
	group := "group.x"
	t.line("  @builtin(workgroup_id) group: vec3<u32>,")
	if !k.variant.exactGrid || k.walk != nil || k.task != nil {
		group = "((group.z * groups.y + group.y) * groups.x + group.x)"
		t.line("  @builtin(num_workgroups) groups: vec3<u32>,")
	}
	t.line("  @builtin(local_invocation_index) lane: u32,")
	t.open(") {")
	thread := fmt.Sprintf("%s * %du + lane", group, k.Workgroup())
	if k.team() > 1 {
		thread = group
	}
	element := elementText{&k.nest, &k.variant, k.function()}
	switch mapping := k.variant.mapping; {
	case k.task != nil:
		t.line("let thread = %s;", thread)
		k.task.write(&k.nest, t)
	case k.walk != nil:
		t.line("let thread = %s;", thread)
		newWalkText(k).write(t)
	case mapping == flat || mapping == rowBlocked:
		t.line("let thread = %s;", thread)
		vectorText{element}.write(t)
	case mapping == wordOwning:
		t.line("let thread = %s;", thread)
		clusterText{element}.write(t)
	default:
		t.line("let i = %s;", thread)
		t.line("if (i >= params.len) { return; }")
		k.variant.writeSplit(t, "i", k.variant.rank)
		element.writePass(t)
		element.write(t)
	}
	t.close()
}
