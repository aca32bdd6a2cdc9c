package tensor

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// ErrCompiled is the error of a compiled function whose bits differ from those of the function
// itself. Set WGTENSOR_COMPILE=check before the function is compiled. Then each call first runs the
// function itself, and undoes its writes to tensors. Any other effect happens twice.
var ErrCompiled = errors.New("tensor: compile: the compiled function does not do what the function does")

var checking atomic.Bool

// checkpoint holds the tensors that a plan writes, with their elements before and after the function
// itself has run.
type checkpoint struct {
	tensors       []*Tensor
	before, after [][]byte
}

// begin reads the tensors that the plan writes.
func (t *traced) begin(a *arguments) (p checkpoint, err error) {
	for k := range t.sources {
		if !t.plan.Writes(k) {
			continue
		}
		s, _ := t.sources[k].of(a)
		p.tensors = append(p.tensors, fresh(t.device, t.plan.DType(k), s))
	}
	p.before, err = allBytes(p.tensors)
	return p, err
}

// undo reads the tensors after the function has run, and then gives them back their elements from
// before.
func (p *checkpoint) undo() (err error) {
	if p.after, err = allBytes(p.tensors); err != nil {
		return err
	}
	for i, x := range p.tensors {
		if err := x.Assign(newStored("compile", x.device, x.dtype, p.before[i], x.layout.Shape)); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the tensors, except those in the storages of but, with what the function itself
// wrote.
func (p *checkpoint) compare(but []*graph.Storage) error {
	is, err := allBytes(p.tensors)
	if err != nil {
		return err
	}
	for i, x := range p.tensors {
		if at := differs(is[i], p.after[i]); at >= 0 && !slices.Contains(but, x.storage.Load()) {
			return errCompare("a tensor of %v that it writes, shape %v, differs at byte %d", x.dtype, x.layout.Shape, at)
		}
	}
	return nil
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

// compareResults compares the tensors of a result with those due, which had these bytes.
func compareResults(is, due []*Tensor, dueBytes [][]byte) error {
	raw, err := allBytes(is)
	if err != nil {
		return err
	}
	for i, d := range due {
		if is[i].DType() != d.DType() || !broadcast.SameShape(is[i].Shape(), d.Shape()) {
			return errCompare("tensor %d of the result is %v%v, not %v%v", i+1, is[i].DType(), is[i].Shape(), d.DType(), d.Shape())
		}
		if at := differs(raw[i], dueBytes[i]); at >= 0 {
			return errCompare("tensor %d of the result differs at byte %d", i+1, at)
		}
	}
	return nil
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

// runChecked runs the trace. While calls are checked, it first runs the function itself, undoes its
// writes, and then compares the two.
func (c *Compiled[A, R]) runChecked(name string, t *traced, a A, args *arguments) ([]*Tensor, error) {
	if !checking.Load() {
		return t.run(name, args)
	}
	p, err := t.begin(args)
	if err != nil {
		return nil, err
	}
	r := c.f(a)
	var leaves reading
	leaves.read(c.out, unsafe.Pointer(&r))
	due, err := allBytes(leaves.tensors)
	if err != nil {
		return nil, err
	}
	if err := p.undo(); err != nil {
		return nil, err
	}
	tensors, err := t.run(name, args)
	if err != nil {
		return nil, err
	}
	if err = compareResults(tensors, leaves.tensors, due); err == nil {
		err = p.compare(args.storages[args.outs:])
	}
	return tensors, err
}

// errCompare returns an ErrCompiled that says how the two differ.
func errCompare(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrCompiled}, args...)...)
}
