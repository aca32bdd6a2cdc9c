// Package graph has the storages of tensors, and the versions of their elements. A version is
// stored in a buffer, or it has an expression over other versions, which waits until a value is
// needed.
//
// A version is computed once, and never changes after it was read. A write makes a new version, or
// works in place if nothing else reads the old one. References to a version are counted.
// Expressions that were dropped without Release stay counted, which costs a buffer or a copy.
//
// No lock covers all versions. Each version has an atomic word (state.go), and an evaluation claims
// the version by changing the word. Another evaluation that needs the version waits for the claim
// to end. DESIGN.md gives the reasons.
package graph

import (
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Version is an array on one device. Once stored, its elements lie in its Buffer, row-major as
// Layout says; until then Expr says how to compute them.
type Version struct {
	Layout *broadcast.Layout // row-major, from offset 0; shared, as the layouts of arguments are
	word   atomic.Uint64     // references and work in progress: see state.go
	Expr   *Expr             // until the version is stored; only the claim that holds the version may use it. Then nil, or the Faults
	buffer device.Buffer     // or a guard of it
	scalar op.Scalar         // of a fill; see Constant
	depth  int32             // length of the longest chain of operations that waited in it and in versions below it when it was made
	Cost   uint8             // number of these operations, at most mostCost
	Type   op.DType
	fills  bool // all elements are scalar
	small  bool // it has few elements, and so had all versions below it when it was made
}

// Expr is an operation that waits. A nil Op copies its only argument: a view becomes its clone, and
// a scalar becomes a filled tensor. Op may compute in another type than that of an argument
// (Computes); programs convert the argument.
//
// A map and its arguments have one shape. Form has what other expressions need.
type Expr struct {
	Op      *op.Op
	form    *Form // nil of maps, searches and random numbers
	Args    []Arg
	Made    device.Buffer // that the claim has computed
	Index   int           // among the versions of the claim
	uses    int32         // by private expressions of the claim: see Claim.Reads
	Reached bool          // it was computed on the way to another version, and not stored
	Whole   *Version      // what the version is a part of, or nil
	doubt   *doubt        // what is wrong, or may be; nil of most

	reads []*reader // its entries in the lists of versions that it reads a small part of
	room  [2]Arg    // where Args lie if they are few
}

// Computes returns the type in which an operation computes operands of type dt.
func Computes(o *op.Op, dt op.DType) op.DType {
	compute, _, err := o.Types(dt)
	if err != nil { // such as the condition of a choice: it keeps its type
		return dt
	}
	return compute
}

// Arg is an argument of an expression: a version through a layout of the shape that the expression
// reads (Version.Reads). Without a version it is a position, whose elements are the offsets of the
// layout, or a scalar, which has no layout. Its type is that of the version, or Type. Layouts are
// shared and never change. An argument has a reference to its version.
type Arg struct {
	Version *Version
	Layout  *broadcast.Layout
	Scalar  op.Scalar
	Type    op.DType
	// Number is not 0 if the scalar may change when a recorded launch runs again: see fuse.Recorder.
	Number int32
}

// DType is the type of the operand's elements.
func (a *Arg) DType() op.DType {
	if a.Version != nil {
		return a.Version.Type
	}
	return a.Type
}

// IsScalar reports whether the argument is a scalar.
func (a *Arg) IsScalar() bool { return a.Layout == nil }

// IsPosition reports whether the argument is a position.
func (a *Arg) IsPosition() bool { return a.Version == nil && a.Layout != nil }

// Same reports whether both read the same elements. Neither is a scalar.
func (a *Arg) Same(b *Arg) bool {
	return a.Version == b.Version && a.Type == b.Type && (a.Layout == b.Layout || a.Layout.Equal(*b.Layout))
}

// Whole reports whether a reads all elements of its version, in the version's shape and order.
func (a *Arg) Whole() bool {
	return a.Layout == a.Version.Layout || // most are
		a.Layout.Offset == 0 && broadcast.SameShape(a.Layout.Shape, a.Version.Layout.Shape) && a.Layout.Contiguous()
}

// exprs is a pool of expressions.
var exprs = sync.Pool{New: func() any {
	e := &Expr{}
	e.Args = e.room[:0]
	return e
}}

// Wait makes v, a zero Version or one after Drop, wait for an operation. v has one reference. It takes
// over the references of the arguments, until it is stored or dropped.
func (v *Version) Wait(dt op.DType, layout *broadcast.Layout, o *op.Op, form *Form, args []Arg) {
	e := v.Expr
	if e == nil {
		e = exprs.Get().(*Expr)
		v.Expr = e
	}
	e.Op, e.form = o, form
	e.Args = append(e.Args, args...)
	v.Type, v.Layout = dt, layout
	if v.word.Load() == 0 { // after Drop it is set
		v.word.Store(1 | waiting)
	}
}

// failed returns a version that waits, and that cannot be computed. Its expression stays the same.
func failed(dt op.DType, layout *broadcast.Layout, err error) *Version {
	v := &Version{Type: dt, Layout: layout, Expr: &Expr{doubt: &doubt{err: err}}}
	v.word.Store(1 | waiting)
	return v
}

// Reads returns the shape of the arguments of a version that waits. It is that of the version, but
// for reductions, which also read the axes of their groups, and for stores.
func (v *Version) Reads() []int {
	switch e := v.Expr; {
	case e.Store() != nil:
		all := e.Store().At.Shape
		return all[:len(all)-e.StorePlaces()]
	case e.Group() != nil:
		return e.Args[0].Layout.Shape
	}
	return v.Layout.Shape
}

// NewStep returns a version that waits, as after Wait, and that no storage has.
func NewStep(dt op.DType, layout *broadcast.Layout, o *op.Op, args []Arg) *Version {
	v := &Version{small: small(dt, layout, args)}
	v.Wait(dt, layout, o, nil, args)
	v.count(v)
	return v
}

// mostCost is the largest cost that is counted. A reduction, scan or store costs as much as groupCost maps:
// it may read much for each element that it gives.
const mostCost, groupCost = 127, 4

// count finds what a version has waiting below it, and enlists by, which computes it, among the readers
// of small parts. What reads the parts of a version computes that version.
func (v *Version) count(by *Version) {
	e := v.Expr
	switch {
	case e.Joins():
		for i := range e.Args {
			p := e.Args[i].Version
			p.Expr.Whole = v
			p.count(v)
		}
	case e.form != nil && (e.form.Store != nil || e.Group() != nil):
		v.Cost = groupCost
	case e.Op != nil:
		v.Cost = 1
	}
	for i := range e.Args {
		a := &e.Args[i]
		switch below := a.Version; {
		case below == nil:
			if v.fills = a.IsScalar() && e.Op == nil && e.form == nil && a.Number == 0 && by == v; v.fills {
				v.scalar = a.Scalar
			}
		case below.Waiting():
			v.Cost = min(v.Cost+below.Cost, mostCost)
			v.depth = max(v.depth, below.depth)
		case a.Layout == below.Layout && e.IsMap() || e.Keeps(i):
		case e.Places(i) > 0:
			below.enlist(by, v.Layout.Len())
		default:
			below.enlist(by, a.Layout.Len())
		}
	}
	v.depth++
}

// unexpress drops the expression.
func (v *Version) unexpress() {
	v.Drop()
	exprs.Put(v.Expr)
	v.Expr = nil
}

// Drop ends the references of a version that waits, and that no other goroutine knows.
func (v *Version) Drop() {
	e := v.Expr
	for i := range e.Args {
		if below := e.Args[i].Version; below != nil {
			below.Let()
		}
		e.Args[i] = Arg{}
	}
	for i, r := range e.reads {
		r.struck.Store(true)
		e.reads[i] = nil
	}
	e.Args = e.Args[:0] // alone, because that stores no pointer
	e.reads = e.reads[:0]
	e.form, e.Made, e.Reached, e.Whole, e.doubt = nil, nil, false, nil, nil
}

// die gives back the expression or the buffer of a version that nothing refers to.
func (v *Version) die() {
	if v.Expr != nil {
		v.unexpress()
	}
	if v.buffer != nil {
		v.disown()
	}
}

// Waiting reports whether the version is not yet computed.
func (v *Version) Waiting() bool { return v.word.Load()&waiting != 0 }

// Bytes returns how many bytes the elements take.
func (v *Version) Bytes() int { return v.Layout.Len() * v.Type.Size() }

// Constant returns the value of a waiting fill. It reports false for any other version.
func (v *Version) Constant() (op.Scalar, bool) { return v.scalar, v.fills && v.Waiting() }
