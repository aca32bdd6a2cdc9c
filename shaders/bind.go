package shaders

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// MaxWindow bounds windows: a byte in one has an index of 31 bits.
const MaxWindow = 1<<31 - WindowAlign

// WindowAlign divides the sizes of all windows, so that no element lies in two windows.
const WindowAlign = 256

// Binding is one storage binding of a kernel. It shows the window of the buffer that begins at
// Offset, or the rest of the buffer if that is shorter. Offset is a multiple of the window.
type Binding struct {
	Buffer    device.Buffer
	Offset    int
	ReadWrite bool // written by an output; else read only
	atomic    bool // an array of atomics
	beside    bool // ReadWrite only because an output is written to another window of the buffer
}

// Bindings lists the storage bindings: the i-th goes to binding i+1 of group 0, after the uniform.
// WebGPU does not let a dispatch bind a range twice unless it is only read, so all operands in one
// window share a binding. Nor does it let a dispatch bind one buffer both as read only and as
// read-write.
func (k *Kernel) Bindings() []Binding { return k.bindings }

// enterWindow returns the first byte of the window in which an operand of a shape lies. It makes
// the operand's offset relative to that byte.
func (o *operand) enterWindow(shape []int, b device.Buffer, window int) (start int, err error) {
	if window == 0 || slices.Contains(shape, 0) || b.Len() <= window {
		return 0, nil
	}
	size := o.dtype.Size()
	lo, hi := o.bounds(shape)
	start = lo * size / window * window
	if hi*size-start > window {
		return 0, fmt.Errorf("reaches from element %d to %d, beyond its window of %d bytes", lo, hi-1, window)
	}
	o.offset -= start / size
	return start, nil
}

// bind returns the index of the window's binding. Outputs come first.
func (k *Kernel) bind(b device.Buffer, start int, write bool) int {
	beside := false
	for i, other := range k.bindings {
		if other.Buffer != b {
			continue
		}
		if other.Offset == start {
			return i
		}
		beside = beside || !write && other.ReadWrite
	}
	k.bindings = append(k.bindings, Binding{Buffer: b, Offset: start, ReadWrite: write || beside, beside: beside})
	return len(k.bindings) - 1
}

// checkBindings refuses a stage that binds more than a device takes.
func (w *Lowering) checkBindings(k *Kernel) error {
	if most := w.limits.Bindings; most > 0 && len(k.bindings) > most {
		return fmt.Errorf("a launch that binds %d windows of %d bytes; %d are the most", len(k.bindings), w.limits.Window, most)
	}
	return nil
}
