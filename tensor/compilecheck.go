package tensor

import (
	"bytes"
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

// checkpoint holds the tensors that a plan writes, with their bytes before and after the function
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
		s := t.sources[k].captured
		if s == nil {
			s = a.storages[t.sources[k].tensor]
		}
		x := &Tensor{layout: s.Layout(), device: t.device, dtype: t.plan.DType(k)}
		x.storage.Store(s)
		raw, err := x.Bytes()
		if err != nil {
			return p, err
		}
		p.tensors, p.before = append(p.tensors, x), append(p.before, raw)
	}
	return p, nil
}

// undo reads the tensors after the function has run, and then gives them back their elements from
// before.
func (p *checkpoint) undo() error {
	for i, x := range p.tensors {
		raw, err := x.Bytes()
		if err != nil {
			return err
		}
		p.after = append(p.after, raw)
		before := FromBytesOn(x.device, x.dtype, p.before[i], x.layout.Shape...)
		if err := x.Assign(before); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the tensors, except those in the storages of but, with what the function itself
// wrote.
func (p *checkpoint) compare(but []*graph.Storage) error {
	for i, x := range p.tensors {
		if slices.Contains(but, x.storage.Load()) {
			continue
		}
		raw, err := x.Bytes()
		if err != nil {
			return err
		}
		if !bytes.Equal(raw, p.after[i]) {
			return errCompare("a tensor of %v that it writes, shape %v, differs at byte %d", x.dtype, x.layout.Shape, differs(raw, p.after[i]))
		}
	}
	return nil
}

// element is a tensor of a result, read back.
type element struct {
	dtype DType
	shape []int
	raw   []byte
}

func elementsOf(ts []*Tensor) (list []element, err error) {
	for _, t := range ts {
		e := element{dtype: t.DType(), shape: t.Shape()}
		if t != nil {
			if e.raw, err = t.Bytes(); err != nil {
				return nil, err
			}
		}
		list = append(list, e)
	}
	return list, nil
}

func compareElements(is, due []element) error {
	for i := range due {
		if is[i].dtype != due[i].dtype || !broadcast.SameShape(is[i].shape, due[i].shape) {
			return errCompare("tensor %d of the result is %v%v, not %v%v", i+1, is[i].dtype, is[i].shape, due[i].dtype, due[i].shape)
		}
		if !bytes.Equal(is[i].raw, due[i].raw) {
			return errCompare("tensor %d of the result differs at byte %d", i+1, differs(is[i].raw, due[i].raw))
		}
	}
	return nil
}

// differs returns the index of the first byte in which a and b differ.
func differs(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// plain runs the function itself, and undoes its writes. It returns the elements of its result.
func (c *Compiled[A, R]) plain(t *traced, a A, args *arguments) (due []element, p checkpoint, err error) {
	if p, err = t.begin(args); err != nil {
		return nil, p, err
	}
	r := c.f(a)
	var leaves reading
	leaves.read(c.out, unsafe.Pointer(&r))
	if due, err = elementsOf(leaves.tensors); err == nil {
		err = p.undo()
	}
	return due, p, err
}

// checkCall is Call, compared to the function itself.
func (c *Compiled[A, R]) checkCall(t *traced, a A, args *arguments) (r R) {
	due, p, err := c.plain(t, a, args)
	tensors := t.run("call", args)
	if err == nil {
		var is []element
		if is, err = elementsOf(tensors); err == nil {
			err = compareElements(is, due)
		}
	}
	if err == nil {
		err = p.compare(nil)
	}
	for i := range tensors {
		if err != nil && tensors[i] != nil {
			tensors[i] = fail(err)
		}
	}
	return c.withSlices(tensors, t.lengths)
}

// checkInto is Into, compared to the function itself.
func (c *Compiled[A, R]) checkInto(t *traced, a A, args *arguments) error {
	due, p, err := c.plain(t, a, args)
	if err != nil {
		return err
	}
	if err := t.runInto(args); err != nil {
		return err
	}
	is, err := elementsOf(args.tensors[args.outs:])
	if err != nil {
		return err
	}
	if err := compareElements(is, due); err != nil {
		return err
	}
	return p.compare(args.storages[args.outs:])
}

// errCompare returns an ErrCompiled that says how the two differ.
func errCompare(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrCompiled}, args...)...)
}
