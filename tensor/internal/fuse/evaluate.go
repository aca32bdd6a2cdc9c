package fuse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Evaluate computes and stores the roots, which are all of one device. It returns when the work is
// queued; reading a buffer waits for it. After an error, versions that were not computed go on
// waiting, and may be asked for again. When ctx has ended, no more launches begin. A launch under
// way is abandoned if the device can.
func Evaluate(ctx context.Context, d device.Device, roots ...*graph.Storage) error {
	if len(roots) == 1 && roots[0].Stored() {
		return nil
	}
	e := begin(ctx, d)
	err := e.computeAll(roots...)
	e.recycle()
	return err
}

// evaluation is the state of one evaluation. It is used again, so nothing else may refer to its parts
// after the end.
type evaluation struct {
	claim  graph.Claim
	ctx    context.Context
	warmer device.Warmer // only in a Warmup, which computes nothing
	roots  []*graph.Version
	target
	schedules
	doubts
	numbers []int32 // of the scalars of the launch: see Recorder
	strip   int     // that is launched
}

var evaluations = sync.Pool{New: func() any { return new(evaluation) }}

// begin returns an evaluation on a device, until recycle.
func begin(ctx context.Context, d device.Device) *evaluation {
	e := evaluations.Get().(*evaluation)
	e.ctx = ctx
	e.setDevice(d)
	return e
}

// recycle keeps the evaluation for the next one.
func (e *evaluation) recycle() {
	e.ctx, e.warmer, e.dst = nil, nil, nil
	evaluations.Put(e)
}

// computeAll computes and stores the current versions of storages.
func (e *evaluation) computeAll(storages ...*graph.Storage) error {
	for _, s := range storages {
		e.roots = append(e.roots, s.Acquire())
	}
	err := e.compute(e.roots)
	for i, v := range e.roots {
		v.Let()
		e.roots[i] = nil
	}
	e.roots = e.roots[:0]
	return err
}

// compute computes and stores versions, which the caller holds. If memory is short because results
// were saved for later, it tries again and saves none.
func (e *evaluation) compute(roots []*graph.Version) error {
	for e.saves = true; ; e.saves = false {
		if err := e.claim.Take(e.ctx, roots); err != nil {
			return err
		}
		err := e.run(roots)
		if e.saved == 0 || !errors.Is(err, device.ErrOutOfMemory) {
			return err
		}
	}
}

// run computes what has been claimed. It stores the roots. Elements that were put aside go to where
// they belong.
func (e *evaluation) run(roots []*graph.Version) error {
	defer e.end()
	if len(e.claim.Nodes) == 0 {
		return nil
	}
	s, err := e.find(e.claim.Nodes, roots)
	if err != nil {
		return err
	}
	if err := e.launchAll(s); err != nil {
		return err
	}
	for _, n := range e.nodes {
		n.Expr.Reached = n.Expr.Reached || e.warmer == nil
	}
	if !e.aside {
		return nil
	}
	rowMajor := broadcast.RowMajor(e.write.Layout.Shape...)
	return e.duplicate(e.write.Type, e.write.Expr.Made, &rowMajor, e.written.Buffer(), e.write.Layout)
}

// launchAll launches the regions of a schedule in their order. If one fails, joined results are not stored:
// some of their parts may be missing.
func (e *evaluation) launchAll(s *schedule) (err error) {
	done := false // also if the device panics
	defer func() {
		if !done {
			e.dropJoined()
		}
	}()
	for _, at := range s.order {
		r := &s.regions[at]
		switch {
		case r.strips == nil:
			err = e.launch(r)
		case r.strips.last() == at: // those before wait for it
			err = e.launchStrips(s, r.strips)
		}
		if err != nil {
			return err
		}
	}
	done = true
	return nil
}

// end stores the versions that were computed, also after an error.
func (e *evaluation) end() {
	e.endWrite()
	if e.warmer != nil {
		for _, n := range e.nodes {
			n.Expr.Made = nil
		}
	}
	e.claim.End()
	e.nodes = nil
}

