package tensor

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/replay"
)

// arguments holds the arguments of a call of a compiled function, and the memory that its run needs.
// It serves one call after another.
type arguments struct {
	reading                   // in a run the tensors of the result follow
	outs     int              // index of the first tensor that Into writes to; their number in Call
	storages []*graph.Storage // nil of a tensor that is nil or carries an error
	usable   bool             // no tensor carries an error, and all are on one device
	on       device.Device    // of the first tensor; without tensors the default device
	call     replay.Call
	made     []*made // the results of the plan
}

var argumentLists = sync.Pool{New: func() any { return new(arguments) }}

// newArguments reads the argument at p.
func newArguments(t *tree, p unsafe.Pointer) *arguments {
	a := argumentLists.Get().(*arguments)
	a.read(t, p)
	a.outs = len(a.tensors)
	return a
}

// recycle empties the lists, so that they keep nothing alive, for a later call.
func (a *arguments) recycle() {
	c := &a.call
	a.tensors, a.numbers, a.words = emptied(a.tensors), a.numbers[:0], emptied(a.words)
	a.keys, a.stands = a.keys[:0], false
	a.storages, a.made, a.on, a.err = emptied(a.storages), emptied(a.made), nil, nil
	c.Inputs, c.Shifts, c.Numbers, c.Results = emptied(c.Inputs), c.Shifts[:0], c.Numbers[:0], emptied(c.Results)
	argumentLists.Put(a)
}

// emptied returns the memory of a list, which may have been longer.
func emptied[T any](list []T) []T {
	clear(list[:cap(list)])
	return list[:0]
}

// outer returns the trace that the call is a part of, or nil.
func (a *arguments) outer() *tracing {
	if traces.count.Load() == 0 {
		return nil
	}
	return traceOf(a.tensors)
}

// lookUp finds the storages of the tensors, and their device.
func (a *arguments) lookUp() {
	a.usable = true
	first := 0
	for i, t := range a.tensors {
		var s *graph.Storage
		switch {
		case t == nil:
		case t.check("") != nil:
			a.usable = false
		default:
			if s = t.storage.Load(); a.on == nil {
				a.on, first = t.device, i
			}
			if t.device != a.on && a.err == nil { // the error ends the recording
				a.usable, a.err = false, errorf("compile", "%s; move one of them with To",
					onDevices(fmt.Sprintf("tensor %d", first+1), a.on, fmt.Sprintf("tensor %d of the argument", i+1), t.device))
			}
		}
		a.storages = append(a.storages, s)
	}
	if a.on == nil {
		a.on = DefaultDevice()
	}
}

// tensorKey is what a trace depends on in a tensor.
type tensorKey struct {
	dtype    DType
	readOnly bool
	layout   *broadcast.Layout // nil if there is no tensor
	size     []int             // of the storage
	input    int               // of the plan: the storage
	first    int               // the first argument that is the same tensor
}

// matches reports whether a call runs the launches of the trace. Then it has found the plan's inputs,
// and how far their elements have moved since the recording. All views of an input move alike.
func (t *traced) matches(a *arguments) bool {
	if t.device != a.on || t.outs != a.outs || len(t.tensors) != len(a.tensors) || !slices.Equal(t.words, a.words) {
		return false
	}
	c := &a.call
	c.Inputs = append(c.Inputs[:0], t.plan.Captured()...)
	c.Shifts = append(c.Shifts[:0], make([]int, len(c.Inputs))...)
	for i := range t.tensors {
		k, x, s := &t.tensors[i], a.tensors[i], a.storages[i]
		if k.layout == nil || s == nil {
			if k.layout != nil || s != nil {
				return false
			}
			continue
		}
		if x.dtype != k.dtype || x.readOnly != k.readOnly || slices.Index(a.tensors, x) != k.first ||
			!slices.Equal(x.layout.Shape, k.layout.Shape) || !slices.Equal(x.layout.Strides, k.layout.Strides) {
			return false
		}
		in, shift := &c.Inputs[k.input], x.layout.Offset-k.layout.Offset
		if *in == nil && !slices.Contains(c.Inputs, s) {
			*in, c.Shifts[k.input] = s, shift
		}
		if *in != s || c.Shifts[k.input] != shift {
			return false
		}
		if (t.absolute || t.plan.Writes(k.input)) && (shift != 0 || !slices.Equal(s.Layout().Shape, k.size)) {
			return false
		}
	}
	return true
}

// tensor describes the tensor at i.
func (t *traced) tensor(i int) (text string) {
	k := &t.tensors[i]
	if i >= t.outs {
		text = "into "
	}
	if k.layout == nil {
		return text + "nil"
	}
	text += fmt.Sprintf("%v%v", k.dtype, k.layout.Shape)
	if !slices.Equal(k.layout.Shape, k.size) || !k.layout.Contiguous() {
		text += fmt.Sprintf(", a view of %v with strides %v", k.size, k.layout.Strides)
	}
	if k.readOnly {
		text += ", read-only"
	}
	first := slices.IndexFunc(t.tensors, func(o tensorKey) bool { return o.layout != nil && o.input == k.input })
	switch {
	case k.first != i:
		text += fmt.Sprintf(", which is tensor %d", k.first+1)
	case first != i:
		text += fmt.Sprintf(" in the storage of tensor %d", first+1)
	}
	return text
}

// text describes the kind of arguments.
func (t *traced) text() string {
	var parts []string
	for i := range t.tensors {
		parts = append(parts, t.tensor(i))
	}
	for _, w := range t.words {
		text := w.String()
		if w.of.kind == sliceLeaf {
			text = "a slice of " + text
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return "no arguments"
	}
	return strings.Join(parts, ", ")
}

// differs says in what two calls with different keys differ.
func (t *traced) differs(from *traced) string {
	switch {
	case (t.outs < len(t.tensors)) != (from.outs < len(from.tensors)):
		return "Into and Call"
	case len(t.tensors) != len(from.tensors):
		return "the number of tensors"
	case t.device != from.device:
		return "the device"
	}
	for i := range t.tensors {
		if was := from.tensor(i); was != t.tensor(i) {
			return fmt.Sprintf("tensor %d was %s", i+1, was)
		}
	}
	if !slices.Equal(t.words, from.words) {
		return "the value of a field, or the length of a slice; a field of type Number may change"
	}
	return "an offset, or whether the function finds an argument elsewhere too"
}
