package graph

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Storage is shared by a tensor and its views, and names their current version. A write locks it
// before it makes the expression that reads the storage, and unlocks it at the end. No write is lost
// to another. A claim never locks it.
type Storage struct {
	mu      sync.Mutex
	version atomic.Pointer[Version]
	others  atomic.Int32 // the number of tensors that have it, minus 1
	first   Version      // of few elements: see Init
}

// Gone is the storage of released tensors. All storages without tensors have its version.
var Gone = func() *Storage {
	s := &Storage{}
	s.others.Store(-1)
	s.version.Store(failed(0, &broadcast.Layout{}, ErrReleased))
	return s
}()

// smallBytes is the greatest size of a first version that shares one allocation with its storage,
// and of what its expression reads. If a dropped expression reads such a version, the version lives as
// long as the storage, with its buffer and its expression, also after a write that made another one.
const smallBytes = 1 << 14

// Lock locks the storage for a write, which may launch and wait. The error is that of [device.MayWait],
// if another write has the storage and the caller must not wait for it.
func (s *Storage) Lock() error {
	if s.mu.TryLock() {
		return nil
	}
	if err := device.MayWait(); err != nil {
		return err
	}
	s.mu.Lock()
	return nil
}

// Unlock ends what Lock began.
func (s *Storage) Unlock() { s.mu.Unlock() }

// Init gives s, a zero Storage, a waiting version, row-major over the layout's shape, and one handle.
// It takes over the references of the arguments. It returns s.
func (s *Storage) Init(dt op.DType, layout *broadcast.Layout, o *op.Op, form *Form, args ...Arg) *Storage {
	v := &s.first
	if v.small = small(dt, layout, args); !v.small {
		v = &Version{}
	}
	v.Wait(dt, layout, o, form, args)
	v.count(v)
	s.version.Store(v)
	return s
}

// small reports whether a waiting version of few elements reads only versions of few elements.
func small(dt op.DType, layout *broadcast.Layout, args []Arg) bool {
	if n, _ := layout.Dense(); n > smallBytes/dt.Size() {
		return false
	}
	for i := range args {
		if v := args[i].Version; v != nil && !v.small && (v.Waiting() || v.Bytes() > smallBytes) {
			return false
		}
	}
	return true
}

// InitSame gives s, a zero Storage, the current version of another storage, and one handle. A write to one
// of them makes another version, and the other keeps this one. It returns s.
func (s *Storage) InitSame(as *Storage) *Storage {
	s.version.Store(as.Acquire())
	return s
}

// InitStored gives s, a zero Storage, the elements in buf, which it owns from now on, and one handle.
// It returns s.
func (s *Storage) InitStored(dt op.DType, layout *broadcast.Layout, buf device.Buffer) *Storage {
	v := &s.first
	if !collected(buf) {
		v = &Version{} // otherwise the buffer would live as long as the storage
	}
	s.version.Store(v.store(dt, layout, buf))
	return s
}

// store gives v, a zero Version, the elements in buf and one reference, and returns v.
func (v *Version) store(dt op.DType, layout *broadcast.Layout, buf device.Buffer) *Version {
	v.Type, v.Layout = dt, layout
	v.small = v.Bytes() <= smallBytes
	v.own(buf, &accounts[0])
	v.word.Store(1)
	return v
}

// Layout returns the layout, which all versions share.
func (s *Storage) Layout() *broadcast.Layout {
	return (*broadcast.Layout)(atomic.LoadPointer(s.version.Load().layout()))
}

// layout is the address of v's layout, for atomic access. While Exchange sets the layout, another
// goroutine may read it: one that found v in a storage before, and has no reference.
func (v *Version) layout() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&v.Layout)) }

// DType returns the type of the elements, which all versions share.
func (s *Storage) DType() op.DType { return s.version.Load().Type }

// Acquire returns the current version, which the caller keeps until Let.
func (s *Storage) Acquire() *Version {
	for {
		if v := s.version.Load(); s.pin(v) {
			return v
		}
	}
}

// Read returns the current version through a layout, as an argument of an expression.
func (s *Storage) Read(layout *broadcast.Layout) Arg {
	return Arg{Version: s.Acquire(), Layout: layout}
}

// pin counts a reference to v, if v is still the storage's version. Otherwise Exchange may have
// returned v, and elements of v may be overwritten.
func (s *Storage) pin(v *Version) bool {
	if !v.tryRef() {
		return false
	}
	if v == s.version.Load() {
		return true
	}
	v.Let()
	return false
}

