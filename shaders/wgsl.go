package shaders

import (
	"fmt"
	"strings"
)

// WGSL is the kernel's text. The entry point is main.
func (k *Kernel) WGSL() string {
	var head, body text
	head.line("// %s", strings.ReplaceAll(k.Key(), "\n", "\n// "))
	k.emitParams(&head)
	k.emitBuffers(&head)
	k.emitApply(&body)
	body.line("")
	k.emitMain(&body)
	helpers := lib(k.repair).needed(body.String())
	return head.String() + "\n" + helpers + body.String()
}

func (k *Kernel) emitBuffers(t *text) {
	for i, b := range k.bindings {
		mode, word := "read", "u32"
		if b.ReadWrite {
			mode = "read_write"
		}
		if b.atomic {
			word = "atomic<u32>"
		}
		t.line("@group(0) @binding(%d) var<storage, %s> buf%d: array<%s>;", i+1, mode, i+1, word)
	}
}

// emitMain writes the entry point: which elements are this thread's, and for each of
// them load, apply, store.
func (k *Kernel) emitMain(t *text) {
	t.line("@compute @workgroup_size(%d)", Workgroup)
	t.line("fn main(")
	t.line("  @builtin(workgroup_id) group: vec3<u32>,")
	t.line("  @builtin(num_workgroups) groups: vec3<u32>,")
	t.line("  @builtin(local_invocation_index) lane: u32,")
	t.open(") {")
	thread := fmt.Sprintf("((group.z * groups.y + group.y) * groups.x + group.x) * %du + lane", Workgroup)
	if k.each == 1 {
		t.line("let i = %s;", thread)
		t.line("if (i >= params.len) { return; }")
		k.emitElement(t)
	} else {
		t.line("let first = (%s) * %du;", thread, k.each)
		t.line("if (first >= params.len) { return; }")
		t.line("let n = min(params.len - first, %du);", k.each)
		k.eachPacked(func(_ operand, name string) { t.line("var %s_word = 0u;", name) })
		t.open("for (var j = 0u; j < n; j++) {")
		t.line("let i = first + j;")
		k.emitElement(t)
		t.close()
		k.eachPacked(func(o operand, name string) { k.emitFlush(t, o, name) })
	}
	t.close()
}

func (k *Kernel) eachPacked(visit func(o operand, name string)) {
	for i, o := range k.operands {
		if o.store == packed {
			visit(o, k.name(i))
		}
	}
}

// emitElement computes element i.
func (k *Kernel) emitElement(t *text) {
	k.emitSplit(t)
	outs := len(k.program.Outputs())
	var args []string
	for i, o := range k.operands[outs:] {
		t.line("let in%d_at = %s;", i, k.position(outs+i))
		t.line("let x%d = %s;", i, k.load(o, fmt.Sprintf("in%d_at", i)))
		args = append(args, fmt.Sprintf("x%d", i))
	}
	for i, dt := range k.program.Scalars() {
		s := fromBits(dt, fmt.Sprintf("params.s%d", len(k.program.Inputs())+i))
		if dt.IsFloat() { // uniforms may be compiled in as constants, see m_zero
			s = "m_bar(" + s + ")"
		}
		args = append(args, s)
	}
	t.line("let y = apply(%s);", strings.Join(args, ", "))
	for i, o := range k.operands[:outs] {
		value := "y"
		if outs > 1 {
			value = fmt.Sprintf("y.y%d", i)
		}
		if o.store != packed {
			t.line("let out%d_at = %s;", i, k.position(i))
		}
		k.emitStore(t, o, fmt.Sprintf("out%d", i), value)
	}
}
