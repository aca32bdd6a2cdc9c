package tensor

import (
	"context"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Nonzero returns the indices of the elements that are not 0, as NaN is: a tensor of int64 for each axis,
// in row-major order. How many there are is known only when x is computed: Nonzero waits for that. A
// compiled function has no values, and refuses it. [Tensor.NonzeroContext] ends with a context.
func (x *Tensor) Nonzero() ([]*Tensor, error) { return x.NonzeroContext(context.Background()) }

// NonzeroContext is [Tensor.Nonzero]. When ctx ends first, it returns ctx's error.
func (x *Tensor) NonzeroContext(ctx context.Context) ([]*Tensor, error) {
	return x.nonzero(ctx, "nonzero")
}

func (x *Tensor) nonzero(ctx context.Context, name string) ([]*Tensor, error) {
	if err := x.check(name); err != nil {
		return nil, err
	}
	shape := x.layout.Shape
	if len(shape) == 0 {
		return nil, errorf(name, "calling nonzero on 0d tensors is not allowed; use Reshape(1) first")
	}
	var s steps
	defer s.release()
	c, err := countTrue(ctx, name, x, &s)
	if err != nil {
		return nil, err
	}
	element := s.keep(positionsAs(Int64, name, x.device, rowMajor(shape)))
	if element.err != nil {
		return nil, element.Err()
	}
	flat := collect(name, element, c.place, c.n)
	if len(shape) == 1 {
		return []*Tensor{flat}, flat.Err()
	}
	s.keep(flat)
	all := make([]*Tensor, len(shape))
	below := 1 // elements of the axes behind
	for k := len(shape) - 1; k >= 0; k-- {
		index := flat
		if below > 1 {
			index = s.keep(index.FloorDivide(below))
		}
		if k > 0 {
			index = s.keep(index.Remainder(shape[k]))
		}
		if all[k] = index.again(name); all[k].err != nil {
			return nil, all[k].Err()
		}
		below *= max(shape[k], 1)
	}
	return all, nil
}

// MaskedSelect returns the elements of x where a mask of bools is true, in row-major order, as a tensor
// of one axis. The shapes are broadcast. How many there are is known only when the mask is computed:
// MaskedSelect waits for that. A compiled function has no values, and refuses it.
// [Tensor.MaskedSelectContext] ends with a context. [Tensor.MaskedFill] keeps the shape and waits for
// nothing.
func (x *Tensor) MaskedSelect(mask *Tensor) *Tensor {
	return x.MaskedSelectContext(context.Background(), mask)
}

// MaskedSelectContext is [Tensor.MaskedSelect]. When ctx ends first, the result carries ctx's error.
func (x *Tensor) MaskedSelectContext(ctx context.Context, mask *Tensor) *Tensor {
	return x.maskedSelect(ctx, "masked_select", mask)
}

func (x *Tensor) maskedSelect(ctx context.Context, name string, mask *Tensor) *Tensor {
	views, err := x.masked(name, mask)
	if err != nil {
		return fail(err)
	}
	s := steps(views)
	defer s.release()
	c, err := countTrue(ctx, name, views[1], &s)
	if err != nil {
		return fail(err)
	}
	return collect(name, views[0], c.place, c.n)
}

// MaskedFill returns x with value where a mask of bools is true. The value is a number, a bool, or a
// tensor, which is broadcast; x's dtype has to hold it. The shapes are broadcast.
func (x *Tensor) MaskedFill(mask *Tensor, value any) *Tensor {
	const name = "masked_fill"
	views, err := x.masked(name, mask)
	if err != nil {
		return fail(err)
	}
	s := steps(views)
	defer s.release()
	y := Where(views[1], value, views[0]).named(name)
	if y.err == nil && y.dtype != x.dtype {
		y.Release()
		return failf(name, "the value does not fit %v: the result would be %v; convert one with AsType", x.dtype, y.dtype)
	}
	return y
}

// masked checks a mask, and returns views of x and of the mask, which have one shape.
func (x *Tensor) masked(name string, mask *Tensor) ([]*Tensor, error) {
	if err := x.check(name); err != nil {
		return nil, err
	}
	if err := mask.check(name + ": the mask"); err != nil {
		return nil, err
	}
	if mask.dtype != Bool {
		return nil, errorf(name, "the mask is %v, and has to be bool; compare with Ne(0)", mask.dtype)
	}
	x, mask = x.standIn(mask), mask.standIn(x)
	if x.device != mask.device {
		return nil, errorf(name, "%s; move the mask with To", onDevices("the tensor", x.device, "the mask", mask.device))
	}
	views, err := BroadcastTensors(x, mask)
	return views, failure(name, err)
}

// counting says how many elements of a tensor are not 0, and where each of them goes.
type counting struct {
	n     int
	upTo  *Tensor // how many there are up to each element, itself included
	place *Tensor // its number among them; -1 for an element that is 0
}

// countTrue counts the elements of x that are not 0. It waits, and reads eight bytes. If x waits, the launch
// that counts also stores it.
func countTrue(ctx context.Context, name string, x *Tensor, s *steps) (c counting, err error) {
	const keeps = "use Where or MaskedFill, which keep the shape, or "
	if err := refuseShape(name, keeps, x); err != nil {
		return c, err
	}
	x = s.now(x)
	mask := s.keep(x.AsType(Bool))
	axes, _ := broadcast.Axes(nil, len(mask.layout.Shape))
	number := s.keep(groups(name, op.Sum, mask, axes, rowMajor(nil), mask.layout))
	if number.err != nil {
		return c, number.Err()
	}
	c.upTo = s.keep(groups(name, op.Cumsum, mask, axes, rowMajor(mask.layout.Shape), mask.layout))
	c.place = s.keep(Where(mask, s.keep(c.upTo.Sub(1)), -1))
	if err := c.place.check(name); err != nil { // such as one that no memory holds
		return c, err
	}
	if err := Eval(ctx, x, number); err != nil {
		return c, failure(name, err)
	}
	n, err := number.Int64()
	if err != nil {
		return c, errorf(name, "%w", err)
	}
	if c.n = int(n); int64(c.n) != n {
		return c, errorf(name, "%d elements, which an int does not count", n)
	}
	return c, nil
}

// refuseShape is refuseValue for a result whose shape depends on values. The text instead says what a
// compiled function can do.
func refuseShape(name, instead string, ts ...*Tensor) error {
	tr := traceOf(ts)
	if tr == nil {
		return nil
	}
	err := errorf(name, "%s: the shape of the result depends on values, which a function that is being compiled does not have; %scall %s outside of the function", caller(), instead, name)
	tr.Fail(err)
	return err
}
