package graph

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// NewPart returns a part of a version that is joined of parts: InitJoined makes it. The layout shows
// where the part lies among the elements of that version. A nil o copies the argument. Its
// expression is computed straight into the part. NewPart takes over the reference of the argument.
func NewPart(dt op.DType, layout *broadcast.Layout, o *op.Op, arg Arg) *Version {
	args := []Arg{arg}
	v := &Version{small: small(dt, layout, args)}
	v.Wait(dt, layout, o, nil, args)
	return v
}

// InitJoined gives s, a zero Storage, a waiting version that is joined of parts, and one handle. The
// version is row-major over the layout's shape. Each of its elements lies in exactly one of the parts.
// InitJoined takes over the parts, and returns s.
func (s *Storage) InitJoined(dt op.DType, layout *broadcast.Layout, parts []*Version) *Storage {
	var room [4]Arg
	args := room[:0]
	for _, p := range parts {
		args = append(args, Arg{Version: p, Layout: p.Layout})
	}
	return s.Init(dt, layout, nil, joined, args...)
}

// Part is a part of a version that waits to be joined.
type Part struct {
	Layout *broadcast.Layout // where it lies in the version
	Op     *op.Op            // a conversion, or nil
	Arg    Arg
}

// Parts returns the parts that s waits to be joined of, with references to what they read. It returns none
// if s does not wait for that, or if another evaluation is computing it.
func (s *Storage) Parts() (all []Part) {
	if s.Stored() {
		return nil
	}
	v := s.Acquire()
	defer v.Let()
	if _, ok := v.claim(nextNumber()); !ok {
		return nil
	}
	defer v.free(false)
	if !v.Expr.Joins() {
		return nil
	}
	for i := range v.Expr.Args {
		a := &v.Expr.Args[i]
		part := Part{a.Layout, a.Version.Expr.Op, a.Version.Expr.Args[0]}
		if part.Arg.Version != nil {
			part.Arg.Version.Ref()
		}
		all = append(all, part)
	}
	return all
}
