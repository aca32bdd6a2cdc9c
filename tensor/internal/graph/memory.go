package graph

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// Tensors that were dropped without Release give their memory back when Go collects them. But Go
// does not see a GPU's memory fill up. On the CPU Go counts a buffer as live until its cleanup has
// run, so garbage delays the next collection. So the bytes of buffers that versions own are counted
// here, and a collection starts in time.
var held struct {
	bytes atomic.Int64 // but for those that accounts have not passed on
	floor atomic.Int64 // held after the last collection
	_     [112]byte    // others lie in other cache lines

	dropped atomic.Int64 // given back by cleanups, since the program began
}

// growth is how many more bytes are held than after the last collection. If fewer are held, the
// floor sinks to that number. Otherwise a program that releases some bytes could then drop as many
// without a collection.
func growth() int64 {
	bytes, floor := held.bytes.Load(), held.floor.Load()
	if bytes < floor {
		held.floor.CompareAndSwap(floor, bytes)
		return 0
	}
	return bytes - floor
}

// account counts bytes for some goroutines, which seldom write to the memory of others.
type account struct {
	bytes    atomic.Int64 // taken less given back, since they were passed on to held
	retained atomic.Int64 // held in versions that no storage has
	_        [112]byte    // others lie in other cache lines
}

// batch is how many bytes an account passes on at a time.
const batch = 256 << 10

// add counts bytes that were taken, or given back if negative.
func (a *account) add(bytes int) {
	if n := a.bytes.Add(int64(bytes)); n >= batch || n <= -batch {
		held.bytes.Add(a.bytes.Swap(0))
	}
}

// Claims share the accounts by their numbers, so that goroutines seldom write to the same one. There
// are as many accounts as processors, at most 16, rounded up to a power of 2.
var accounts = make([]account, 1<<bits.Len(uint(min(runtime.GOMAXPROCS(0), 16)-1)))

// pace is how many bytes may be taken after a collection before the next one. It counts as atLeast
// if it is less.
var pace atomic.Int64

// collecting is locked by the goroutine that collects.
var collecting sync.Mutex

// meanwhile is how many bytes others have asked for since a collection began.
var meanwhile atomic.Int64

// The pace grows with the bytes that a collection scans, from atLeast to atMost. On the CPU a
// collection should come early: a dropped result that has left the caches costs more than its share
// of a cheap collection. But in a large heap a collection takes longer. On a GPU these caches do
// not matter.
const (
	atLeast    = 8 << 20
	atMost     = 256 << 20
	perScanned = 8 // bytes dropped for each that a collection scans
	// inUse bounds the pace where most memory is in use. Writing more bytes than that takes longer
	// than a collection.
	inUse = 64 << 20
	// ahead is how many bytes others may take at least while a goroutine collects.
	ahead = 16 << 20
)

// Alloc returns a buffer of the device. If there is not enough memory, it collects dropped buffers
// and tries again.
func Alloc(d device.Device, bytes int) (device.Buffer, error) {
	makeRoom(d, int64(bytes))
	buf, err := d.Alloc(bytes)
	if err == nil {
		return buf, nil
	}
	if limit := d.Info().Limits.BufferBytes; limit > 0 && bytes > limit {
		return nil, err // no collection makes room for it
	}
	for try := 0; try < 3 && errors.Is(err, device.ErrOutOfMemory); try++ {
		buf, err = reclaim(d, bytes)
	}
	if kept := retained(); kept > 0 && errors.Is(err, device.ErrOutOfMemory) {
		err = fmt.Errorf("%w; %d bytes are what waiting expressions read of tensors that were written or released: Eval or Release them", err, kept)
	}
	return buf, err
}

// makeRoom collects dropped tensors if the device would otherwise hold too much with more bytes, and
// if a collection may free as much as is allocated. If most bytes are found to be in use, the next
// collection waits for twice as many. While a goroutine collects, others go on, and may take as many
// bytes again. Beyond that they wait: they drop faster than one collects.
func makeRoom(d device.Device, more int64) {
	most := max(pace.Load(), atLeast)
	taken := growth()
	if taken+more <= most || !worthwhile(d, taken, more, most) {
		return
	}
	if !collecting.TryLock() {
		if meanwhile.Add(more) <= max(most, ahead) {
			return
		}
		collecting.Lock()
	}
	defer collecting.Unlock()
	before := growth()
	if before+more <= most { // another goroutine has collected
		return
	}
	meanwhile.Store(0)
	freed := collect()
	scan := []metrics.Sample{{Name: "/gc/scan/total:bytes"}}
	metrics.Read(scan)
	next := int64(perScanned * scan[0].Value.Uint64())
	if freed < before/2 {
		next = max(next, min(2*most, inUse))
	}
	pace.Store(min(next, atMost))
}

// collect collects dropped tensors, and returns how many bytes they held.
func collect() (freed int64) {
	before := held.dropped.Load()
	device.Collect()
	held.floor.Store(held.bytes.Load())
	return held.dropped.Load() - before
}

// reclaim allocates after a collection, if nothing is free before it. One goroutine does so at a time.
// Otherwise others would take what one has collected.
func reclaim(d device.Device, bytes int) (device.Buffer, error) {
	collecting.Lock()
	defer collecting.Unlock()
	if buf, err := d.Alloc(bytes); err == nil { // another goroutine has collected
		return buf, nil
	}
	collect()
	return d.Alloc(bytes)
}

// worthwhile reports whether to collect before more bytes of the device are taken than the pace.
func worthwhile(d device.Device, taken, more, most int64) bool {
	return taken >= min(more, most) && (d.Info().Kind == device.CPU || taken+more > max(atMost, held.floor.Load()))
}

// retained returns how many bytes are kept only for expressions that wait, or that were dropped
// since the last collection.
func retained() (bytes int) {
	for i := range accounts {
		bytes += int(accounts[i].retained.Load())
	}
	return bytes
}

// guard is the buffer of a version, which it gives back when Go collects the guard. That is when Go
// collects the version. The guard of a released buffer is used again, because a new one costs more
// than a small launch.
//
// Guards are padded: Go keeps an ordered list of the cleanups in a span of memory, and walks the
// list for each new one. With guards of one word, a thousand fit a span, and dropped tensors took a
// quarter more time.
type guard struct {
	*guarded
	few few // expressions that read a small part of the version
	_   [16]byte
}

type guarded struct {
	device.Buffer // nil until the guard is used again
	account       *account
	retained      bool // only expressions keep the version
}

var guards = sync.Pool{New: func() any {
	g := &guard{guarded: &guarded{}}
	runtime.AddCleanup(g, (*guarded).drop, g.guarded)
	return g
}}

// own gives the version its buffer. The buffer goes back when the version is collected, if not
// before. So code that uses the buffer must keep the version alive.
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
		g.few.all = nil
		guards.Put(g)
	} else {
		v.buffer.Release()
	}
	v.buffer = nil
}

// retain counts the buffer as kept for expressions alone: no storage has its version any more.
func (g *guarded) retain() {
	g.retained = true
	g.account.retained.Add(int64(g.Len()))
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
	if g.retained {
		g.account.retained.Add(-int64(g.Len()))
	}
	g.Release()
	*g = guarded{}
}
