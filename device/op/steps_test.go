package op_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// Every composition is one of three. It has a tolerance, which its steps are tried against. Or it
// rounds a result once, and so is exact. Or it says why its steps are its meaning.
func TestACompositionStatesABoundOrIsExactOrSaysWhyItIsItsSteps(t *testing.T) {
	for _, o := range op.Rows() {
		t.Run(o.Name, func(t *testing.T) {
			dt := op.Float32
			if compute, _, err := o.Types(dt); err == nil {
				dt = compute
			}
			twice := stepsOf(o, dt).twice
			switch {
			case o.As == nil: // Half tells what depends on the dtype, and so on no rounding
				steps := o.Single != nil && o.Half == nil
				assert.Equal(t, steps, o.BySteps != "", "%v: BySteps says why Single is the meaning of an instruction", o)
			case o.Tol != op.Exact:
				assert.Empty(t, o.BySteps, "%v has a meaning beside its steps, so it is not defined by them: remove BySteps", o)
			case twice:
				assert.NotEmpty(t, o.BySteps, "%v is %v, which rounds more than once: set Tol, Float and Precise, or say in BySteps why its steps are its meaning", o, o.As)
			default:
				assert.Empty(t, o.BySteps, "%v rounds once at most, so it is exact: remove BySteps", o)
			}
		})
	}
}

// rounds reports whether an instruction may round a float result: whether one of random
// operands is no float32. Every function that is allowed an error rounds.
func rounds(o *op.Op) bool {
	if o.Tol != op.Exact || o.Single != nil {
		return true
	}
	r := rand.New(rand.NewPCG(21, 6))
	types := []op.DType{op.Float32, op.Float32, op.Float32}[:o.Arity]
	for range 100 {
		var args []op.Scalar
		for range o.Arity {
			args = append(args, op.Float32.FromFloat(r.NormFloat64()))
		}
		if x := o.Real(args, types); x == x && x != float64(float32(x)) {
			return true
		}
	}
	return false
}

// steps are what a composition comes to; it is an op.Maker of values that are known only
// by their type, or are a scalar.
type steps struct {
	twice bool    // a result depends on more than one rounding
	worst float64 // of the steps' tolerances
}

type stepValue struct {
	dt      op.DType
	known   bool
	scalar  op.Scalar
	rounded bool
}

// stepsOf are the steps of a row that computes in dt; of an instruction, none.
func stepsOf(o *op.Op, dt op.DType) *steps {
	s := &steps{}
	if o.As == nil {
		return s
	}
	operands := make([]stepValue, o.Arity)
	for i := range operands {
		operands[i].dt = o.Operand(i, dt)
	}
	op.Steps(s, o, dt, operands)
	return s
}

func (s *steps) Scalar(dt op.DType, v op.Scalar) stepValue {
	return stepValue{dt: dt, known: true, scalar: v}
}

func (s *steps) Known(v stepValue) (op.Scalar, bool) { return v.scalar, v.known }

func (s *steps) Apply(o *op.Op, dt op.DType, args []stepValue) stepValue {
	s.worst = max(s.worst, o.Tol.For(dt))
	var before bool
	for i, a := range args {
		before = before || a.rounded
		chosen := o == op.Where && i > 0 || o == op.Cast && dt.IsFloat() // the last of a half is no step
		s.twice = s.twice || a.rounded && !chosen
	}
	own := dt.IsFloat() && o != op.Where
	if o == op.Cast {
		own = own && !args[0].dt.IsFloat()
	} else {
		own = own && rounds(o)
	}
	return stepValue{dt: dt, rounded: before || own}
}
