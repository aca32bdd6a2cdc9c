package tensor

import (
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// composer makes the storages of a composition; it is an op.Maker.
type composer struct{ *call }

func (composer) Scalar(dt DType, v op.Scalar) graph.Operand {
	return graph.Operand{Type: dt, Scalar: v}
}

func (composer) Known(a graph.Operand) (op.Scalar, bool) { return a.Scalar, a.Storage == nil }

func (s composer) Apply(o *op.Op, result DType, args []graph.Operand) graph.Operand {
	return s.step(s.wait(result, o, args...))
}
