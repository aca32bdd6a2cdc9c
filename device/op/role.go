package op

import (
	"slices"
	"strings"
)

// Role is the role of a row that is no map: a *[Group], a [Load], a [Find] or *[Bits]. A map
// computes an element from one element of each argument, and has no role.
type Role interface {
	// result is the type of the row's result for arguments of these types.
	result(o *Op, args []DType) (DType, error)
}

// Load is the role of a row that reads an element of its first argument, an input with places. The
// next arguments are the indices, one for each place.
type Load struct {
	// Or says that an index out of bounds gives the last argument. Without it, negative indices
	// count from the end, and other indices out of bounds are errors.
	Or bool
}

// MayFault reports whether an index that the row is given may be an error.
func (o *Op) MayFault() bool {
	r, ok := o.Role.(Load)
	return ok && !r.Or
}

// Find is the role of a row that searches its first argument for the second. The first is a sorted
// input with one place. NaN is the greatest element, and zeros are equal.
type Find struct {
	Right bool // counts the elements that are not greater, else those that are less
}

// Bits is the role of a map of random numbers: from a key and a counter to bits, or from 32 bits to a
// number. All devices give the same bits.
type Bits struct {
	Type DType
	Eval func(x, y uint64) Scalar // y is 0 if the row has one argument
}

// roles has the rows that have a role, in the order of definition.
var (
	roles     [40]Op
	groups    [40]Group // the Role of the row with the same number, if it is a *Group
	roleCount int
)

func defRole(o Op) *Op {
	roles[roleCount] = o
	roleCount++
	return &roles[roleCount-1]
}

// defGroup enters a row of groups.
func defGroup(o Op, g Group) *Op {
	groups[roleCount] = g
	o.Role = &groups[roleCount]
	return defRole(o)
}

// Roles returns the rows that have a role, sorted by name.
func Roles() []*Op {
	all := make([]*Op, roleCount)
	for i := range all {
		all[i] = &roles[i]
	}
	slices.SortFunc(all, func(a, b *Op) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Instruction returns the row of that name, with a role or without, or nil.
func Instruction(name string) *Op {
	if o := ByName(name); o != nil {
		return o
	}
	for i := range roles[:roleCount] {
		if o := &roles[i]; o.Name == name {
			return o
		}
	}
	return nil
}

var (
	LoadAt = defRole(Op{Name: "load", Arity: 2, Role: Load{},
		Doc: "the element of x at the indices y …; negative ones count from the end"})
	LoadOr = defRole(Op{Name: "load_or", Arity: 3, Role: Load{Or: true},
		Doc: "the element of x at the indices y …, the last argument where one is outside"})
	FindLeft = defRole(Op{Name: "find_left", Arity: 2, Role: Find{},
		Doc: "the number of elements of the sorted x that are less than y"})
	FindRight = defRole(Op{Name: "find_right", Arity: 2, Role: Find{Right: true},
		Doc: "the number of elements of the sorted x that are not greater than y"})
)

func (f Load) result(o *Op, args []DType) (DType, error) {
	indices, types := args, slices.Clone(args)
	if f.Or && len(args) > 2 {
		indices = args[:len(args)-1]
		if fill := args[len(args)-1]; fill != args[0] {
			return 0, &TypeError{Op: o.Name, Types: types, Hint: "the element for indices outside has the type of the input"}
		}
	}
	if len(args) < o.Arity {
		return 0, &TypeError{Op: o.Name, Types: types, Hint: "an input, and an index for each of its places, are needed"}
	}
	for _, dt := range indices[1:] {
		if !dt.IsInteger() {
			return 0, &TypeError{Op: o.Name, Types: types, Hint: "indices are integers"}
		}
	}
	return args[0], nil
}

func (f Find) result(o *Op, args []DType) (DType, error) {
	if len(args) != 2 || args[0] != args[1] {
		return 0, &TypeError{Op: o.Name, Types: args, Hint: "a sorted input and an element of its type are needed"}
	}
	return Int64, nil
}

// Count returns the number of sorted elements before x, which is the meaning of the row. There are
// n elements, and at returns them.
func (f Find) Count(dt DType, x Scalar, n int, at func(i int) Scalar) int {
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if y := at(mid); Less(dt, y, x) || f.Right && !Less(dt, x, y) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (b *Bits) result(o *Op, args []DType) (DType, error) {
	switch {
	case o.Arity == 1 && !slices.Equal(args, []DType{Uint32}):
		return 0, &TypeError{Op: o.Name, Types: args, Hint: "random bits are needed, a uint32"}
	case o.Arity == 2 && !slices.Equal(args, []DType{Uint64, Uint64}):
		return 0, &TypeError{Op: o.Name, Types: args, Hint: "a key and a counter are needed, both uint64"}
	}
	return b.Type, nil
}

// Less is the order of sorting and searching: NaN is the greatest, and zeros are equal.
func Less(dt DType, x, y Scalar) bool {
	switch dt.Kind() {
	case Floating:
		a, b := dt.Float(x), dt.Float(y)
		return a < b || a == a && b != b
	case Signed:
		return dt.Int(x) < dt.Int(y)
	}
	return x < y
}
