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

// keepElements gives the new buffer of a store the elements that the store keeps, or gives it back.
func (e *evaluation) keepElements(n *graph.Version, buf device.Buffer) (err error) {
	kept := &n.Expr.Args[len(n.Expr.Args)-1]
	switch {
	case n == e.write || n.Expr.Store().All: // they are there, or there are none
	case kept.IsScalar():
		var p *device.Program
		if p, err = fills(n.Type); err == nil {
			err = e.runCopy(&device.Launch{Program: p, Shape: n.Layout.Shape, Scalars: []op.Scalar{kept.Scalar},
				Out: []device.Operand{{Buffer: buf, Type: n.Type, Layout: *n.Layout}}})
		}
	default:
		if kept.Version.Expr != nil {
			e.old = graph.Faults(nil).Add(kept.Version.Expr.Faults())
		}
		err = e.duplicate(n.Type, bufferOf(kept.Version), kept.Layout, buf, n.Layout)
	}
	if err != nil {
		buf.Release()
	}
	return err
}

// bufferOf returns the buffer of a version that is stored, or that an earlier launch has computed.
func bufferOf(v *graph.Version) device.Buffer {
	if v.Waiting() {
		return v.Expr.Made
	}
	return v.Buffer()
}
