package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// PromoteTypes returns the type that holds the values of both: PyTorch's
// promote_types, and NumPy's where uint16, uint32 and uint64 take part. uint64 with
// a signed integer has no common integer type and is refused.
func PromoteTypes(a, b DType) (DType, error) {
	dt, err := op.Promote(a, b)
	if err != nil {
		return 0, fmt.Errorf("tensor: %w", err)
	}
	return dt, nil
}

// ResultType returns the common type of operands, each a *Tensor, a Go number or a
// bool, as PyTorch's result_type: tensors with axes decide; 0-d tensors count only if
// their category (bool, integer, float) is higher than that of the tensors with axes,
// and Go values only if theirs is higher than that of all tensors. A Go integer alone
// counts as int64, a float as float32.
func ResultType(operands ...any) (DType, error) {
	const name = "result type"
	parsed := make([]operand, len(operands))
	for i, x := range operands {
		o, err := parseOperand(name, i, x)
		if err != nil {
			return 0, err
		}
		parsed[i] = o
	}
	dt, err := resultType(parsed)
	if err != nil {
		return 0, errorf(name, "%w", err)
	}
	return dt, nil
}

func resultType(operands []operand) (DType, error) {
	var levels [3]DType // with axes, 0-d, weak
	for _, o := range operands {
		level, dt := 2, DType(0)
		switch {
		case o.preset != nil || o.param != nil && (o.param.Real || o.param.Follows && o.t == nil):
			continue
		case o.t == nil:
			dt = o.dtype()
		case len(o.t.layout.Shape) == 0:
			level, dt = 1, o.t.dtype
		default:
			level, dt = 0, o.t.dtype
		}
		both, err := promoteKnown(levels[level], dt)
		if err != nil {
			return 0, err
		}
		levels[level] = both
	}
	lower, err := combine(levels[1], levels[2])
	if err != nil {
		return 0, err
	}
	dt, err := combine(levels[0], lower)
	if err == nil && dt == 0 {
		err = fmt.Errorf("no operands")
	}
	return dt, err
}

// combine lets the lower level count only by a higher category.
func combine(higher, lower DType) (DType, error) {
	if higher.Category() >= lower.Category() && higher != 0 && higher != Bool {
		return higher, nil
	}
	return promoteKnown(higher, lower)
}

// promoteKnown is Promote where a type may be missing.
func promoteKnown(a, b DType) (DType, error) {
	switch {
	case a == 0:
		return b, nil
	case b == 0:
		return a, nil
	}
	return op.Promote(a, b)
}
