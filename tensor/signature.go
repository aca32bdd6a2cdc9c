package tensor

import (
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// maxOperands is how many operands a row has at most, its parameters among them.
const maxOperands = 5

// kind is the part of an operand that the rules of types read: its dtype and one of the levels
// below. A Go value has the dtype that promotion gives it among Go values.
type kind uint8

const (
	withAxes kind = iota << 4 // a tensor with axes
	zeroD                     // a 0-d tensor
	weakly                    // a Go number or bool
	preset                    // a parameter that was left out; its dtype is 0
)

func (k kind) level() kind  { return k & preset }
func (k kind) dtype() DType { return DType(k & 15) }
func (k kind) tensor() bool { return k.level() < weakly }

// signature is all that the types of a call depend on.
type signature struct {
	asked *op.Op // the row that was called
	op    *op.Op // the row that computes it: with parameters it may be another
	kinds uint64 // of the operands, a byte each; then inPlace
}

const inPlace = 1 << (8 * maxOperands)

func (s *signature) kind(i int) kind { return kind(s.kinds >> (8 * i)) }

func (s *signature) inPlace() bool { return s.kinds&inPlace != 0 }

// name is the name of the call in errors.
func (s *signature) name() string {
	if s.inPlace() {
		return inPlaceName(s.asked)
	}
	return s.asked.Name
}

// resolution holds the types of a call.
type resolution struct {
	of               signature
	compute, returns DType // by the operation's rule
	steps            DType // of the instructions: compute, or Float32 in its place
	result           DType // of the tensor: returns, or in place the receiver's
	operands         [maxOperands]conversion
	native           bool // operands have compute and returns, so the device has them
	// direct: the operands are tensors that the operation takes as they are, and it gives the result.
	direct  bool
	widened *resolution // taken if compute does not hold a Go number; nil if numbers do not matter
}

// conversion says that an operand is converted to the type first, and the result to the type then.
type conversion struct {
	first, then DType
	direct      bool // a tensor needs no casts: it has the type, or the instruction converts it
}

// resolutions caches the types of calls by their signatures. Types depend on nothing else. A newer
// signature of the same hash replaces an older one. Refused calls are not cached.
var resolutions [1 << 9]atomic.Pointer[resolution]

// resolution is resolve with the cache in front.
func (s *signature) resolution() (*resolution, error) {
	hash := (uint64(uintptr(unsafe.Pointer(s.op))) ^ s.kinds) * 0x9e3779b97f4a7c15 >> 32
	slot := &resolutions[hash%uint64(len(resolutions))]
	if known := slot.Load(); known != nil && known.of == *s {
		return known, nil
	}
	t, err := s.resolve()
	if err == nil {
		slot.Store(t)
	}
	return t, err
}

// resolve applies the rules: promotion, the operation's rule, and casting for calls in place.
func (s *signature) resolve() (*resolution, error) {
	common, err := s.common()
	if err != nil {
		return nil, err
	}
	if err := s.checkKinds(common); err != nil {
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
	t := s.conversions(compute, result, tensors)
	if numbers && !tensors {
		t.widened = s.conversions(compute, result, true)
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
		k, p := s.kind(i), s.op.Param(i)
		if p == nil || k.level() != preset && !p.Real && !(p.Follows && !k.tensor()) {
			counting = append(counting, k)
		}
	}
	return promote(counting)
}

// checkKinds applies the rules about single operands.
func (s *signature) checkKinds(common DType) error {
	if _, _, err := s.asked.Types(common); err != nil { // clamp of bools with an open bound
		return err
	}
	for i := range s.op.Arity {
		if k := s.kind(i); s.op.Rule == op.SameNoBool && k.dtype() == Bool {
			return &op.TypeError{Op: s.op.Name, Types: []DType{Bool}, Hint: s.op.Hint}
		}
	}
	return nil
}

// widens reports whether a call in float16 or bfloat16 computes in float32. It does if the row
// keeps an operand in float32, and rounding to the half would change that operand. Tensors and
// defaults decide that at once. Numbers do so by their values, at the call. As in PyTorch, x*0.1
// rounds only the product, while x+0.1 rounds the 0.1 first.
func (s *signature) widens(compute DType) (tensors, numbers bool) {
	for i := range s.op.Arity {
		switch k := s.kind(i); {
		case !compute.IsFloat() || s.op.Given(i, !k.tensor(), compute) == compute:
		case k.tensor():
			tensors = tensors || k.dtype() != compute
		case k.level() == preset:
			c := s.op.Param(i).Default
			tensors = tensors || compute.Float(c.In(compute)) != float64(c)
		default:
			numbers = true
		}
	}
	return tensors, numbers
}

// conversions lists what the operands and the result are converted to.
func (s *signature) conversions(compute, returns DType, widen bool) *resolution {
	tensors := s.tensors()
	t := &resolution{of: *s, compute: compute, returns: returns, steps: compute, result: returns,
		native: tensors.Has(compute) && tensors.Has(returns)}
	if widen {
		t.steps = Float32
	}
	if s.inPlace() {
		t.result = s.kind(0).dtype()
	}
	t.direct = s.op.As == nil && (t.steps == compute || returns == Bool) && returns == t.result
	for i := range s.op.Arity {
		first := s.op.Operand(i, compute)
		if widen {
			first = s.op.Given(i, !s.kind(i).tensor(), compute)
		}
		c := conversion{first: first, then: s.op.Operand(i, t.steps)}
		if s.op.Rule == op.Select && i == 0 {
			c.first, c.then = Bool, Bool
		}
		own := s.kind(i).dtype()
		c.direct = c.first == c.then && (own == c.then || s.op.As == nil && graph.Computes(s.op, own) == c.then)
		t.operands[i] = c
		t.direct = t.direct && c.direct && s.kind(i).tensor()
	}
	return t
}

// tensors returns the dtypes of the tensors among the operands.
func (s *signature) tensors() (set op.Set) {
	for i := range s.op.Arity {
		if k := s.kind(i); k.tensor() {
			set |= op.SetOf(k.dtype())
		}
	}
	return set
}

// wayOut is the advice of errors where the device does not compute in a type.
func (s *signature) wayOut(compute DType) string {
	if s.op.Rule == op.Double {
		return s.op.Hint + ", or move the operands to another device with To"
	}
	if compute == Int64 && !slices.ContainsFunc(s.tensors().List(), DType.IsInteger) {
		return "Go integers count as int64 where no operand has an integer dtype; pass one as tensor.Scalar[int32](…), or convert with AsType"
	}
	return "convert with AsType, or move the operands to another device with To"
}
