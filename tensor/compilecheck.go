package tensor

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
)

// ErrCompiled is the error of a compiled function whose bits differ from those of the function
// itself. Set WGTENSOR_COMPILE=check before the function is compiled. Then each call first runs the
// function itself, and undoes its writes to tensors. Any other effect happens twice.
var ErrCompiled = errors.New("tensor: compile: the compiled function does not do what the function does")

var checking atomic.Bool

// runChecked runs the trace. While calls are checked, it first runs the function itself, undoes its
// writes, and then compares the two.
func (c *Compiled[A, R]) runChecked(name string, t *traced, a A, args *arguments) ([]*Tensor, error) {
	if !checking.Load() {
		return t.run(name, args)
	}
	written := t.written(args)
	before, err := allBytes(written)
	if err != nil {
		return nil, err
	}
	r := c.f(a)
	var result reading
	result.read(c.out, unsafe.Pointer(&r))
	due := slices.Concat(result.tensors, written)
	dueBytes, err := allBytes(due)
	if err != nil {
		return nil, err
	}
	for i, x := range written {
		if err := x.Assign(newStored("compile", x.device, x.dtype, before[i], x.layout.Shape)); err != nil {
			return nil, err
		}
	}
	tensors, err := t.run(name, args)
	if err != nil {
		return nil, err
	}
	is := slices.Concat(tensors, written)
	isBytes, err := allBytes(is)
	if err != nil {
		return nil, err
	}
	if len(is) != len(due) {
		return nil, errCompare("the result has %s, not %d", counted(len(tensors), "tensor", "tensors"), len(result.tensors))
	}
	for i, d := range due {
		x := is[i]
		if x.DType() != d.DType() || !broadcast.SameShape(x.Shape(), d.Shape()) {
			return nil, errCompare("tensor %d of the result is %v%v, not %v%v", i+1, x.DType(), x.Shape(), d.DType(), d.Shape())
		}
		switch at := differs(isBytes[i], dueBytes[i]); {
		case at < 0:
		case i < len(tensors):
			return nil, errCompare("tensor %d of the result differs at byte %d", i+1, at)
		case !slices.Contains(args.storages[args.outs:], x.storage.Load()): // only the recording writes those
			return nil, errCompare("a tensor of %v that it writes, shape %v, differs at byte %d", x.dtype, x.layout.Shape, at)
		}
	}
	return tensors, nil
}

// written returns the tensors that the trace writes.
func (t *traced) written(a *arguments) (list []*Tensor) {
	for k, s := range a.call.Inputs {
		if t.plan.Writes(k) {
			list = append(list, fresh(t.device, s))
		}
	}
	return list
}

// allBytes reads tensors, which may be nil.
func allBytes(ts []*Tensor) (list [][]byte, err error) {
	for _, t := range ts {
		var raw []byte
		if t != nil {
			if raw, err = t.Bytes(); err != nil {
				return nil, err
			}
		}
		list = append(list, raw)
	}
	return list, nil
}

// differs returns the index of the first byte in which a and b, which are equally long, differ, or -1.
func differs(a, b []byte) int {
	for at := range a {
		if a[at] != b[at] {
			return at
		}
	}
	return -1
}

// errCompare returns an ErrCompiled that says how the two differ.
func errCompare(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrCompiled}, args...)...)
}
