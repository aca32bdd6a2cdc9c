// Package op holds every operation and every element type, each once.
//
// An operation is a row. A row has a name, an arity, a type rule, an error bound and a doc. For
// each kind of number it has an exact meaning and a shader text. The methods of package tensor, the
// shaders, the conformance suite and the tables of the documentation come from the rows. No fact
// about an operation stands anywhere else.
//
// Some rows are instructions, which devices run. Others are compositions, whose steps are
// instructions. [Op.Eval] is the meaning of both, and [Op.Distance] compares a device's result with
// it. OPERATIONS.md lists all rows. DTYPES.md says which device computes them in which types.
// DESIGN.md gives the reasons.
package op

import (
	"math/big"
	"slices"
	"strings"
	"sync"
)

// Op is one operation on scalars, applied to every element. Rows are compared by
// pointer: op.Add is the identity of addition.
type Op struct {
	Name    string   // PyTorch's name, "floor_divide"
	Aliases []string // other names that users expect, "subtract"
	Arity   int      // number of operands, parameters included
	Params  []Param  // the last operands, which may be left out
	Rule    Rule     // which type it computes in, and the type of its result
	Tol     Tol      // the error allowed to a device; the zero value allows none
	Doc     string   // the meaning in a line, by the names of the operands
	Role    Role     // nil for a map

	Operands []string // names of the operands before the parameters; x, y, z if it is left out

	// As makes the row a composition: devices run the rows of the expression. With a tolerance the
	// forms are the meaning, and the steps have to keep within the tolerance. Without one, a result
	// is rounded once, or BySteps is set. For float16 and bfloat16 the steps compute in float32.
	As *Expr

	// BySteps says why the row is defined by its steps, each rounded, and so states no bound
	// against a real function. The steps are those of As, or of Single.
	BySteps string

	// With is the row that a call uses if it passes parameters that this row does not take: add's
	// alpha, round's decimals. It has no name.
	With *Op

	// The meaning and the shader text for each kind of number. A kind without a
	// form is refused with a TypeError.
	Float Form[float64]
	Int   Form[int64]
	Uint  Form[uint64]
	Bool  Form[bool]

	// Word has the shader texts that compute several narrow elements at once.
	Word Words

	// Single overrides the meaning for float32, and for narrower types that compute in it. It is
	// for algorithms in that precision, such as floor_divide, which are not a real function rounded
	// once.
	Single func(x, y float32) float32

	// Half overrides the meaning for float16 and bfloat16, if it depends on the type itself
	// (nextafter).
	Half     func(dt DType, x, y float64) float64
	HalfWGSL string // its shader text; {half} is f16 or bf16

	// Precise is the meaning in high precision. It judges float64 if the row allows an error. Its
	// arguments are finite and not 0, and the result is a number. Float decides the special cases.
	Precise Form[*big.Float]

	// InFloat32 says which operands stay float32 beside float16 and bfloat16. All others are
	// rounded to the dtype first.
	InFloat32 Kept

	// Hint says what to use instead when a kind is refused.
	Hint string
}

// Form is an operation's meaning and shader text for one kind of number.
//
// Only the function of the row's arity is set. Float64 arguments are the exact values of narrower
// floats, and the result is rounded once to the result type. Integers are computed in 64 bits and
// wrapped to their width. A bool result is 1 for true.
type Form[T any] struct {
	WGSL string // an expression of {x}, {y}, {z}, which are names, never expressions
	// Wide is the expression for 64-bit integers, which are vec2<u32>, the low word first. It is
	// empty where WGSL serves them too.
	Wide string
	F1   func(x T) T
	F2   func(x, y T) T
	F3   func(x, y, z T) T
}

// Defined reports whether the operation is defined for this kind.
func (f *Form[T]) Defined() bool { return f.F1 != nil || f.F2 != nil || f.F3 != nil }

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

// wide adds the text of types of 64 bits.
func (f Form[T]) wide(wgsl string) Form[T] {
	f.Wide = wgsl
	return f
}

// text is the expression for integers of a size in bytes.
func (f Form[T]) text(size int) string {
	if size == 8 && f.Wide != "" {
		return f.Wide
	}
	return f.WGSL
}

// form1, form2 and form3 are forms of one, two and three operands.
func form1[T any](wgsl string, f func(x T) T) Form[T]       { return Form[T]{WGSL: wgsl, F1: f} }
func form2[T any](wgsl string, f func(x, y T) T) Form[T]    { return Form[T]{WGSL: wgsl, F2: f} }
func form3[T any](wgsl string, f func(x, y, z T) T) Form[T] { return Form[T]{WGSL: wgsl, F3: f} }

// slab holds the parts of rows. Rows are made in every program that imports the package, at its
// start, so they take few allocations.
type slab[T any] struct{ unused []T }

// keep copies values to memory that many slices share.
func (s *slab[T]) keep(values ...T) []T {
	n := len(values)
	if len(s.unused) < n {
		s.unused = make([]T, 64)
	}
	kept := s.unused[:n:n]
	s.unused = s.unused[n:]
	copy(kept, values)
	return kept
}

var (
	table = make([]*Op, 0, 256) // every row except those of With, in the order of definition
	made  slab[Op]

	names      slab[string]
	usualNames = []string{"x", "y", "z"}
	params     slab[Param]
	exprs      slab[Expr]
)

// def enters a row.
func def(o Op) *Op {
	if o.Operands == nil {
		o.Operands = usualNames[:o.Needs()]
	}
	row := &made.keep(o)[0]
	table = append(table, row)
	return row
}

// rowsByName has the rows by their names and aliases.
var rowsByName = sync.OnceValue(func() map[string]*Op {
	all := map[string]*Op{}
	for _, o := range table {
		all[o.Name] = o
		for _, name := range o.Aliases {
			all[name] = o
		}
	}
	return all
})

// extend gives a row another one, for calls with parameters.
func extend(o *Op, with Op) *Op {
	with.Name, with.Operands = o.Name, o.Operands
	o.With = &with
	return o
}

// ByName returns the row of a name or alias, or nil.
func ByName(name string) *Op { return rowsByName()[name] }

// All returns every row that users call, sorted by name.
func All() []*Op {
	all := slices.Clone(table)
	slices.SortFunc(all, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Instructions returns the rows that devices run, sorted by name: all that are not compositions.
func Instructions() []*Op {
	return slices.DeleteFunc(All(), func(o *Op) bool { return o.As != nil })
}

func (o *Op) String() string { return o.Name }

// Defined reports whether the operation computes in dt.
func (o *Op) Defined(dt DType) bool {
	if o.As != nil {
		_, err := o.As.dtype(o, dt)
		return err == nil
	}
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
		if dt.half() && o.HalfWGSL != "" {
			return strings.ReplaceAll(o.HalfWGSL, "{half}", map[DType]string{Float16: "f16", BFloat16: "bf16"}[dt])
		}
		if dt == Float64 {
			return o.Float.Wide
		}
		return o.Float.WGSL
	case Signed:
		return o.Int.text(dt.Size())
	case Unsigned:
		return o.Uint.text(dt.Size())
	case Boolean:
		return o.Bool.WGSL
	}
	return ""
}

// TypeError names operand types for which an operation is not defined.
type TypeError struct {
	Op    string
	Types []DType // the operands' types, or the one type the operation would compute in
	Rule  string  // the rule that they break; empty if the operation is not defined for them
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
