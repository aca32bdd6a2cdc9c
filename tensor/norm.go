package tensor

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// norm is defined by its steps. Sums are exact, so of orders 1 and 2 it is within 2 units where no
// square overflows or underflows.
var norm = &reduction{name: "norm", row: op.Mean, orders: true,
	doc: "the square root of the sum of squares, of nothing 0; [Over.Ord] sets another order p than 2. It " +
		"is defined by its steps, each rounded; sums are exact. It overflows where a power does",
	of: func(o Over, s *steps) *Tensor {
		p, empty := 2.0, o.empty()
		if o.ord != nil {
			p, o.ord = *o.ord, nil
		}
		dt := o.widen(s)
		x := s.keep(o.x.Abs())
		sum := func(terms *Tensor) *Tensor {
			o.x = s.keep(terms)
			return s.keep(o.row(op.Sum))
		}
		var y *Tensor
		switch o.x = x; {
		case p == 0:
			y = sum(x.Ne(0))
		case p == 1:
			y = s.keep(o.row(op.Sum))
		case p == 2:
			y = s.keep(sum(x.Square()).Sqrt())
		case math.IsInf(p, 0) && !(p > 0 && empty):
			y = s.keep(o.row(map[bool]*op.Op{true: op.Max, false: op.Min}[p > 0]))
		case math.IsInf(p, 1):
			y = s.keep(o.row(op.Sum)) // of nothing 0
		default:
			y = s.keep(sum(x.Pow(p)).Pow(1 / p))
		}
		return y.AsType(dt)
	}}
