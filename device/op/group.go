package op

import "fmt"

// Group is the role of a row whose arguments are whole groups of elements.
type Group struct {
	Gives Gives
	// Type is the type of the result for elements of a type.
	Type func(DType) DType
	// Second is the type of the second argument for a type of the first. A row without Second has
	// one argument.
	Second func(DType) DType
	// Once says that the second argument is one element for the group: a value of level 0. All other
	// arguments are lists of the group's size.
	Once bool
	// Ordered says that the group has to be walked in row-major order: each result depends on the
	// elements before it.
	Ordered bool
	// Numbered says that the result is the number of an element. In any other order than row-major,
	// each element needs its number. Results of all other rows do not depend on an order.
	Numbered bool
	// Fold is the map that combines two elements, and an element that changes no other, for a type of
	// the result. Elements are converted to that type first. The combination of all elements, in any
	// order, is the result; that of the elements up to each is the result of a scan. The map is nil if
	// the row has another meaning for the type.
	Fold func(result DType) (combine *Op, identity Scalar)
	// Some says that an empty group has no result.
	Some bool
	// Combines says that a store may combine elements at one place by this row.
	Combines bool
	// Eval is the exact meaning. It gets all elements of each argument, with their types, and one
	// element of an argument that the row takes once. It returns one result, or one for each element,
	// of the given type. Integers wrap to it.
	Eval func(args [][]Scalar, types []DType, result DType) []Scalar
	// Bound returns how far a result may lie from want, the exact result, besides the rounding to
	// its type. Without Bound only the exact result, rounded once, is right. For a scan it gets the
	// elements up to the result's position.
	Bound func(args [][]Scalar, types []DType, result DType, want float64) float64
}

// Gives says how many results a group has.
type Gives uint8

const (
	One      Gives = iota + 1 // one element: a reduction
	Prefixes                  // an element for each, combined from the elements up to it: a scan
	Order                     // an element for each, in another order: a sort
)

func (g Gives) String() string {
	return [...]string{"none", "reduction", "scan", "sort"}[min(g, Order)]
}

func (g *Group) result(o *Op, args []DType) (DType, error) {
	switch {
	case len(args) != o.Arity:
		return 0, &TypeError{Op: o.Name, Types: args, Hint: fmt.Sprintf("%d operands given, %d needed", len(args), o.Arity)}
	case g.Second != nil && args[1] != g.Second(args[0]):
		return 0, &TypeError{Op: o.Name, Types: args, Hint: "the second operand is " + g.Second(args[0]).String()}
	}
	return g.Type(args[0]), nil
}

// Folds returns what Fold returns, and nil for a row without Fold.
func (g *Group) Folds(result DType) (combine *Op, identity Scalar) {
	if g.Fold == nil {
		return nil, 0
	}
	return g.Fold(result)
}

// Groups returns the rows of whole groups.
func Groups() (rows []*Op) {
	for _, o := range Roles() {
		if _, ok := o.Role.(*Group); ok {
			rows = append(rows, o)
		}
	}
	return rows
}

// Correction is the type of the correction that var takes, an argument of its own.
func Correction(dt DType) DType {
	if dt == Float64 {
		return Float64
	}
	return Float32
}

func sameType(dt DType) DType { return dt }
func toBool(DType) DType      { return Bool }
func toIndex(DType) DType     { return Int64 }

// wideType is the type in which integers are summed and multiplied.
func wideType(dt DType) DType {
	switch dt.Kind() {
	case Floating:
		return dt
	case Unsigned:
		return Uint64
	}
	return Int64
}
