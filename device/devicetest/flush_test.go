package devicetest

import (
	"math"
	"testing"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// newFlushing returns a device that takes subnormals below the limit for zeros of the sign
// that sign gives them, before and after it computes.
func newFlushing(limit float64, sign func(float64) float64, moves bool) *reference {
	r := newReference()
	r.info.Subnormals = false
	zero := func(dt op.DType, v op.Scalar) op.Scalar {
		if x := dt.Float(v); singles(dt) && x != 0 && math.Abs(x) < limit {
			return dt.FromFloat(math.Copysign(0, sign(x)))
		}
		return v
	}
	r.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		if in.Op == op.Where && !moves {
			return in.Eval(args, types)
		}
		args = append([]op.Scalar(nil), args...)
		for k, dt := range types {
			args[k] = zero(dt, args[k])
		}
		return zero(in.Type, in.Eval(args, types))
	}
	return r
}

// newFlushingUnrounded flushes what rounds to the smallest normal number, too.
func newFlushingUnrounded() *reference {
	r := newFlushing(minNormal, same1, false)
	flush := r.eval
	r.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
		if in.Op != op.Where && singles(in.Type) && tiny(in.Op.Real(args, types)) {
			return in.Type.FromFloat(0)
		}
		return flush(in, args, types)
	}
	return r
}

func same1(x float64) float64 { return x }

// A device that flushes and says so passes; one that takes more liberties does not.
func TestFlushing(t *testing.T) {
	if slowed {
		t.Skip("one goroutine, and the race detector")
	}
	few := []string{"ops/add", "ops/mul", "ops/div", "ops/exp", "ops/where"}
	programs := append([]string{"folds/", "compositions/"}, few...)
	if Thorough() {
		few, programs = nil, nil
	}
	for _, c := range []struct {
		name   string
		d      *reference
		ok     bool
		checks []string
	}{
		{"keeping signs", newFlushing(minNormal, same1, false), true, programs},
		{"to +0", newFlushing(minNormal, math.Abs, false), true, few},
		{"before it rounds", newFlushingUnrounded(), true, few},
		{"normal numbers too", newFlushing(2*minNormal, same1, false), false, []string{"ops/mul"}},
		{"moved values too", newFlushing(minNormal, same1, true), false, []string{"ops/where"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Check(c.d, Quick(), Checks(c.checks...))
			if c.ok != (err == nil) {
				t.Errorf("Check: %v", err)
			}
			if c.ok && r.Flushed == 0 {
				t.Error("the report says nothing was flushed")
			}
		})
	}
}
