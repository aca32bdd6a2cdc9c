package fuse

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Assign computes x's expression into the elements of dst at layout, which have x's shape and type.
// x goes on waiting. If x does not wait, it is copied. The caller has locked dst.
func Assign(d device.Device, dst *graph.Storage, layout *broadcast.Layout, x *graph.Storage) error {
	if !x.Stored() {
		e := evaluations.Get().(*evaluation)
		done, err := e.assign(d, dst, layout, []*graph.Storage{x}, nil, nil)
		e.recycle()
		if done || err != nil {
			return err
		}
	} // else, or if it was computed meanwhile
	return Update(d, dst, layout, nil, []graph.Operand{{Storage: x, Layout: x.Layout()}})
}

// Update computes an operation into the elements of dst at layout. The result has dst's type and
// layout's shape. The caller has locked dst.
func Update(d device.Device, dst *graph.Storage, layout *broadcast.Layout, o *op.Op, operands []graph.Operand) error {
	v, err := dst.Version()
	if err != nil {
		return err
	}
	e := evaluations.Get().(*evaluation)
	e.write.Read(v.Type, layout, o, operands)
	_, err = e.assign(d, dst, layout, nil, nil, &e.write)
	e.write.Drop()
	e.recycle()
	return err
}

// Into computes a waiting version into the elements of dst at layout, which have its shape and
// type. Only the caller knows the version, and has locked dst.
func Into(d device.Device, dst *graph.Storage, layout *broadcast.Layout, root *graph.Version) error {
	e := evaluations.Get().(*evaluation)
	_, err := e.assign(d, dst, layout, nil, []*graph.Version{root}, nil)
	root.Let()
	e.recycle()
	return err
}

// assign computes one expression into elements of dst. The expression is write, or it is the
// expression of x's version or of a private version, which only the caller knows. assign reports
// false if x no longer waits.
func (e *evaluation) assign(d device.Device, dst *graph.Storage, layout *broadcast.Layout, x []*graph.Storage, private []*graph.Version, write *graph.Expr) (done bool, err error) {
	e.ctx = context.Background()
	if layout != dst.Layout() {
		if err := e.prepare(d, dst); err != nil {
			return false, err
		}
	}
	for e.keeps = true; ; e.keeps = false {
		if err := e.claim.Take(e.ctx, x, private, write); err != nil {
			return false, err
		}
		root := write
		if root == nil {
			if !e.claim.Roots[0].Waiting() {
				e.claim.End()
				return false, nil
			}
			root = e.claim.Roots[0].Expr
		}
		e.to = target{root: root, storage: dst, layout: layout}
		err := e.run(d)
		e.to.end(&e.claim, err)
		if e.to = (target{}); !e.again(err) {
			return true, err
		}
	}
}

// prepare prepares for a write to a part of the storage, whose other elements must be stored.
// Expressions that read a small part are computed if that takes less than a copy of the storage. If
// computing them fails they go on waiting, and the storage is copied.
func (e *evaluation) prepare(d device.Device, dst *graph.Storage) error {
	if !dst.Stored() {
		// It is computed before the write claims versions, because it may need the old elements.
		if err := e.compute(d, []*graph.Storage{dst}, nil); err != nil {
			return err
		}
	}
	for _, r := range dst.Few() {
		_ = e.compute(d, nil, []*graph.Version{r})
		r.Let()
	}
	return nil
}

// target is where a root is computed: the elements of a storage at a layout.
type target struct {
	root    *graph.Expr // none if nil
	storage *graph.Storage
	layout  *broadcast.Layout
	fresh   device.Buffer // of a new version of the storage, if it gets one
	aside   device.Buffer // where the elements are until they are copied to written
	written device.Buffer // where they belong
}

