package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// maxOperands is how many operands a row has at most, its parameters among them.
const maxOperands = 5

// kind is what the rules of types look at of an operand: a dtype and one of the levels below. A Go
// value has the dtype that it has among Go values alone.
type kind uint8

const (
	withAxes kind = iota << 4 // a tensor with axes
	zeroD                     // a 0-d tensor
	weakly                    // a Go number or bool
	preset                    // a parameter that was left out; it has no dtype

	negative kind = 1 << 6 // of a Go number
)

func (k kind) level() kind  { return k & preset }
func (k kind) dtype() DType { return DType(k & 15) }
func (k kind) tensor() bool { return k.level() < weakly }

// signature is all that the types of a call depend on.
type signature struct {
	asked *op.Op // what was called
	op    *op.Op // what stands for it with the operands given
	kinds uint64 // of the operands, a byte each; then whether the call works in place
}

const inPlace = 1 << (8 * maxOperands)

func (s *signature) kind(i int) kind { return kind(s.kinds >> (8 * i)) }

func (s *signature) inPlace() bool { return s.kinds&inPlace != 0 }

// name is that of the call, for errors.
func (s *signature) name() string {
	if s.inPlace() {
		return inPlaceName(s.asked)
	}
	return s.asked.Name
}

// typing is what the rules make of a signature.
type typing struct {
	compute, returns DType // by the operation's rule
	steps, value     DType // what it computes in, Float32 for some halves, and what that gives
	result           DType // the tensor's: returns, or what is there in place
	operands         [maxOperands]conversion

	native   bool    // compute and returns are operands' types, so that the device has them
	constant bool    // a Go integer beyond compute gives a constant
	widened  *typing // instead where a Go number is no element of compute; nil if it never matters
}

// conversion is how an operand becomes what an instruction takes. A number is rounded to both
// dtypes in turn. A tensor is cast where the instruction does not convert it itself.
type conversion struct {
	first, then DType
	casts       [2]DType // 0 is none
}

// types applies the rules: promotion, the operation's, and that of calls in place.
func (s *signature) types() (*typing, error) {
	common, err := s.common()
	if err != nil {
		return nil, err
	}
	if err := s.refuse(common); err != nil {
		return nil, err
	}
	compute, result, err := s.op.Types(common)
	if err != nil {
		return nil, err
	}
	if s.inPlace() && !op.FitsInPlace(result, s.kind(0).dtype()) {
		return nil, &op.TypeError{Op: s.op.Name, Types: []DType{result, s.kind(0).dtype()},
			Rule: fmt.Sprintf("result type %v can't be cast to the desired output type %v", result, s.kind(0).dtype()),
			Hint: "convert the tensor with AsType, or do not work in place"}
	}
	tensors, numbers := s.widens(compute)
	t := s.convert(compute, result, tensors)
	if numbers && !tensors {
		t.widened = s.convert(compute, result, true)
	}
	return t, nil
}

// common is the operands' common type.
func (s *signature) common() (DType, error) {
	first := 0
	if s.op.Rule == op.Select {
		if dt := s.kind(0).dtype(); dt != Bool {
			return 0, &op.TypeError{Op: s.op.Name, Types: []DType{dt}, Hint: "the condition must be bool; compare with Ne(0)"}
		}
		first = 1
	}
	var room [maxOperands]kind
	counting := room[:0]
	for i := first; i < s.op.Arity; i++ {
		k, at := s.kind(i), i-s.op.Needs()
		ignored := k.level() == preset || at >= 0 && (s.op.Params[at].Real || s.op.Params[at].Follows && !k.tensor())
		if !ignored {
			counting = append(counting, k)
		}
	}
	return promote(counting)
}

// refuse holds the rules that look at the operands one by one.
func (s *signature) refuse(common DType) error {
	if _, _, err := s.asked.Types(common); err != nil { // clamp of bools with an open bound
		return err
	}
	for i := range s.op.Arity {
		if k := s.kind(i); s.op.Rule == op.SameNoBool && k.dtype() == Bool {
			return &op.TypeError{Op: s.op.Name, Types: []DType{Bool}, Hint: s.op.Hint}
		}
	}
	if s.op == op.Pow && common.IsInteger() && s.kind(1)&negative != 0 {
		return &op.TypeError{Op: s.op.Name, Types: []DType{common},
			Hint: "integers to negative integer powers are not allowed; convert with AsType to a float dtype"}
	}
	return nil
}

// widens reports whether a call of halves computes in float32: where the row keeps an operand in
// float32 that may be no element of the half. Of a Go number its value decides.
// As in PyTorch, x*0.1 rounds the product, not the 0.1; x+0.1 rounds the 0.1 first.
func (s *signature) widens(compute DType) (tensors, numbers bool) {
	for i := range s.op.Arity {
		switch k := s.kind(i); {
		case !compute.IsFloat() || s.op.Given(i, !k.tensor(), compute) == compute:
		case k.tensor():
			tensors = tensors || k.dtype() != compute
		case k.level() == preset:
			c := s.op.Params[i-s.op.Needs()].Default
			tensors = tensors || compute.Float(c.In(compute)) != float64(c)
		default:
			numbers = true
		}
	}
	return tensors, numbers
}

// convert takes the operands to what the operation computes in, and its value to the result.
func (s *signature) convert(compute, returns DType, widen bool) *typing {
	t := &typing{compute: compute, returns: returns, steps: compute, value: returns, result: returns}
	t.native = s.has(compute) && s.has(returns)
	if widen {
		t.steps = Float32
		if returns != Bool {
			t.value = Float32
		}
	}
	if s.inPlace() {
		t.result = s.kind(0).dtype()
	}
	tensors := 0
	for i := range s.op.Arity {
		k := s.kind(i)
		c := conversion{s.op.Operand(i, compute), s.op.Operand(i, t.steps), [2]DType{}}
		if widen {
			c.first = s.op.Given(i, !k.tensor(), compute)
		}
		if s.op.Rule == op.Select && i == 0 {
			c.first, c.then = Bool, Bool
		}
		if k.tensor() {
			tensors++
			c.cast(s.op, k.dtype())
		}
		t.operands[i] = c
	}
	t.constant = s.op.Rule == op.Compare && s.op.Arity == 2 && compute.IsInteger() && tensors == 1
	return t
}

// cast finds the casts of a tensor that are instructions of their own.
func (c *conversion) cast(o *op.Op, own DType) {
	for i, next := range [...]DType{c.first, c.then} {
		if next != own && (o.As != nil || next != graph.Computes(o, own)) {
			c.casts[i], own = next, next
		}
	}
}

// has reports whether a tensor among the operands has the dtype.
func (s *signature) has(dt DType) bool {
	for i := range s.op.Arity {
		if k := s.kind(i); k.tensor() && k.dtype() == dt {
			return true
		}
	}
	return false
}

// wayOut says what to do where the device does not compute in a type.
func (s *signature) wayOut(compute DType) string {
	if s.op.Rule == op.Double {
		return s.op.Hint + ", or move the operands to another device with To"
	}
	if compute == Int64 && !s.has(compute) {
		return "Go integers count as int64 where no operand has an integer dtype; pass one as tensor.Scalar[int32](…), or convert with AsType"
	}
	return "convert with AsType, or move the operands to another device with To"
}
