package shaders

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// windows are neighbouring windows of one buffer. A kernel binds each. Where the program computes a
// place, they show all that it may be.
type windows struct {
	bindings []int // their indices in bindings, in their order
	words    int   // of each
}

// several reports whether a word may lie in different bindings.
func (w windows) several() bool { return len(w.bindings) > 1 }

// bindAll binds the windows of a range of bytes.
func (k *Kernel) bindAll(b device.Buffer, from, to, window int, write bool) (w windows) {
	if window == 0 || b.Len() <= window {
		return windows{bindings: []int{k.bind(b, 0, write)}}
	}
	w.words = window / wordBytes
	for i := from / window; i <= (to-1)/window; i++ {
		w.bindings = append(w.bindings, k.bind(b, i*window, write))
	}
	return w
}

// bindPlaces binds the windows that the places of an operand reach, and returns the first byte. It makes the
// operand's offset relative to that byte.
func (k *Kernel) bindPlaces(o *operand, shape []int, b device.Buffer, window int) (start int) {
	size, lo, hi := o.dtype.Size(), 0, 0
	if !slices.Contains(shape, 0) {
		lo, hi = o.bounds(shape)
	}
	o.windows = k.bindAll(b, lo*size, max(lo+1, hi)*size, window, o.output)
	o.binding = o.windows.bindings[0]
	start = k.bindings[o.binding].Offset
	o.offset -= start / size
	return start
}

// function writes a function that does something with the word at an index, in the binding where it lies.
func (w windows) function(t *text, head, body string) {
	if !w.several() {
		t.line("fn %s { %s }", head, fmt.Sprintf(body, fmt.Sprintf("buf%d[at]", w.bindings[0]+1)))
		return
	}
	t.open("fn %s {", head)
	t.line("let within = at %% %du;", w.words)
	t.open("switch at / %du {", w.words)
	for n, b := range w.bindings {
		label := fmt.Sprintf("case %du", n)
		if n == len(w.bindings)-1 {
			label = "default"
		}
		t.line("%s: { %s }", label, fmt.Sprintf(body, fmt.Sprintf("buf%d[within]", b+1)))
	}
	t.close()
	t.close()
}

// writeWindows writes the functions that load and store a word of an operand in several windows.
func (o *operand) writeWindows(t *text) {
	if !o.windows.several() {
		return
	}
	load, store := "return %s;", "%s = x;"
	if o.atomic {
		load, store = "return atomicLoad(&%s);", "atomicStore(&%s, x);"
	}
	name := o.name()
	o.windows.function(t, name+"_word(at: u32) -> u32", load)
	if o.output {
		o.windows.function(t, name+"_put(at: u32, x: u32)", store)
	}
	if o.output && small(o.dtype) {
		o.windows.function(t, name+"_keep(at: u32, x: u32)", "atomicAnd(&%s, x);")
		o.windows.function(t, name+"_add(at: u32, x: u32)", "atomicOr(&%s, x);")
	}
	t.line("")
}

// appendWindows appends the windows of an operand, and how each is bound.
func (k *Kernel) appendWindows(key []byte, w windows) []byte {
	if !w.several() {
		return key
	}
	key = fmt.Appendf(key, " in windows of %d words", w.words)
	for _, i := range w.bindings {
		key = fmt.Appendf(key, " @%d", i+1)
		if k.bindings[i].ReadWrite {
			key = append(key, " written"...)
		}
	}
	return key
}
