package kernel

import (
	"math"

	"github.com/wgtensor/wgtensor/device/exact"
)

// logs is the state of logcumsumexp: the logarithm is that of sum + low, plus from. From is near the
// greatest element: it changes only where that grows by more than far, because each change rounds.
type logs struct {
	from, sum, low float64
	some           bool
	special        float64 // NaN or Inf, if an element was
}

const far = 2

// runningLogs stores log(sum(exp(x))) of the elements up to each.
func runningLogs[T float32 | float64](s *logs, p part, to []float64) {
	for i, x := range elements[T](p.x, 0, p.n) {
		s.add(float64(x))
		switch {
		case s.special != 0:
			to[i] = s.special
		case !s.some:
			to[i] = math.Inf(-1)
		default:
			to[i] = s.from + math.Log(s.sum+s.low)
		}
	}
}

func (s *logs) add(x float64) {
	switch {
	case math.IsInf(x, -1): // it adds nothing
		return
	case x-x != 0:
		s.special += x
		return
	case !s.some:
		s.some, s.from = true, x
	case x > s.from+far:
		by := math.Exp(s.from - x)
		s.sum, s.low, s.from = s.sum*by, s.low*by, x
	}
	sum, e := exact.TwoSum(s.sum, math.Exp(x-s.from))
	s.sum, s.low = sum, s.low+e
}
