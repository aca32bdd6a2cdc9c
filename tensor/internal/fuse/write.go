package fuse

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Assign computes what x waits for into the elements of dst at layout, which have x's shape
// and type; x goes on waiting. If it does not wait it is copied. The caller has locked dst.
func Assign(dst *graph.Storage, layout *broadcast.Layout, x *graph.Storage) error {
	if write(dst, layout, x) {
		return nil
	}
	done, err := assign(dst, layout, []*graph.Storage{x})
	if done || err != nil {
		return err
	}
	return Update(dst, layout, nil, []graph.Operand{{Storage: x, Layout: x.Layout}})
}

// Update computes an operation into the elements of dst at layout, of dst's type and of the
// shape of layout. The caller has locked dst.
func Update(dst *graph.Storage, layout *broadcast.Layout, o *op.Op, operands []graph.Operand) error {
	if writeNew(dst, layout, o, operands) {
		return nil
	}
	v, err := dst.Version()
	if err != nil {
		return err
	}
	return Into(dst, layout, graph.Private(v.Device, v.Type, layout, o, operands))
}

// Into is Update for an expression of which only the caller knows the root.
func Into(dst *graph.Storage, layout *broadcast.Layout, root *graph.Version) error {
	_, err := assign(dst, layout, nil, root)
	root.Let()
	return err
}

// assign computes the version of x, if that waits, or a private root, into elements of dst.
func assign(dst *graph.Storage, layout *broadcast.Layout, x []*graph.Storage, private ...*graph.Version) (done bool, err error) {
	if layout != dst.Layout {
		if err := settle(dst); err != nil {
			return false, err
		}
	}
	e := evaluations.Get().(*evaluation)
	defer e.recycle()
	err = e.retry(func() error {
		if err := e.claim.Take(x, private...); err != nil {
			return err
		}
		root := e.claim.Roots[0]
		if done = root.Waiting(); !done {
			e.claim.End(nil)
			return nil
		}
		e.to = target{root: root, storage: dst, layout: layout, device: root.Device}
		return e.to.end(e.run())
	})
	return done, err
}

// settle prepares for a write to a part of the storage: the rest has to be there. Expressions
// that read a small part are computed if that takes less than to copy the storage for them. Where that
// fails they go on waiting, and the storage is copied.
func settle(dst *graph.Storage) error {
	if err := Evaluate(dst); err != nil { // before anything is claimed: it may need what is to be written
		return err
	}
	for _, r := range dst.Few() {
		e := evaluations.Get().(*evaluation)
		_ = e.compute(nil, r)
		e.recycle()
		r.Let()
	}
	return nil
}

// target is a place for a root to be computed into: the elements of a storage at a layout.
type target struct {
	root    *graph.Version // none if nil
	storage *graph.Storage
	layout  *broadcast.Layout
	fresh   device.Buffer // of a new version of the storage, if it gets one
	device  device.Device
	aside   device.Buffer // where the elements are until they are copied to their place
	written device.Buffer // their place
}

// aim finds where the last region writes the root. That is in place if nothing else needs the
// elements that are there, else in a new version. Where the region reads others of the elements
// than those that it writes, they are put aside.
func (e *evaluation) aim(r *region, out *device.Operand) (err error) {
	t := &e.to
	old, err := t.storage.Version()
	if err != nil {
		return err
	}
	whole, overlaps := t.layout == t.storage.Layout, overlap(r.inputs, old, t.layout)
	if !whole || !overlaps {
		t.written, _ = e.claim.Own(t.storage, e.made)
	}
	switch {
	case t.written != nil && !overlaps:
		out.Buffer, out.Layout = t.written, *t.layout
		return nil
	case t.written != nil:
		out.Layout = broadcast.RowMajor(t.layout.Shape...)
		if out.Buffer, err = e.room(t.root); err == nil {
			t.aside = out.Buffer
		}
	default:
		out.Layout = *t.layout
		if out.Buffer, err = t.renew(whole); err == nil {
			t.fresh = out.Buffer
		}
	}
	return err
}

// overlap reports whether elements of a version are read that are among those at a layout, but
// not each in its place.
func overlap(inputs []graph.Arg, v *graph.Version, layout *broadcast.Layout) bool {
	for i := range inputs {
		a := &inputs[i]
		if a.Version == v && a.Layout != layout && !a.Layout.Equal(*layout) && broadcast.Overlap(*a.Layout, *layout) {
			return true
		}
	}
	return false
}

// renew returns a buffer for a new version, with the elements of the old one unless all are
// going to be written.
func (t *target) renew(whole bool) (device.Buffer, error) {
	s := t.storage
	buf, err := Alloc(t.root.Device, s.Layout.Len()*t.root.Type.Size())
	if err != nil || whole {
		return buf, err
	}
	old, err := s.Hold()
	if err == nil {
		err = duplicate(old, old.Buffer(), s.Layout, buf, s.Layout)
		old.Let()
	}
	if err != nil {
		buf.Release()
		return nil, err
	}
	return buf, nil
}

// duplicate copies all elements of a buffer, in the order of one layout, into another at a layout.
// Both buffers have elements of the version's type.
func duplicate(v *graph.Version, from device.Buffer, at *broadcast.Layout, to device.Buffer, layout *broadcast.Layout) error {
	p, err := (&grammar{inputs: []op.DType{v.Type}, outputs: []device.Value{0}}).program()
	if err != nil || slices.Contains(layout.Shape, 0) {
		return err
	}
	return v.Device.Run(context.Background(), &device.Launch{Program: p, Shape: layout.Shape,
		In:  []device.Operand{{Buffer: from, Type: v.Type, Layout: *at}},
		Out: []device.Operand{{Buffer: to, Type: v.Type, Layout: *layout}}})
}

// place copies what was put aside to where it belongs.
func (e *evaluation) place() error {
	t := &e.to
	if t.aside == nil {
		return nil
	}
	rowMajor := broadcast.RowMajor(t.layout.Shape...)
	return duplicate(t.root, t.aside, &rowMajor, t.written, t.layout)
}

// end makes what was written the storage's version.
func (t *target) end(err error) error {
	if t.aside != nil {
		t.aside.Release()
	}
	if t.fresh == nil {
		return err
	}
	if err != nil {
		t.fresh.Release()
		return err
	}
	graph.Lock()
	defer graph.Unlock()
	t.storage.Become(t.fresh, t.device)
	return nil
}
