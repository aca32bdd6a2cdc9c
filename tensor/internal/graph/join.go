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
	args := make([]Arg, len(parts))
	for i, p := range parts {
		args[i] = Arg{Version: p, Layout: p.Layout}
	}
	return s.Init(dt, layout, nil, joined, args...)
}
