package tensor

import (
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// composer makes the nodes of a composition; it is an op.Maker.
type composer struct{ *call }

func (composer) Scalar(dt DType, v op.Scalar) graph.Arg { return graph.Arg{Type: dt, Scalar: v} }

func (composer) Known(a graph.Arg) (op.Scalar, bool) { return a.Scalar, a.Node == nil }

func (s composer) Apply(o *op.Op, result DType, args []graph.Arg) graph.Arg {
	return s.step(s.wait(result, o, args...))
}