// launch launches one region, and notes the buffers that it fills or gives them back.
func (e *evaluation) launch(r *region) error {
	if err := e.ctx.Err(); err != nil {
		return err
	}
	e.bind(r)
	err := e.alloc(r)
	if l := &r.launch; err == nil && (r.runs || e.recorder != nil) { // a run of an empty one passes errors on
		if e.aside { // the last output has another layout
			once, last := *l, len(l.Out)-1
			once.Out = slices.Clone(l.Out)
			rowMajor := broadcast.RowMajor(e.write.Layout.Shape...)
			once.Out[last].Layout = r.lay(l.Program.OutputLevel(last), &rowMajor, 0)
			l = &once
		}
		if r.strips != nil {
			l = e.part(r, l)
		}
		if err = e.hand(l); err != nil {
			err = fmt.Errorf("%s: %w", l.Program.Name(), err)
		}
	}
	for i, at := range r.outputs {
		switch n, buf := e.nodes[at], r.launch.Out[i].Buffer; {
		case e.inPlace(n) || n.Expr.Whole != nil: // the buffer is that of the version, or of the whole
		case err == nil:
			n.Expr.Made = buf
		case buf != nil:
			buf.Release()
			n.Expr.Made = nil
		}
	}
	if e.any() {
		e.tell(r)
	}
	unbind(&r.launch)
	return err
}

// bind sets the buffers, offsets and scalars that the launch of a region reads, and its Fault.
func (e *evaluation) bind(r *region) {
	for i, u := range r.inputs {
		a, in := e.argument(u), &r.launch.In[i]
		in.Layout.Offset = a.Layout.Offset
		switch v := a.Version; {
		case v == nil: // a position
		case v.Expr == nil:
			in.Buffer = v.Buffer()
		default: // an earlier launch has computed it, or it has faults
			in.Buffer = bufferOf(v)
			e.doubt(r, i, v.Expr.Faults())
		}
	}
	if r.checks != 0 {
		e.fault(r)
	}
	e.numbers = e.numbers[:0]
	for i, u := range r.scalars {
		a := e.argument(u)
		r.launch.Scalars[i] = a.Scalar
		e.numbers = append(e.numbers, a.Number)
	}
}

// unbind drops the buffers of a launch, so that it keeps none alive.
func unbind(l *device.Launch) {
	for k := range len(l.Out) + len(l.In) {
		l.Operand(k).Buffer = nil
	}
	l.Fault = nil
}

// alloc finds buffers for the outputs of a region.
func (e *evaluation) alloc(r *region) (err error) {
	for i, at := range r.outputs {
		n, out := e.nodes[at], &r.launch.Out[i]
		out.Layout.Offset = n.Layout.Offset
		switch whole := n.Expr.Whole; {
		case n.Expr.Made != nil: // for the strip before
			out.Buffer = n.Expr.Made
		case n == e.write && e.warmer == nil:
			out.Buffer, err = e.aim(r)
		case whole == nil:
			out.Buffer, err = e.room(n, r.room(i))
		default:
			if whole.Expr.Made == nil {
				whole.Expr.Made, err = e.room(whole, whole.Bytes())
			}
			out.Buffer = whole.Expr.Made
		}
		if store := n.Expr.Store(); store != nil && err == nil {
			out.Layout.Offset = store.At.Offset
			err = e.keepElements(r, n, out.Buffer)
		}
		if err != nil {
			out.Buffer = nil
			return err
		}
	}
	return nil
}

// room returns a buffer for the elements of a node.
func (e *evaluation) room(n *graph.Version, bytes int) (device.Buffer, error) {
	if e.warmer != nil {
		return &emptyBuffer{bytes, slices.Contains(e.roots, n)}, nil
	}
	return graph.Alloc(e.device, bytes)
}

// dropJoined gives back the buffers of nodes that are joined of parts.
func (e *evaluation) dropJoined() {
	for _, n := range e.nodes {
		if x := n.Expr; x.Joins() && x.Made != nil {
			x.Made.Release()
			x.Made = nil
			x.SetFaults(nil)
		}
	}
}

// hand gives the launch to the device.
func (e *evaluation) hand(l *device.Launch) error {
	if e.warmer != nil {
		return e.warmer.Warm(l)
	}
	if e.recorder != nil {
		return e.recorder.Record(l, e.numbers, e.own)
	}
	err := e.device.Run(e.ctx, l)
	if e.own != nil && !e.device.Info().Kind.Queues() {
		e.own.SetKnown()
	}
	return err
}
