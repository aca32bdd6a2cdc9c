package graph

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// guard is the buffer of a version, which it gives back when Go collects the guard. That is when Go
// collects the version. The guard of a released buffer is used again, because a new one costs more
// than a small launch.
//
// Guards are padded: Go keeps an ordered list of the cleanups in a span of memory, and walks the
// list for each new one. With guards of one word, a thousand fit a span, and dropped tensors took a
// quarter more time.
type guard struct {
	*guarded
	readers readers // expressions that read a small part of the version
	_       [16]byte
}

type guarded struct {
	device.Buffer // nil until the guard is used again
	account       *account
	retained      atomic.Bool // its storage has another version now
}

var guards = sync.Pool{New: func() any {
	g := &guard{guarded: &guarded{}}
	runtime.AddCleanup(g, (*guarded).drop, g.guarded)
	return g
}}

// own gives the version its buffer. The buffer goes back when the version is collected, if not
// before, so code that uses the buffer must keep the version alive.
func (v *Version) own(buf device.Buffer, a *account) {
	if collected(buf) {
		v.buffer = buf
		return
	}
	g := guards.Get().(*guard)
	g.Buffer, g.account = buf, a
	a.add(buf.Len())
	v.buffer = g
}

// collected reports whether the device gives a buffer back when Go collects it.
func collected(buf device.Buffer) bool {
	c, ok := buf.(device.Collected)
	return ok && c.Collected()
}

// guard returns the guard of the buffer. It is nil if there is no buffer, or the device collects it.
func (v *Version) guard() *guard {
	g, _ := v.buffer.(*guard)
	return g
}

// Buffer returns the buffer of a stored version. The caller holds the version, or an expression
// that reads it.
func (v *Version) Buffer() device.Buffer {
	if g := v.guard(); g != nil {
		return g.Buffer
	}
	return v.buffer
}

// disown gives the buffer back, which nothing uses any more.
func (v *Version) disown() {
	if g := v.guard(); g != nil {
		g.giveBack()
		g.readers.all = nil
		guards.Put(g)
	} else {
		v.buffer.Release()
	}
	v.buffer = nil
}

// retain counts the buffer as kept for expressions, and for storages that took its version over (InitSame).
func (g *guarded) retain() {
	if g.retained.CompareAndSwap(false, true) {
		g.account.retained.Add(int64(g.Len()))
	}
}

// drop gives the buffer of a dropped version back.
func (g *guarded) drop() {
	if g.Buffer != nil {
		held.dropped.Add(int64(g.Len()))
		g.giveBack()
	}
}

// giveBack gives the buffer back.
func (g *guarded) giveBack() {
	g.account.add(-g.Len())
	if g.retained.Load() {
		g.account.retained.Add(-int64(g.Len()))
	}
	g.Release()
	g.Buffer, g.account = nil, nil
	g.retained.Store(false)
}
