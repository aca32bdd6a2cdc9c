// Package op holds every operation and every element type, each once.
//
// An operation is a row: a name, an arity, a type rule, its exact meaning and its
// shader text for each kind of number, the error it is allowed, and its doc. The
// methods of package tensor, the shaders, the conformance suite and the tables of
// the documentation are all made from the rows; a fact about an operation stands
// nowhere else.
package op

import (
	"math/big"
	"sort"
)

// Op is one operation on scalars, applied to every element. Rows are compared by
// pointer: op.Add is the identity of addition.
type Op struct {
	Name  string // PyTorch's name, "floor_divide"
	Arity int    // number of operands, 1 to 3
	Rule  Rule   // which type it computes in, and the type of its result
	Tol   Tol    // the error allowed to a device; the zero value allows none
	Doc   string // the meaning in a line; x, y, z are the operands

	// The meaning and the shader text for each kind of number. A kind without a
	// form is refused with a TypeError.
	Float Form[float64]
	Int   Form[int64]
	Uint  Form[uint64]
	Bool  Form[bool]

	// Single overrides the meaning for float32, and the narrower types that compute in
	// it, where it is an algorithm in that precision, not a real function rounded once
	// (floor_divide).
	Single func(x, y float32) float32

	// Precise is the meaning in some 200 bits, by which float64 is judged where the
	// row allows an error. It gets finite arguments other than 0 whose result is a
	// number; the special cases are Float's.
	Precise Form[*big.Float]

	// Hint says what to use instead when a kind is refused.
	Hint string
}

// Form is an operation's meaning and shader text for one kind of number.
//
// Exactly the function of the row's arity is set. Float64 arguments are the exact
// values of narrower floats, and the result is rounded once to the result type.
// Integers are computed in 64 bits and wrapped to their width. An operation whose
// result is bool returns 1 for true.
type Form[T any] struct {
	WGSL string // an expression of {x}, {y}, {z}, which are names, never expressions
	F1   func(x T) T
	F2   func(x, y T) T
	F3   func(x, y, z T) T
}

// Defined reports whether the operation is defined for this kind.
func (f Form[T]) Defined() bool { return f.F1 != nil || f.F2 != nil || f.F3 != nil }

// Call evaluates the meaning on the first of x, y, z that the arity needs.
func (f Form[T]) Call(x, y, z T) T {
	switch {
	case f.F1 != nil:
		return f.F1(x)
	case f.F2 != nil:
		return f.F2(x, y)
	default:
		return f.F3(x, y, z)
	}
}

func un[T any](wgsl string, f func(x T) T) Form[T]        { return Form[T]{WGSL: wgsl, F1: f} }
func bi[T any](wgsl string, f func(x, y T) T) Form[T]     { return Form[T]{WGSL: wgsl, F2: f} }
func tri[T any](wgsl string, f func(x, y, z T) T) Form[T] { return Form[T]{WGSL: wgsl, F3: f} }

var byName = map[string]*Op{}

// def enters a row in the table.
func def(o Op) *Op {
	if byName[o.Name] != nil {
		panic("op: two rows named " + o.Name)
	}
	byName[o.Name] = &o
	return &o
}

// ByName returns the row of a name, or nil.
func ByName(name string) *Op { return byName[name] }

// All returns every row, sorted by name.
func All() []*Op {
	all := make([]*Op, 0, len(byName))
	for _, o := range byName {
		all = append(all, o)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

func (o *Op) String() string { return o.Name }

// Defined reports whether the operation computes in dt.
func (o *Op) Defined(dt DType) bool {
	switch dt.Kind() {
	case Floating:
		return o.Float.Defined()
	case Signed:
		return o.Int.Defined()
	case Unsigned:
		return o.Uint.Defined()
	case Boolean:
		return o.Bool.Defined()
	}
	return false
}

// WGSL returns the shader expression of the operation computing in dt.
func (o *Op) WGSL(dt DType) string {
	switch dt.Kind() {
	case Floating:
		return o.Float.WGSL
	case Signed:
		return o.Int.WGSL
	case Unsigned:
		return o.Uint.WGSL
	case Boolean:
		return o.Bool.WGSL
	}
	return ""
}

// TypeError reports operand types that an operation is not defined for.
type TypeError struct {
	Op    string
	Types []DType // the operands' types, or the one type the operation would compute in
	Rule  string  // what they break; empty if the operation is not defined for them
	Hint  string  // the way out
}

func (e *TypeError) Error() string {
	s := e.Op + ": " + e.Rule
	if e.Rule == "" {
		s += "not defined for " + list(e.Types)
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

func list(dts []DType) string {
	s := ""
	for i, dt := range dts {
		if i > 0 {
			s += " and "
		}
		s += dt.String()
	}
	return s
}
