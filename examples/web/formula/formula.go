// Package formula evaluates expressions that people type: of the operations of package tensor, on
// named tensors.
//
//	d = hypot(x, y)
//	sin(20*d - t) * [1, .6, .3]
//
// Operators and functions are rows of package op, so their operands broadcast. A call of a reduction
// keeps the reduced axes with size 1: max(v) is the largest element, sum(v, 0) adds along axis 0. A
// list of numbers is a tensor with one axis. Text that is no formula is an error with its place; so
// is what the library says to an operation.
package formula

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// Formula is an expression that was parsed.
type Formula struct{ steps []assignment }

// Place is a part of the text, in bytes.
type Place struct{ From, To int }

// Error says what is wrong with a formula, and where.
type Error struct {
	Place
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

func errorAt(at Place, format string, args ...any) *Error {
	return &Error{at, fmt.Errorf(format, args...)}
}

// named is how many steps have a name.
func (f *Formula) named() int {
	return len(slices.DeleteFunc(slices.Clone(f.steps), func(a assignment) bool { return a.name == "" }))
}

// Uses reports whether a name is read in the formula.
func (f *Formula) Uses(variable string) bool {
	return slices.ContainsFunc(f.steps, func(a assignment) bool { return a.value.uses(variable) })
}

func (n *node) uses(name string) bool {
	return n.kind == variable && n.name == name || slices.ContainsFunc(n.args, func(x *node) bool { return x.uses(name) })
}

// Constants are the names of numbers.
var Constants = map[string]float64{"pi": math.Pi, "e": math.E}

// Eval builds the expression from tensors and float64 with names. It calls each, if that is not nil,
// with every tensor that an operation makes, in order: to evaluate it at once, for instance.
func (f *Formula) Eval(names map[string]any, each func(*tensor.Tensor) error) (*tensor.Tensor, error) {
	e := evaluation{given: names, own: map[string]any{}, each: each}
	var last any
	for _, step := range f.steps {
		var err error
		if last, err = e.value(step.value); err != nil {
			return nil, err
		}
		if step.name != "" {
			e.own[step.name] = last
		}
	}
	return asTensor(last), nil
}

type evaluation struct {
	given, own map[string]any
	each       func(*tensor.Tensor) error
}

// value is a tensor, or an int or a float64.
func (e *evaluation) value(n *node) (any, error) {
	switch n.kind {
	case constant:
		return n.value, nil
	case variable:
		return e.variable(n)
	case list:
		return e.list(n)
	}
	args := make([]any, len(n.args))
	for i, x := range n.args {
		v, err := e.value(x)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	if x, ok := fold(n.name, args); ok {
		return x, nil
	}
	t, err := apply(n, args)
	if err == nil && e.each != nil {
		err = e.each(t)
	}
	var at *Error // of an operand
	if err != nil && !errors.As(err, &at) {
		err = &Error{n.Place, err}
	}
	return t, err
}

func (e *evaluation) variable(n *node) (any, error) {
	for _, names := range []map[string]any{e.own, e.given} {
		if t := names[n.name]; t != nil {
			return t, nil
		}
	}
	if x, ok := Constants[n.name]; ok {
		return x, nil
	}
	var all []string
	for name := range e.given {
		all = append(all, name)
	}
	for name := range e.own {
		all = append(all, name)
	}
	slices.Sort(all)
	return nil, errorAt(n.Place, "nothing has the name %s; there are %s, and functions such as sin(x)", n.name, strings.Join(slices.Compact(all), ", "))
}

func (e *evaluation) list(n *node) (any, error) {
	if len(n.args) == 0 {
		return nil, errorAt(n.Place, "a list has at least one number")
	}
	data := make([]float32, len(n.args))
	for i, x := range n.args {
		v, err := e.value(x)
		if err != nil {
			return nil, err
		}
		switch v := v.(type) {
		case int:
			data[i] = float32(v)
		case float64:
			data[i] = float32(v)
		default:
			return nil, errorAt(x.Place, "a list has numbers, and this is a tensor")
		}
	}
	return tensor.FromSlice(data), nil
}

func asTensor(v any) *tensor.Tensor {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v
	case int:
		return tensor.Scalar(float32(v))
	default:
		return tensor.Scalar(float32(v.(float64)))
	}
}
