package tensor

import (
	"context"
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// call makes instructions of an operation and its operands. The last instruction is not yet an
// expression: it becomes the expression of a new tensor, or a write in place. The instructions
// before it are steps, which only other instructions of the call read.
type call struct {
	signature
	device      device.Device
	layout      *broadcast.Layout // row-major, of the result; before broadcast that of a tensor
	mixed       bool              // operands have different shapes
	shapes      [][]int           // the different shapes, if the rule was applied anew
	filled      bool              // an operand waits to be filled with a number
	instruction *op.Op            // the last one; nil copies
	numbers     [maxOperands]weak
	args        [maxOperands]graph.Arg // of the last instruction; before instruct only the tensors
}

// apply checks shapes and types at once, and returns a tensor that waits to be computed.
func apply(o *op.Op, operands ...any) *Tensor {
	c := call{signature: signature{asked: o}}
	t, err := c.build(operands)
	c.warn()
	if err != nil {
		return fail(err)
	}
	return newExpression(c.device, t.result, c.layout, c.instruction, nil, c.last()...).limitDepth()
}

// applyInPlace computes an operation into its first operand, a tensor, which keeps its shape and
// type.
func applyInPlace(o *op.Op, operands ...any) error {
	x := operands[0].(*Tensor)
	if x.check("") != nil || x.readOnly {
		return x.writable(inPlaceName(o))
	}
	c := call{signature: signature{asked: o, kinds: inPlace}}
	defer c.warn() // at the end, because a function of the user may write to x
	x = x.standIn(operands...)
	s := x.storage.Load()
	if err := s.Lock(); err != nil {
		return failure(inPlaceName(o), err)
	}
	defer s.Unlock()
	if _, err := c.build(operands); err != nil {
		return err
	}
	if err := fuse.Update(c.device, s, x.layout, c.instruction, nil, c.last()); err != nil {
		return errorf(c.name(), "%w", err)
	}
	return nil
}

func inPlaceName(o *op.Op) string { return o.Name + " in place" }

// build checks the call and makes its instructions.
func (c *call) build(operands []any) (*resolution, error) {
	t, err := c.check(operands)
	if err == nil {
		err = c.instruct(t)
	}
	if err != nil {
		c.forget()
	}
	return t, err
}

// check applies the rules that do not depend on values: shapes before types, as in PyTorch.
func (c *call) check(operands []any) (*resolution, error) {
	if err := c.parse(operands); err != nil {
		return nil, err
	}
	if err := c.broadcast(); err != nil {
		return nil, err
	}
	if c.mixed && c.inPlace() {
		if shape := operands[0].(*Tensor).layout.Shape; !broadcast.SameShape(c.layout.Shape, shape) {
			return nil, errorf(c.name(), "%w", c.outgrows(shape, operands))
		}
	}
	t, err := c.resolution()
	if err != nil {
		return nil, c.typeError(err)
	}
	if !t.native {
		types := c.device.Info().DTypes
		if !types.Has(t.compute) || !types.Has(t.returns) {
			return nil, computes(c.name(), c.device, c.wayOut(t.compute), t.compute, t.returns)
		}
	}
	if !t.native || c.mixed { // else the result is as large as an operand
		if err := fits(t.returns, c.layout.Shape); err != nil {
			return nil, errorf(c.name(), "%w", err)
		}
	}
	return t, nil
}

// parse finds the row, its operands, and their device. The call reads one version of a storage, also
// through several operands, although another goroutine may write to the storage meanwhile.
func (c *call) parse(given []any) error {
	given, err := c.row(given)
	if err != nil {
		return err
	}
	var storages [maxOperands]*graph.Storage
	for i := range c.op.Arity {
		var x any
		if i < len(given) {
			x = given[i]
		}
		k := preset
		if t, ok := x.(*Tensor); ok {
			if t.check("") != nil {
				return t.check(c.name() + ": " + c.operandName(i))
			}
			t = t.standIn(given...)
			if c.device != nil && c.device != t.device {
				return errorf(c.name(), "%s; move one of them with To", onDevices(c.firstTensor(), c.device, c.operandName(i), t.device))
			}
			a, s := &c.args[i], t.storage.Load()
			if same := slices.Index(storages[:i], s); same >= 0 {
				a.Version = c.args[same].Version
				a.Version.Ref()
			} else {
				a.Version = s.Acquire()
			}
			c.device, storages[i], a.Layout, k = t.device, s, t.layout, t.kind()
			_, filled := a.Version.Constant()
			c.filled = c.filled || filled
			c.spread(a)
		} else if p := c.op.Param(i); x != nil || p == nil {
			w, ok := parseWeak(x)
			if !ok {
				return noOperand(c.name(), c.operandName(i), x)
			}
			if p != nil {
				w = w.whole()
			}
			c.numbers[i], k = w, w.kind()
		}
		c.kinds |= uint64(k) << (8 * i)
	}
	if c.device == nil {
		c.device, c.layout = traceOr(DefaultDevice()), rowMajor(nil)
	}
	return nil
}

// typeError is the error of a call whose types are refused.
func (c *call) typeError(err error) error {
	if e := (*op.TypeError)(nil); errors.As(err, &e) && (e.Op == c.op.Name || e.Op == c.asked.Name || e.Op == promotion) {
		return refused(c.name(), e)
	}
	return errorf(c.name(), "%w", err)
}

// last returns the arguments of the last instruction.
func (c *call) last() []graph.Arg {
	if c.instruction == nil {
		return c.args[:1]
	}
	return c.args[:c.instruction.Arity]
}

// maxDepth bounds how many operations wait on each other.
const maxDepth = 1024

// limitDepth evaluates a new result at the end of a long chain. Chains that are never read would grow
// without bound. If the device fails, some of the later results are tried again when the chain is twice as long.
func (t *Tensor) limitDepth() *Tensor {
	depth := t.storage.Load().Depth()
	if times := depth / maxDepth; times > 0 && times&(times-1) == 0 && depth%maxDepth < 64 { // no composition is so deep
		return t.computed()
	}
	return t
}

// computed computes t now, unless t carries an error. An error shows when the value is asked for.
func (t *Tensor) computed() *Tensor {
	if t.check("") == nil {
		_ = fuse.Evaluate(context.Background(), t.device, t.storage.Load())
	}
	return t
}
