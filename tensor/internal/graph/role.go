package graph

import "github.com/wgtensor/wgtensor/device/op"

// Group returns the role of a row of groups, and nil for a map or a copy.
func (e *Expr) Group() *op.Group {
	if e.Op == nil || e.Op.Role == nil {
		return nil
	}
	g, _ := e.Op.Role.(*op.Group)
	return g
}

// IsMap reports whether the expression is a map or a copy: each element depends on the elements of the
// arguments at its own index alone.
func (e *Expr) IsMap() bool {
	return e.Store == nil && !e.Joins && (e.Op == nil || e.Op.Role == nil)
}

// Places returns how many of the last axes of an argument are places: those of a table.
func (e *Expr) Places(arg int) int {
	if arg > 0 || e.Op == nil || e.Op.Role == nil {
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
func (e *Expr) Keeps(arg int) bool { return e.Store != nil && arg == len(e.Args)-1 }

// Checks reports whether the expression may have an index error.
func (e *Expr) Checks() bool {
	if e.Store != nil {
		return !e.Store.Options.Skip
	}
	if e.Op == nil || e.Op.Role == nil {
		return false
	}
	r, ok := e.Op.Role.(op.Load)
	return ok && !r.Or
}
