package tensor

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// PromoteTypes returns the common type of two types. The rule is PyTorch's promote_types, or
// NumPy's for uint16, uint32 and uint64. uint64 and a signed integer have no common integer type,
// and are refused.
func PromoteTypes(a, b DType) (DType, error) {
	dt, err := op.Promote(a, b)
	if err != nil {
		return 0, ofPromotion("promote types", err)
	}
	return dt, nil
}

// promotion is the Op of errors of op.Promote.
const promotion = "promote"

// ofPromotion is the error of a call whose operands have no common type.
func ofPromotion(name string, err error) error {
	if e := (*op.TypeError)(nil); errors.As(err, &e) && e.Op == promotion {
		return refused(name, e)
	}
	return failure(name, err)
}

// ResultType returns the common type of operands, as PyTorch's result_type does. Each is a *Tensor,
// a Go number or a bool. Categories rise from bool over integer to float. Tensors with axes decide.
// A 0-d tensor counts only if its category is higher than that of the tensors with axes. A Go value
// counts only if its category is higher than that of all tensors. A Go integer alone counts as
// int64, a float as float32.
func ResultType(operands ...any) (DType, error) {
	const name = "result type"
	kinds := make([]kind, len(operands))
	for i, x := range operands {
		if t, ok := x.(*Tensor); ok {
			if err := t.check(name); err != nil {
				return 0, err
			}
			kinds[i] = t.kind()
			continue
		}
		w, ok := parseWeak(x)
		if !ok {
			return 0, noOperand(name, fmt.Sprintf("operand %d", i+1), x)
		}
		kinds[i] = w.kind()
	}
	dt, err := promote(kinds)
	if err != nil {
		return 0, ofPromotion(name, err)
	}
	return dt, nil
}

// promote returns the operands' common type.
func promote(kinds []kind) (DType, error) {
	var levels [3]DType // with axes, 0-d, weak
	for _, k := range kinds {
		level, dt := &levels[k.level()/zeroD], k.dtype()
		if *level != 0 {
			var err error
			if dt, err = op.Promote(*level, dt); err != nil {
				return 0, err
			}
		}
		*level = dt
	}
	dt := combine(levels[0], combine(levels[1], levels[2]))
	if dt == 0 {
		return 0, errors.New("no operands")
	}
	return dt, nil
}

// combine lets the lower level count only by a higher category, whose type is then the common type.
// A level without operands is 0.
func combine(higher, lower DType) DType {
	if higher == 0 || higher.Category() < lower.Category() {
		return lower
	}
	return higher
}
