package graph

import (
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Storage is what a tensor and its views share: the version of its elements that they see.
// The mutex is held by who writes, from before the expression is made that reads what it
// writes to until the end: so no write is lost to another. Who holds a claim never takes it.
type Storage struct {
	sync.Mutex
	Layout  *broadcast.Layout // of every version
	version *Version          // guarded by Lock
	handles int32             // tensors on it that were not released; guarded by Lock
}

// Gone is the storage of tensors that were released. Its version is that of all storages without
// handles.
var Gone = &Storage{version: &Version{Layout: &broadcast.Layout{}, released: true}}

// Operand is what an expression is to read: the version that a storage has then, through a
// layout of the expression's shape, or a scalar if Storage is nil. Its type is that of the
// storage, else Type.
type Operand struct {
	Storage *Storage
	Layout  *broadcast.Layout
	Scalar  op.Scalar
	Type    op.DType
}

// Arg is the operand as it is read now. Lock is held.
func (o *Operand) Arg() Arg {
	a := Arg{Layout: o.Layout, Scalar: o.Scalar, Type: o.Type}
	if o.Storage != nil {
		a.Version = o.Storage.version
	}
	return a
}

// New returns a storage of a waiting version, row-major over the layout's shape, with one
// handle.
func New(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, operands ...Operand) *Storage {
	s, v := &Storage{}, &Version{Device: d, Type: dt, Layout: layout}
	Lock()
	defer Unlock()
	v.express(o, operands, false)
	s.name(v)
	return s
}

// Init makes s, a zero Storage, what New returns, and tells its Depth. But where an operand
// has a Constant it does nothing: that should be a scalar.
func (s *Storage) Init(d device.Device, dt op.DType, layout *broadcast.Layout, o *op.Op, operands []Operand) (depth int, ok bool) {
	v := &Version{Device: d, Type: dt, Layout: layout}
	Lock()
	for i := range operands {
		if from := operands[i].Storage; from != nil && from.version.constant() {
			Unlock()
			return 0, false
		}
	}
	v.express(o, operands, false)
	s.name(v)
	depth = v.depth()
	Unlock()
	return depth, true
}

// NewStored returns a storage whose elements are in buf, with one handle. It owns buf from
// now on.
func NewStored(d device.Device, dt op.DType, layout *broadcast.Layout, buf device.Buffer) *Storage {
	s, v := &Storage{}, &Version{Device: d, Type: dt, Layout: layout}
	Lock()
	defer Unlock()
	v.own(buf)
	s.name(v)
	return s
}

// name gives a new storage its first version.
func (s *Storage) name(v *Version) { s.Layout, s.version, s.handles, v.named = v.Layout, v, 1, true }

// Version is the current one, or an error if the storage was released.
func (s *Storage) Version() (*Version, error) {
	Lock()
	defer Unlock()
	if s.version.released {
		return nil, ErrReleased
	}
	return s.version, nil
}

// Current is Version where Lock is held.
func (s *Storage) Current() *Version { return s.version }

// Become makes the elements in buf the storage's version. But if it was released meanwhile the
// buffer is given back. Lock is held, and the storage.
func (s *Storage) Become(buf device.Buffer, d device.Device) {
	old := s.version
	if old.released {
		Free(d, buf)
		return
	}
	v := &Version{Device: old.Device, Type: old.Type, Layout: s.Layout, named: true}
	v.own(buf)
	s.version, old.named = v, false
	old.drop()
}

// Hold keeps the elements of the version as they are, which is stored, until Let. It waits for
// a write in place to end.
func (s *Storage) Hold() (*Version, error) {
	for {
		Lock()
		v := s.version
		if w := v.writer(); w != nil {
			ended := w.ended()
			Unlock()
			<-ended
			continue
		}
		defer Unlock()
		if !v.Stored() {
			return nil, ErrReleased
		}
		v.reads++
		return v, nil
	}
}

// Retain counts one more tensor on the storage, and reports whether there was one left.
func (s *Storage) Retain() bool {
	Lock()
	defer Unlock()
	if s.handles == 0 {
		return false
	}
	s.handles++
	return true
}

// Release counts one tensor less. Memory goes back with the last, unless a waiting
// expression still needs it: then it goes back when that has been computed.
func (s *Storage) Release() {
	Lock()
	if s.handles--; s.handles == 0 {
		v := s.version
		s.version, v.named = Gone.version, false // a tensor's memory may be one piece with s
		v.drop()
	}
	Unlock()
}

// Take ends a storage that only its caller knows, and returns its version as Private does.
func (s *Storage) Take() *Version {
	Lock()
	defer Unlock()
	v := s.version
	s.handles, s.version, v.named = 0, Gone.version, false
	v.reads++
	return v
}

// Depth is the length of the longest chain of waiting expressions that ends here.
func (s *Storage) Depth() int {
	Lock()
	defer Unlock()
	return s.version.depth()
}

// Constant returns the value of a storage that is to be filled with one and still waits.
func (s *Storage) Constant() (op.Scalar, bool) {
	Lock()
	defer Unlock()
	if s.version.constant() {
		return s.version.Expr.Args[0].Scalar, true
	}
	return 0, false
}
