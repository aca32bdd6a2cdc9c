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
	reading
	outs     int              // index of the first tensor that Into writes to; their number in Call
	storages []*graph.Storage // nil of a tensor that is nil or carries an error
	first    []int            // the first tensor with the same storage, by tensor
	usable   bool             // no tensor carries an error
	on       device.Device    // of the first tensor; without tensors the default device
	call     replay.Call
	made     []*made   // the results of the plan
	results  []*Tensor // of the function
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
	a.tensors, a.numbers, a.words, a.strings = emptied(a.tensors), a.numbers[:0], a.words[:0], emptied(a.strings)
	a.storages, a.first, a.on = emptied(a.storages), a.first[:0], nil
	a.made, a.results = emptied(a.made), emptied(a.results)
	c.Inputs, c.Shifts, c.Numbers, c.Results = emptied(c.Inputs), c.Shifts[:0], c.Numbers[:0], emptied(c.Results)
	argumentLists.Put(a)
}

// emptied returns the memory of a list.
func emptied[T any](list []T) []T {
	clear(list)
	return list[:0]
}

// lookUp finds the storages of the tensors, and their device.
func (a *arguments) lookUp() {
	a.usable = true
	for i, t := range a.tensors {
		var s *graph.Storage
		switch {
		case t == nil:
		case t.check("") != nil:
			a.usable = false
		default:
			if s = t.storage.Load(); a.on == nil {
				a.on = t.device
			}
		}
		a.storages = append(a.storages, s)
		a.first = append(a.first, slices.Index(a.storages[:i+1], s))
	}
	if a.on == nil {
		a.on = DefaultDevice()
	}
}

// key is all that a trace depends on: calls with equal keys run the same launches.
type key struct {
	outs     int
	words    []word
	strings  []string
	tensors  []tensorKey
	device   device.Device
	captured []*graph.Storage // storages that the function uses and that are no arguments
}

// tensorKey is what a trace depends on in a tensor.
type tensorKey struct {
	none     bool // the tensor is nil
	dtype    DType
	readOnly bool
	whole    bool
	exact    bool // the offset must be equal
	first    int  // the first tensor with the same storage
	layout   broadcast.Layout
	size     []int          // of the storage; not compared for whole tensors
	storage  *graph.Storage // the tensor must have it; nil allows any storage
}

func newKey(a *arguments) *key {
	k := &key{outs: a.outs, words: slices.Clone(a.words), strings: slices.Clone(a.strings), device: a.on}
	for i, t := range a.tensors {
		of := tensorKey{none: true}
		if a.storages[i] != nil {
			of = tensorKey{dtype: t.dtype, readOnly: t.readOnly, whole: t.whole(), first: a.first[i], layout: t.layout.Clone()}
			of.size = a.storages[i].Layout().Shape
		}
		k.tensors = append(k.tensors, of)
	}
	return k
}

// matches reports whether a call has the key.
func (k *key) matches(a *arguments) bool {
	if k.device != a.on || k.outs != a.outs || len(k.tensors) != len(a.tensors) || !slices.Equal(k.words, a.words) || !slices.Equal(k.strings, a.strings) {
		return false
	}
	for i := range k.tensors {
		if !k.tensors[i].matches(a, i, k.device) {
			return false
		}
	}
	for _, c := range k.captured {
		if slices.Contains(a.storages, c) {
			return false
		}
	}
	return true
}

func (k *tensorKey) matches(a *arguments, i int, d device.Device) bool {
	t, s := a.tensors[i], a.storages[i]
	if t == nil || k.none {
		return k.none && t == nil
	}
	if t.dtype != k.dtype || t.device != d || t.readOnly != k.readOnly || a.first[i] != k.first || k.storage != nil && k.storage != s {
		return false
	}
	l := t.layout
	if !slices.Equal(l.Shape, k.layout.Shape) {
		return false
	}
	if whole := l == s.Layout(); whole || k.whole {
		return whole && k.whole
	}
	return slices.Equal(l.Strides, k.layout.Strides) && (l.Offset == k.layout.Offset || !k.exact) && slices.Equal(s.Layout().Shape, k.size)
}

func (k *tensorKey) String() string {
	switch {
	case k.none:
		return "nil"
	case k.whole:
		return fmt.Sprintf("%v%v", k.dtype, k.layout.Shape)
	}
	return fmt.Sprintf("%v%v, a view of %v with strides %v", k.dtype, k.layout.Shape, k.size, k.layout.Strides)
}

// text describes the kind of arguments.
func (k *key) text() string {
	var parts []string
	for i := range k.tensors {
		text := k.tensors[i].String()
		if i >= k.outs {
			text = "into " + text
		}
		if first := k.tensors[i].first; first != i && !k.tensors[i].none {
			text += fmt.Sprintf(" in the storage of tensor %d", first+1)
		}
		parts = append(parts, text)
	}
	for _, w := range k.words {
		text := w.String()
		if w.of.kind == sliceLeaf {
			text = "a slice of " + text
		}
		parts = append(parts, text)
	}
	for _, s := range k.strings {
		parts = append(parts, fmt.Sprintf("%q", s))
	}
	if parts == nil {
		return "no arguments"
	}
	return strings.Join(parts, ", ")
}

// differs says in what two calls with different keys differ.
func (k *key) differs(from *key) string {
	switch {
	case (k.outs < len(k.tensors)) != (from.outs < len(from.tensors)):
		return "Into and Call"
	case len(k.tensors) != len(from.tensors):
		return "the number of tensors"
	case k.device != from.device:
		return "the device"
	}
	for i := range k.tensors {
		if a, b := from.tensors[i].String(), k.tensors[i].String(); a != b {
			return fmt.Sprintf("tensor %d was %s", i+1, a)
		}
		if k.tensors[i].first != from.tensors[i].first {
			return fmt.Sprintf("which storage tensor %d shares", i+1)
		}
		if k.tensors[i].readOnly != from.tensors[i].readOnly {
			return fmt.Sprintf("whether tensor %d is read-only", i+1)
		}
	}
	if !slices.Equal(k.words, from.words) || !slices.Equal(k.strings, from.strings) {
		return "the value of a field, or the length of a slice; a field of type Number may change"
	}
	return "an offset, or whether the function finds an argument elsewhere too"
}
