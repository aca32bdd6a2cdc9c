package fuse

import (
	"cmp"
	"context"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Update computes an operation into the elements of dst at layout. The result has dst's type and
// layout's shape. A nil o copies the argument: its expression is computed straight into dst, and goes
// on waiting. A store goes over the whole layout of dst, and what it keeps is what lies there. Update
// takes over the references of the arguments. The caller has locked dst.
//
// If the result depends on a place that may be wrong, Update waits, and returns an index error. dst
// then keeps its elements.
func Update(d device.Device, dst *graph.Storage, layout *broadcast.Layout, o *op.Op, form *graph.Form, args []graph.Arg) error {
	e := begin(context.Background(), d)
	e.dst = dst
	if e.write == nil {
		e.write = &graph.Version{}
	}
	e.write.Wait(dst.DType(), layout, o, form, args)
	err := e.prepare(dst, layout)
	if err == nil {
		err = e.compute([]*graph.Version{e.write})
	}
	if e.write.Waiting() {
		e.write.Drop()
	} else {
		err = cmp.Or(err, e.replace())
		e.write = nil
	}
	if e.stored != nil {
		err = cmp.Or(err, e.stored.Settle(context.Background(), d))
		e.stored = nil
	}
	e.recycle()
	return err
}

// replace makes the write the version of its target, unless an index error comes.
func (e *evaluation) replace() error {
	faults := e.write.Faults()
	if old, err := e.dst.Version(); err == nil && e.keepsOld {
		faults = faults.Add(old.Faults())
	}
	if err := faults.Settle(context.Background(), e.device); err != nil {
		e.write.Let()
		return err
	}
	e.write.SetFaults(nil)
	e.dst.Replace(e.write)
	return nil
}

// prepare prepares for a write to a part of the storage. The other elements must be stored.
// Expressions that read a small part are computed if that takes less than a copy of the storage. If
// computing them fails they go on waiting, and the storage is copied.
func (e *evaluation) prepare(dst *graph.Storage, layout *broadcast.Layout) error {
	e.keepsOld = e.write.Expr.Store() != nil || !overwrites(layout, dst.Layout())
	if !e.keepsOld {
		return nil
	}
	if !dst.Stored() {
		// It is computed before the write claims versions, because it may need the old elements.
		if err := e.computeAll(dst); err != nil {
			return err
		}
	}
	for _, r := range dst.Readers() {
		_ = e.compute([]*graph.Version{r})
		r.Let()
	}
	return nil
}

// overwrites reports whether a write at the layout, which has no element twice, writes all elements of
// a storage.
func overwrites(layout, storage *broadcast.Layout) bool {
	return layout == storage || layout.Len() == storage.Len()
}

// target is where a write puts its result: the elements of a storage at the layout of the write.
type target struct {
	dst     *graph.Storage // of Update
	write   *graph.Version // the result, which no storage has; it is stored only to become dst's version
	written *graph.Version // of dst, if it is written in place
	aside   bool           // the result of a write in place is computed elsewhere, and then copied

	keepsOld bool         // the write leaves elements of dst as they are
	stored   graph.Faults // of a store in place, which writes nothing if there is an error
}

// aim finds where the last region puts the result of the write: in place if nothing else needs the
// old elements and no index error may stop it. Otherwise it goes to a new version. If the region
// reads old elements at other positions than it writes, its result first goes to a buffer aside. If the
// storage is released meanwhile, it has another layout, so only the layout of the version counts.
func (e *evaluation) aim(r *region) (device.Buffer, error) {
	old, err := e.dst.Version()
	if err != nil {
		return nil, err
	}
	layout, inPlace := e.write.Layout, e.given == nil && r.strips == nil // an error after a strip would leave half of the elements
	overlaps := e.overlap(r, old, layout)
	if e.write.Expr.Store() != nil { // if there is an index error, it writes nothing
		inPlace = inPlace && !overlaps
	} else {
		inPlace = inPlace && r.checks == 0 && (!overlaps || !overwrites(layout, old.Layout))
	}
	if inPlace {
		if v, ok := e.dst.Own(e.claim.Reads(old)); ok {
			e.written, e.aside = v, overlaps
		}
	}
	switch {
	case e.written == nil:
		return e.renew(old.Layout)
	case e.aside:
		return graph.Alloc(e.device, e.write.Bytes())
	default:
		return e.written.Buffer(), nil
	}
}

// overlap reports whether the region reads elements of v that also lie at the layout, but in
// another order. A store shares no elements with what it reads.
func (e *evaluation) overlap(r *region, v *graph.Version, layout *broadcast.Layout) bool {
	p, store := r.launch.Program, e.write.Expr.Store()
	if store != nil {
		layout = store.At
	}
	for i, u := range r.inputs {
		a := e.argument(u)
		if a.Version != v {
			continue
		}
		same := store == nil && p.Input(i).Places == 0 && p.Input(i).Level == p.OutputLevel(len(r.outputs)-1) && (a.Layout == layout || a.Layout.Equal(*layout))
		if !same && broadcast.Overlap(*a.Layout, *layout) {
			return true
		}
	}
	return false
}

// renew returns a buffer for a new version of the target, which has the layout. The buffer has the
// elements of the old version that are not going to be overwritten.
func (e *evaluation) renew(layout *broadcast.Layout) (device.Buffer, error) {
	buf, err := graph.Alloc(e.device, layout.Len()*e.write.Type.Size())
	if err != nil || !e.keepsOld {
		return buf, err
	}
	old, err := e.dst.Hold(e.ctx)
	if err == nil {
		kept := []broadcast.Layout{*old.Layout}
		if e.write.Expr.Store() == nil {
			kept = toCopy(e.device.Info().Kind, old.Layout, e.write.Layout, old.Type.Size())
		}
		for _, l := range kept {
			if err == nil {
				err = e.duplicate(old.Type, old.Buffer(), &l, buf, &l)
			}
		}
		old.Let()
	}
	if err != nil {
		buf.Release()
		return nil, err
	}
	return buf, nil
}

// inPlace reports whether a node is a write that goes straight to the elements of its target.
func (t *target) inPlace(n *graph.Version) bool { return n == t.write && t.written != nil && !t.aside }

// endWrite ends a write in place. The write goes on waiting, and has no buffer.
func (e *evaluation) endWrite() {
	if e.written == nil {
		return
	}
	e.written.Written()
	if made := &e.write.Expr.Made; *made != nil {
		(*made).Release()
		*made = nil
	}
	e.written, e.aside = nil, false
}