// Version returns the current version, or an error if the storage was released.
func (s *Storage) Version() (*Version, error) {
	v := s.version.Load()
	if v == Gone.version.Load() {
		return nil, ErrReleased
	}
	return v, nil
}

// Stored reports whether the elements are stored, and no write changes them.
func (s *Storage) Stored() bool { return s.version.Load().stored() }

// Fail gives the storage a version that carries an error. The caller has locked the storage.
func (s *Storage) Fail(err error) { s.Replace(failed(s.DType(), s.Layout(), err)) }

// Replace makes next the version of the storage, as Exchange does, and keeps no other for the caller.
func (s *Storage) Replace(next *Version) {
	if spare := s.Exchange(next); spare != nil {
		spare.Let()
	}
}

// Own makes the caller the writer of the storage's version until Written. It does so if the version
// is stored without Faults, and only the storage and so many others refer to it: Holds of the caller,
// or expressions (Claim.Reads).
func (s *Storage) Own(others int) (v *Version, ok bool) {
	v = s.version.Load()
	if !s.own(v, uint64(1+others)) {
		return v, false
	}
	if v.Expr != nil { // what is written in place may be read before the error is known
		v.Written()
		return v, false
	}
	return v, true
}

// own makes the caller the writer of v, if v has that many references and is still the storage's
// version. If it is not, one of the references may be a reader's.
func (s *Storage) own(v *Version, count uint64) bool {
	if !v.word.CompareAndSwap(count, count|writing) {
		return false
	}
	if v == s.version.Load() {
		return true
	}
	v.Written()
	return false
}

// Written ends what Own began.
func (v *Version) Written() { v.free(true) }

// NewVersion returns a stored version that only its caller knows, until Let or Exchange.
func NewVersion(dt op.DType, layout *broadcast.Layout, buf device.Buffer) *Version {
	return new(Version).store(dt, layout, buf)
}

// Exchange makes next the version of the storage. Only the caller knows next, and the caller has
// locked the storage. Both versions have one shape. If nothing else refers to the old version,
// Exchange returns it to the caller, but for the first one, which would keep the storage alive. If
// the storage was released meanwhile, Exchange returns next. Otherwise it returns nil.
func (s *Storage) Exchange(next *Version) (spare *Version) {
	old := s.version.Load()
	atomic.StorePointer(next.layout(), unsafe.Pointer(old.Layout)) // whole tensors compare this pointer
	if old == Gone.version.Load() || !s.version.CompareAndSwap(old, next) {
		return next
	}
	if old != &s.first && old.word.Load() == 1 { // the reference that was the storage's
		return old
	}
	old.unname()
	return nil
}

// unname drops the reference of a storage that has another version now.
func (v *Version) unname() {
	if w := v.word.Load(); w&waiting == 0 && w&references > 1 {
		if g := v.guard(); g != nil {
			g.retain()
		}
	}
	v.Let()
}

// Hold returns the version of a storage that was evaluated. Its elements do not change until Let.
// Hold waits for a write in place to end. A storage that waits has failed or was released since.
func (s *Storage) Hold(ctx context.Context) (*Version, error) {
	for {
		v := s.Acquire()
		if v.stored() {
			return v, nil
		}
		err := v.wait(ctx)
		if v.Waiting() {
			err = v.Expr.err()
		}
		v.Let()
		if err != nil {
			return nil, err
		}
	}
}

// SetFaults gives a new stored storage the faults of its elements.
func (s *Storage) SetFaults(fs Faults) { s.version.Load().SetFaults(fs) }

// Retain counts one more tensor on the storage. It reports false if all were released.
func (s *Storage) Retain() bool {
	for {
		n := s.others.Load()
		if n < 0 {
			return false
		}
		if s.others.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release counts one tensor less. The last one gives the memory back. If a waiting expression still
// needs it, the memory goes back when that has been computed.
func (s *Storage) Release() {
	if s.others.Add(-1) < 0 {
		s.version.Swap(Gone.version.Load()).unname()
	}
}

// Depth returns the length of the longest chain of expressions that ends in this storage, and that
// waited when its expression was made.
func (s *Storage) Depth() int { return int(s.version.Load().depth) }

// Constant returns the value of a waiting fill. It reports false for any other storage.
func (s *Storage) Constant() (op.Scalar, bool) { return s.version.Load().Constant() }