// aim finds where the last region writes the root: in place if nothing else needs the old elements,
// otherwise in a new version. If the region reads old elements at other positions than it writes,
// its result first goes to a buffer aside.
func (e *evaluation) aim(r *region, out *device.Operand) (err error) {
	t := &e.to
	old, err := t.storage.Version()
	if err != nil {
		return err
	}
	whole, overlaps := t.layout == t.storage.Layout(), e.overlap(r, old, t.layout)
	if !whole || !overlaps {
		if v, ok := e.claim.Own(t.storage); ok {
			t.written = v.Buffer()
		}
	}
	switch {
	case t.written != nil && !overlaps:
		out.Buffer, out.Layout = t.written, *t.layout
	case t.written != nil:
		out.Layout = broadcast.RowMajor(t.layout.Shape...)
		if out.Buffer, err = e.room(t.layout.Len() * t.root.Type.Size()); err == nil {
			t.aside = out.Buffer
		}
	default:
		out.Layout = *t.layout
		if out.Buffer, err = e.renew(whole); err == nil {
			t.fresh = out.Buffer
		}
	}
	return err
}

// overlap reports whether the region reads elements of v that also lie at the layout, but in
// another order.
func (c *cutter) overlap(r *region, v *graph.Version, layout *broadcast.Layout) bool {
	for _, u := range r.inputs {
		if a := c.argument(u); a.Version == v && a.Layout != layout && !a.Layout.Equal(*layout) && broadcast.Overlap(*a.Layout, *layout) {
			return true
		}
	}
	return false
}

// renew returns a buffer for a new version of the target, with the elements of the old one unless
// all are going to be overwritten.
func (e *evaluation) renew(whole bool) (device.Buffer, error) {
	t := &e.to
	buf, err := alloc(&e.claim, e.device, t.storage.Layout().Len()*t.root.Type.Size())
	if err != nil || whole {
		return buf, err
	}
	old, err := t.storage.Hold(e.ctx)
	if err == nil {
		err = e.copyOld(old, buf)
		old.Let()
	}
	if err != nil {
		buf.Release()
		return nil, err
	}
	return buf, nil
}

// copyOld copies the old version of the target to a buffer. It leaves out the elements that are going
// to be written, where that takes less time.
func (e *evaluation) copyOld(old *graph.Version, buf device.Buffer) error {
	whole := e.to.storage.Layout()
	layouts := rest(e.device.Info().Kind, whole, e.to.layout, old.Type.Size())
	if layouts == nil {
		layouts = []broadcast.Layout{*whole}
	}
	for i := range layouts {
		if err := e.duplicate(old.Type, old.Buffer(), &layouts[i], buf, &layouts[i]); err != nil {
			return err
		}
	}
	return nil
}

// duplicate copies all elements of a buffer, in the order of one layout, into another at a layout.
// Both buffers have elements of the type.
func (e *evaluation) duplicate(dt op.DType, from device.Buffer, at *broadcast.Layout, to device.Buffer, layout *broadcast.Layout) error {
	p, err := Copies(dt)
	if err != nil || slices.Contains(layout.Shape, 0) {
		return err
	}
	return e.device.Run(e.ctx, &device.Launch{Program: p, Shape: layout.Shape,
		In:  []device.Operand{{Buffer: from, Type: dt, Layout: *at}},
		Out: []device.Operand{{Buffer: to, Type: dt, Layout: *layout}}})
}

// copyAside copies the elements that were put aside to where they belong.
func (e *evaluation) copyAside() error {
	t := &e.to
	if t.aside == nil {
		return nil
	}
	rowMajor := broadcast.RowMajor(t.layout.Shape...)
	return e.duplicate(t.root.Type, t.aside, &rowMajor, t.written, t.layout)
}

// end makes a fresh buffer the storage's version, or releases it after an error.
func (t *target) end(c *graph.Claim, err error) {
	if t.aside != nil {
		t.aside.Release()
	}
	switch {
	case t.fresh == nil:
	case err != nil:
		t.fresh.Release()
	default:
		c.Renew(t.storage, t.fresh)
	}
}
