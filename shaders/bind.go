package shaders

import "github.com/wgtensor/wgtensor/device"

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
