package main

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

// work is the computation of a case: steps. The first is applied to the first operand, and every
// other one to the result of the step before. Without steps it is a copy. It is data, so that one
// description makes the tensors' expression, the naive one, and what peers.py runs.
type work struct {
	In    []operand `json:"in"`
	Steps []step    `json:"steps"`
	Out   operand   `json:"out"`
	Mode  mode      `json:"mode"`
}

// mode is how the result comes about.
type mode string

const (
	into    mode = "into"     // out.Assign(expression): one launch into memory that is there
	fresh   mode = "fresh"    // Eval of a new tensor, that is then released
	unfused mode = "unfused"  // Eval after every step
	dropped mode = "dropped"  // Eval of a new tensor, that is left to the garbage collector
	inPlace mode = "in place" // the only step, on an output that starts as the first input
)

// writes says whether the result goes to memory that is there.
func (w *work) writes() bool { return w.Mode == into || w.Mode == inPlace }

// operand is a stored tensor and the view that is used.
type operand struct {
	Type  dtype  `json:"dtype"`
	Shape []int  `json:"shape"`          // as stored, row-major
	View  string `json:"view,omitempty"` // a name in views
}

// step is one operation. Its first operand is the result so far; the others are the
// inputs "b" and "c", or numbers.
type step struct {
	Op   string `json:"op"`
	Args []any  `json:"args,omitempty"`
	To   *dtype `json:"to,omitempty"`   // of a cast
	Axes []int  `json:"axes,omitempty"` // of groups
	N    int    `json:"n,omitempty"`    // how many numbers are drawn; such a step has no first operand
}

// dtype is an element type that JSON spells out.
type dtype struct{ op.DType }

func (d dtype) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d *dtype) UnmarshalText(text []byte) (err error) {
	d.DType, err = op.ParseDType(string(text))
	return err
}

// letters name the inputs.
const letters = "abc"

// input is the number of the input that an argument names, or -1 for a number.
func input(arg any) int {
	if s, ok := arg.(string); ok {
		return slices.Index([]byte(letters), s[0])
	}
	return -1
}

func (o operand) len() int {
	n := 1
	for _, size := range o.Shape {
		n *= size
	}
	return n
}

func (o operand) bytes() int64 { return int64(o.len()) * int64(o.Type.Size()) }

// shape is the shape of the view.
func (o operand) shape() []int { return views[o.View].shape(o.Shape) }

// usedBytes is the size of the view's elements in bytes.
func (o operand) usedBytes() int64 {
	return operand{Type: o.Type, Shape: o.shape()}.bytes()
}

// traffic is the least number of bytes that move: every input element read once, every output
// element written once. A broadcast input counts with the size it is stored in.
func (w *work) traffic() int64 {
	bytes := w.Out.usedBytes()
	for _, in := range w.In {
		bytes += in.usedBytes()
	}
	return bytes
}

// view is a way to look at a stored tensor, as the tensors' methods make it and as its
// indices are counted by hand.
type view struct {
	of    func(t *tensor.Tensor) *tensor.Tensor
	shape func(stored []int) []int
	index func(stored, at []int) []int // into the stored tensor, for an index into the view
}

var views = map[string]view{
	"": {
		func(t *tensor.Tensor) *tensor.Tensor { return t },
		func(stored []int) []int { return stored },
		func(_, at []int) []int { return at },
	},
	"T": {
		(*tensor.Tensor).T,
		func(stored []int) []int { return []int{stored[1], stored[0]} },
		func(_, at []int) []int { return []int{at[1], at[0]} },
	},
	"::2": {
		func(t *tensor.Tensor) *tensor.Tensor { return t.Slice(0, 0, tensor.End, 2) },
		func(stored []int) []int { return []int{(stored[0] + 1) / 2} },
		func(_, at []int) []int { return []int{2 * at[0]} },
	},
	"::-1": {
		func(t *tensor.Tensor) *tensor.Tensor { return t.Flip(0) },
		func(stored []int) []int { return stored },
		func(stored, at []int) []int { return []int{stored[0] - 1 - at[0]} },
	},
}

// The operations that steps may name, as the methods that a program calls.
var (
	unary = map[string]func(t *tensor.Tensor) *tensor.Tensor{
		"abs": (*tensor.Tensor).Abs, "exp": (*tensor.Tensor).Exp, "neg": (*tensor.Tensor).Neg,
		"relu": (*tensor.Tensor).Relu, "sigmoid": (*tensor.Tensor).Sigmoid, "tanh": (*tensor.Tensor).Tanh,
	}
	binary = map[string]func(t *tensor.Tensor, x any) *tensor.Tensor{
		"add": (*tensor.Tensor).Add, "gt": (*tensor.Tensor).Gt, "logical_and": (*tensor.Tensor).LogicalAnd,
		"maximum": (*tensor.Tensor).Maximum, "minimum": (*tensor.Tensor).Minimum, "mul": (*tensor.Tensor).Mul,
		"sub": (*tensor.Tensor).Sub, "take": func(t *tensor.Tensor, x any) *tensor.Tensor { return t.Take(0, x) },
	}
)

// on is the step as a function of the result so far, where x are the other operands.
func (s *step) on(x []any) func(t *tensor.Tensor) *tensor.Tensor {
	switch {
	case s.isGroup():
		return s.onGroups(x)
	case s.Op == op.Cast.Name:
		return func(t *tensor.Tensor) *tensor.Tensor { return t.AsType(s.To.DType) }
	case s.N > 0:
		return func(*tensor.Tensor) *tensor.Tensor { return s.drawn() }
	case s.Op == "scatter_add":
		return func(t *tensor.Tensor) *tensor.Tensor {
			return t.ScatterAdd(0, x[0].(*tensor.Tensor), x[1].(*tensor.Tensor))
		}
	case s.Op == op.Where.Name:
		return func(t *tensor.Tensor) *tensor.Tensor { return tensor.Where(t, x[0], x[1]) }
	case len(x) == 0:
		return unary[s.Op]
	}
	f := binary[s.Op]
	return func(t *tensor.Tensor) *tensor.Tensor { return f(t, x[0]) }
}

func (w *work) String() string {
	text := "a"
	for _, s := range w.Steps {
		text = fmt.Sprint(s.Op, "(", text)
		for _, arg := range s.Args {
			text += fmt.Sprint(", ", arg)
		}
		for _, axis := range s.Axes {
			text += fmt.Sprint(", ", axis)
		}
		if s.To != nil {
			text += ", " + s.To.String()
		}
		text += ")"
	}
	return text
}
