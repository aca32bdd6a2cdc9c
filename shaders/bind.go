package shaders

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Binding is one storage binding of a kernel, of the whole buffer.
type Binding struct {
	Buffer    device.Buffer
	ReadWrite bool // written by an output; else read only
	atomic    bool // declared as array<atomic<u32>>
}

// Bindings lists the storage bindings: the i-th goes to binding i+1 of group 0, after
// the uniform. WebGPU does not let a dispatch bind a buffer twice unless it is only
// read, so all operands in one buffer share a binding.
func (k *Kernel) Bindings() []Binding { return k.bindings }

// bind returns the index of the buffer's binding. Outputs come first.
func (k *Kernel) bind(b device.Buffer, write bool) int {
	for i := range k.bindings {
		if k.bindings[i].Buffer == b {
			return i
		}
	}
	k.bindings = append(k.bindings, Binding{Buffer: b, ReadWrite: write})
	return len(k.bindings) - 1
}

// store is how an output's elements reach their words.
type store uint8

const (
	whole  store = iota // the element is a word
	packed              // a thread computes all elements of its word
	atomic              // a thread replaces its byte, others may replace theirs
)

func (s store) String() string { return [...]string{"", " packed", " atomic"}[s] }

// chooseStores decides how outputs of less than a word are written. Packed needs
// every thread to own its words: the elements lie without gaps and begin at a word,
// and no output of the same buffer puts single bytes between them.
func (k *Kernel) chooseStores(outputs int) {
	outs := k.operands[:outputs]
	for i, o := range outs {
		a := k.plan.Operands[i]
		if small(o.dtype) && (a.Class != broadcast.Contiguous || a.Offset%perWord != 0) {
			k.bindings[o.binding].atomic = true
		}
	}
	for i := range outs {
		switch o := &outs[i]; {
		case !small(o.dtype):
		case k.bindings[o.binding].atomic:
			o.store = atomic
		default:
			o.store = packed
			k.each = perWord
		}
	}
}

// perWord is the number of small elements in a word, which are all bytes.
const perWord = 4

// small reports whether several elements share a word.
func small(dt op.DType) bool { return dt.Size() < perWord }
