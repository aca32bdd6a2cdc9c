package fuse

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Copies returns the program that copies elements of a type.
func Copies(dt op.DType) (*device.Program, error) {
	d := draft{types: []op.DType{dt}, inputs: []device.Input{{Type: dt}}, outputs: []device.Output{{}}}
	return d.program(0)
}

// fills returns the program that fills a tensor with a scalar of a type.
func fills(dt op.DType) (*device.Program, error) {
	d := draft{types: []op.DType{dt}, outputs: []device.Output{{}}}
	return d.program(1)
}

// duplicate copies all elements of a buffer, in the order of one layout, into another at a layout.
func (e *evaluation) duplicate(dt op.DType, from device.Buffer, at *broadcast.Layout, to device.Buffer, layout *broadcast.Layout) error {
	p, err := Copies(dt)
	if err != nil {
		return err
	}
	return e.runCopy(&device.Launch{Program: p, Shape: layout.Shape,
		In:  []device.Operand{{Buffer: from, Type: dt, Layout: *at}},
		Out: []device.Operand{{Buffer: to, Type: dt, Layout: *layout}}})
}

// runCopy gives a launch to the device that belongs to no region.
func (e *evaluation) runCopy(l *device.Launch) error {
	switch {
	case slices.Contains(l.Shape, 0):
		return nil
	case e.warmer != nil:
		return e.warmer.Warm(l)
	}
	return e.device.Run(e.ctx, l)
}

// keepElements gives the new buffer of the store of a region the elements that it keeps, or gives it back.
func (e *evaluation) keepElements(r *region, n *graph.Version, buf device.Buffer) (err error) {
	if n == e.write || n.Expr.Store().All { // they are there, or there are none
		return nil
	}
	kept, l := &n.Expr.Args[len(n.Expr.Args)-1], &r.keeps
	if l.Program == nil {
		err = layKept(l, n, kept)
	}
	if err == nil {
		l.Out[0].Buffer, l.Out[0].Layout.Offset = buf, n.Layout.Offset
		if kept.IsScalar() {
			l.Scalars[0] = kept.Scalar
		} else {
			if kept.Version.Expr != nil {
				e.old = graph.Faults(nil).Add(kept.Version.Expr.Faults())
			}
			l.In[0].Buffer, l.In[0].Layout.Offset = bufferOf(kept.Version), kept.Layout.Offset
		}
		err = e.runCopy(l)
		unbind(l)
	}
	if err != nil {
		buf.Release()
	}
	return err
}

// layKept makes l the launch that gives a store the elements that it keeps, without buffers, offsets and scalars.
func layKept(l *device.Launch, n *graph.Version, kept *graph.Arg) (err error) {
	if kept.IsScalar() {
		l.Program, err = fills(n.Type)
		l.Scalars = make([]op.Scalar, 1)
	} else {
		l.Program, err = Copies(n.Type)
		l.In = []device.Operand{{Type: n.Type, Layout: *kept.Layout}}
	}
	l.Shape, l.Out = n.Layout.Shape, []device.Operand{{Type: n.Type, Layout: *n.Layout}}
	return err
}

// bufferOf returns the buffer of a version that is stored, or that an earlier launch has computed.
func bufferOf(v *graph.Version) device.Buffer {
	if v.Waiting() {
		return v.Expr.Made
	}
	return v.Buffer()
}
