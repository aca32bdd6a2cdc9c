package tensor

import (
	"errors"
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// ErrUnknownOperation is the error of Apply's tensor if no operation has the name.
var ErrUnknownOperation = errors.New("unknown operation")

// Apply applies the operation with the given name, such as "add" or "clamp". Operands are tensors,
// Go numbers or bools, and are broadcast against each other. The operation's parameters come last;
// a missing or nil parameter takes its default: Apply("add", x, y, 2) is x + 2*y.
//
// Apply("random_normal", bits) and Apply("random_exponential", bits) make float32 of uint32.
func Apply(name string, operands ...any) *Tensor {
	o := op.ByName(name)
	if row := op.Instruction(name); row != o && row.Arity == 1 {
		if _, ok := row.Role.(*op.Bits); ok {
			return ofBits(row, operands)
		}
	}
	if o == nil || o.Rule == op.Retype {
		return fail(unknownOperation("apply", name))
	}
	return apply(o, operands...)
}

// ApplyInPlace is Apply that writes to x, the first operand, which keeps its shape and dtype:
// ApplyInPlace("add", x, y, 2) is x += 2*y. It refuses the operation "where", which has no operand
// to write to; use Assign. It waits as [Tensor.Assign] does.
func ApplyInPlace(name string, x *Tensor, operands ...any) error {
	o := op.ByName(name)
	if o == nil || o.Rule == op.Retype {
		return unknownOperation("apply in place", name)
	}
	if o.Rule == op.Select {
		return errorf("apply in place", "%s has no first operand to keep; use x.Assign(Where(…))", name)
	}
	return applyInPlace(o, append([]any{x}, operands...)...)
}

// with returns the operands, followed by the parameters.
func with(params []any, operands ...any) []any { return append(operands, params...) }

// unknownOperation returns the error for a name that no operation has.
func unknownOperation(call, name string) error {
	if reductionOf(name) != nil {
		return errorf(call, "%w %q: it is a reduction; use Reduce(%[2]q, x.Along())", ErrUnknownOperation, name)
	}
	near := nearest{name: name}
	for _, o := range op.All() {
		if o.Rule == op.Retype {
			continue
		}
		for _, known := range append(o.Aliases, o.Name) {
			near.try(known)
		}
	}
	return errorf(call, "%w %q%s (op.All of package device/op lists the names)", ErrUnknownOperation, name, near.suggestion())
}

// nearest finds the known name that is nearest to a name.
type nearest struct {
	name, known string
	least       int
}

func (n *nearest) try(known string) {
	if d := distance(n.name, known); n.known == "" || d < n.least {
		n.known, n.least = known, d
	}
}

// suggestion names the nearest name if at most a third of the letters differ.
func (n *nearest) suggestion() string {
	if n.least > max(1, len(n.name)/3) {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", n.known)
}

// distance is how many letters must be inserted, deleted or replaced to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // the distance of a[:i] from each b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
