// Package graph holds what tensors name: storages, and the versions of their elements. A
// version is stored in a buffer, or an expression over other versions that waits until a
// value is needed.
//
// A version is computed once, and what reads it sees the same elements for ever: a write
// makes a new version, or works in place where nothing else reads the old one. Who reads is
// counted. Expressions that were dropped without Release stay counted, since to hear of it
// takes longer than most of them do; that costs a buffer or a copy, and the new version
// starts without readers.
//
// One lock guards every version's state. It is held for bookkeeping, and while a device
// computes what takes no longer (device.Brief). Else an evaluation claims the versions it
// works on, lets go of the lock, and others who need those versions wait for the claim to end.
package graph

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Version is an array on one device. Once stored, its elements lie in its Buffer, row-major as
// Layout says; until then Expr says how to compute them.
type Version struct {
	Device device.Device
	Layout *broadcast.Layout // the canonical one of the shape, from offset 0; shared, as those of arguments
	Type   op.DType

	// The rest is guarded by Lock; while the version is claimed, its Expr is the claim's.
	named    bool  // it is the version of a storage that has handles
	released bool  // nothing needed it any more
	reads    int32 // arguments of waiting expressions that are the version, and uses of its buffer
	Expr     *Expr
	guard    *guard // of the buffer, nil if there is none
}

// Expr is an operation that waits, and what there is to know of a version while it does. A nil
// Op copies its only argument: a clone of a view, or, of a scalar, a filled tensor. Arguments
// may be of a type that Op Computes in another one for: programs convert them.
type Expr struct {
	Op      *op.Op
	Args    []Arg
	Index   int32 // of the version among those of the claim
	Cost    int32 // operations that wait, this and those below, when it was made
	Reached bool  // it was computed on the way to another version, and not stored

	depth int32     // of the waiting expressions below
	claim *Claim    // the evaluation at work on the version
	few   []*reader // that the version is on others' lists
	room  [2]Arg    // where Args lie if they are few
}

// Computes is the type that an operation computes operands of a type in.
func Computes(o *op.Op, dt op.DType) op.DType {
	compute, _, err := o.Types(dt)
	if err != nil { // as the condition of a choice, which has a type of its own
		return dt
	}
	return compute
}

// Arg is what an expression reads: a version through a layout of the expression's shape, or a
// scalar if Version is nil. Its type is that of the version, else Type. Layouts are shared and
// never change.
type Arg struct {
	Version *Version
	Layout  *broadcast.Layout
	Scalar  op.Scalar
	Type    op.DType
}

// DType is the type of the operand's elements.
func (a *Arg) DType() op.DType {
	if a.Version != nil {
		return a.Version.Type
	}
	return a.Type
}

// Same reports whether both read the same elements.
func (a *Arg) Same(b *Arg) bool {
	return a.Version == b.Version && (a.Layout == b.Layout || a.Layout.Equal(*b.Layout))
}

// Whole reports whether a reads the elements of its version one after the other, in the
// version's own shape.
func (a *Arg) Whole() bool {
	return a.Layout == a.Version.Layout || // most are
		a.Layout.Offset == 0 && broadcast.SameShape(a.Layout.Shape, a.Version.Layout.Shape) && a.Layout.Contiguous()
}

// spare are Exprs that served, to serve again: nothing else knows them. Guarded by Lock.
var spare []*Expr

const mostSpare = 1 << 10

// mostCost is as far as costs are counted.
const mostCost = 1 << 20

// express gives the version an expression, which reads its operands from now on.
// Of private ones, which only their evaluation knows, no few readers are listed.
func (v *Version) express(o *op.Op, operands []Operand, private bool) {
	var e *Expr
	if last := len(spare) - 1; last >= 0 {
		e, spare[last] = spare[last], nil
		spare = spare[:last]
	} else {
		e = &Expr{}
		e.Args = e.room[:0]
	}
	v.Expr, e.Op, e.Args = e, o, slices.Grow(e.Args, len(operands))
	if o != nil {
		e.Cost = 1
	}
	for i := range operands {
		a := operands[i].Arg()
		if a.Version != nil {
			a.Version.reads++
			e.depth = max(e.depth, int32(a.Version.depth())+1)
			if below := a.Version.Expr; below != nil {
				e.Cost = min(e.Cost+below.Cost, mostCost)
			}
			if !private {
				a.Version.enlist(v, a.Layout)
			}
		}
		e.Args = append(e.Args, a)
	}
}

// unexpress drops the expression, and arguments that nothing else needs.
func (v *Version) unexpress() {
	e := v.Expr
	v.Expr = nil
	for i := range e.Args {
		if a := e.Args[i].Version; a != nil {
			a.reads--
			a.drop()
		}
	}
	for _, r := range e.few {
		r.struck = true
	}
	clear(e.Args)
	clear(e.few)
	e.Op, e.Args, e.few, e.claim = nil, e.Args[:0], e.few[:0], nil
	e.Cost, e.Reached, e.depth = 0, false, 0
	if len(spare) < mostSpare {
		spare = append(spare, e)
	}
}

// Store ends the version's waiting: its elements are in buf. Lock is held.
func (v *Version) Store(buf device.Buffer) {
	v.unexpress()
	v.own(buf)
	v.drop()
}

// drop gives the version's memory back, and that of arguments nothing else needs, unless
// a storage or a waiting expression needs the version. What an evaluation holds is dropped
// when its claim ends.
func (v *Version) drop() {
	if v.named || v.released {
		return
	}
	if v.reads > 0 || v.claimed() || v.writer() != nil {
		v.retain()
		return
	}
	v.released = true
	if v.Expr != nil {
		v.unexpress()
	}
	if v.guard != nil {
		v.disown()
	}
}

// writer is the evaluation that writes in place, or nil.
func (v *Version) writer() *Claim {
	if v.guard == nil {
		return nil
	}
	return v.guard.writer
}

func (v *Version) claimed() bool { return v.Expr != nil && v.Expr.claim != nil }

// Waiting reports whether the version is still to be computed. Lock is held, or the version
// is claimed by the caller or an argument of one that is.
func (v *Version) Waiting() bool { return v.Expr != nil }

// Stored reports whether the elements are there, and not being written. Lock is held.
func (v *Version) Stored() bool { return v.Expr == nil && !v.released && v.guard.writer == nil }

// Unread reports whether the version is stored, and nothing reads it. Lock is held.
func (v *Version) Unread() bool { return v.Stored() && v.reads == 0 }

// Released reports whether nothing needed the version any more. Lock is held.
func (v *Version) Released() bool { return v.released }

// Free reports whether the version waits, and no evaluation is at work on it. Lock is held.
func (v *Version) Free() bool { return v.Expr != nil && v.Expr.claim == nil && !v.released }

func (v *Version) depth() int {
	if v.Expr == nil {
		return 0
	}
	return int(v.Expr.depth)
}

func (v *Version) constant() bool {
	return v.Expr != nil && v.Expr.Op == nil && v.Expr.Args[0].Version == nil
}

// Let ends a Hold, or what Few and Private keep.
func (v *Version) Let() {
	Lock()
	defer Unlock()
	v.reads--
	v.drop()
}

// Private returns a waiting version that only its caller knows, to be computed into a
// storage's elements. The caller keeps it until Let.
func Private(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, operands []Operand) *Version {
	v := &Version{Device: d, Type: dt, Layout: layout, reads: 1}
	Lock()
	defer Unlock()
	v.express(o, operands, true)
	return v
}
