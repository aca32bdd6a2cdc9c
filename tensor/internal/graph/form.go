package graph

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Form is what an expression has beside its row and its arguments, if it has groups or places, or is
// joined of parts. It is shared, and never changed.
//
// If the row is one of groups, the arguments have one shape, and Axes are those of the group among
// their axes, in ascending order. A scan has the shape of its arguments. A reduction has it without
// these axes, or with size 1 along them.
//
// The first argument of a load or a find is the table. Its layout has the shape of the expression,
// and then an axis for each place. Axes are the numbers that an index error gives to the places, and Name is
// the operation that it names.
//
// A store has no row. Its arguments are the value, an index for each place, and then the version whose
// elements it keeps, or a scalar in its place.
type Form struct {
	Axes  []int
	Name  string // of an operation with places
	Store *Store // of a store
}

// Store says where an expression puts values: an element of the value lies where At says, at the places
// that the indices name. Other elements are kept.
type Store struct {
	At *broadcast.Layout // over the shape of the value, and then an axis for each place
	// Options are those of the output of the launch. The value and its places are given elsewhere.
	Options device.Output
	All     bool // the caller promises that all elements are written: none is kept
}

// joined is the form of versions that are joined of parts.
var joined = new(Form)

// Axes returns the axes of the group, or the numbers of the places: see Form.
func (e *Expr) Axes() []int {
	if e.form == nil {
		return nil
	}
	return e.form.Axes
}

// Name returns the operation that an index error names, or "".
func (e *Expr) Name() string {
	if e.form == nil {
		return ""
	}
	return e.form.Name
}

// Store returns what makes the expression a store, or nil.
func (e *Expr) Store() *Store {
	if e.form == nil {
		return nil
	}
	return e.form.Store
}

// Joins reports whether the arguments are the parts of the version.
func (e *Expr) Joins() bool { return e.form == joined }

// IsMap reports whether the expression is a map or a copy: each element depends on the elements of the
// arguments at its own index alone.
func (e *Expr) IsMap() bool { return e.form == nil && (e.Op == nil || e.Op.Role == nil) }

// Group returns the role of a row of groups, or nil.
func (e *Expr) Group() *op.Group {
	if e.form == nil || e.Op == nil {
		return nil
	}
	g, _ := e.Op.Role.(*op.Group)
	return g
}

// Places returns how many of the last axes of an argument are places: those of a table.
func (e *Expr) Places(arg int) int {
	if arg > 0 || e.Op == nil {
		return 0
	}
	switch r := e.Op.Role.(type) {
	case op.Load:
		if r.Or {
			return len(e.Args) - 2
		}
		return len(e.Args) - 1
	case op.Find:
		return 1
	}
	return 0
}

// StorePlaces returns how many places a store has.
func (e *Expr) StorePlaces() int { return len(e.Args) - 2 }

// Keeps reports whether an argument is what a store keeps the elements of.
func (e *Expr) Keeps(arg int) bool { return e.Store() != nil && arg == len(e.Args)-1 }

// Checks reports whether the expression may have an index error.
func (e *Expr) Checks() bool {
	if s := e.Store(); s != nil {
		return !s.Options.Skip
	}
	return e.Op != nil && e.Op.MayFault()
}
