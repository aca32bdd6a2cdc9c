package graph

import (
	"runtime"
	"runtime/metrics"
	"sync"

	"github.com/wgtensor/wgtensor/device"
)

// Tensors that were dropped without Release give their memory back when Go collects
// them. But Go does not see a GPU's memory fill up, and on the CPU it takes buffers for
// live that wait for their cleanup, so that its own pace grows with the garbage. So
// bytes are counted here, and collected in time.
var (
	held       int       // bytes of the buffers that versions own; guarded by Lock
	retained   int       // those of versions that no storage has; guarded by Lock
	floor      int       // held after the last collection; guarded by Lock
	pace       = atLeast // bytes on top of floor that are not worth a collection; guarded by Lock
	collecting sync.Mutex
)

// On the CPU a dropped result that has left the caches costs more than its share of a cheap
// collection. A collection takes as long as the heap that it scans is large, and so much more
// is dropped before it. Of a GPU's memory nothing is in those caches.
const (
	atLeast    = 8 << 20
	atMost     = 256 << 20
	perScanned = 8 // bytes dropped for each that a collection scans
)

// Pace collects dropped tensors if bytes more of the device would be too many.
func Pace(d device.Device, bytes int) {
	Lock()
	room := Room(d, bytes)
	Unlock()
	if room || !collecting.TryLock() {
		return
	}
	defer collecting.Unlock()
	device.Collect()
	scan := []metrics.Sample{{Name: "/gc/scan/total:bytes"}}
	metrics.Read(scan)
	Lock()
	defer Unlock()
	floor, pace = held, int(min(max(perScanned*scan[0].Value.Uint64(), atLeast), atMost))
}

// Room reports whether bytes more of the device are worth no collection. Lock is held.
func Room(d device.Device, bytes int) bool {
	more := held - floor + bytes
	return more <= pace || d.Info().Kind != device.CPU && more <= max(atMost, floor)
}

// guard gives a buffer back when it is collected, and that is when its version is. The
// guards of buffers that Release gave back serve again: to make one costs more than a
// small launch. Go lists the cleanups of a span of memory in order and walks that list for each new
// one: of guards of a word, a thousand to a span, dropped tensors took a quarter more time.
type guard struct {
	of     *guarded
	writer *Claim // the evaluation that writes in place
	few    *few   // expressions that read a small part, nil if there are none
	_      [40]byte
}

type guarded struct {
	buf      device.Buffer
	retained bool // for expressions alone
}

// retain notes that no storage has the version, which expressions read.
func (v *Version) retain() {
	if v.guard != nil && !v.guard.of.retained {
		v.guard.of.retained = true
		retained += v.Buffer().Len()
	}
}

// Retained is how many bytes are kept for expressions that wait, or have been dropped since the
// last collection, and for nothing else.
func Retained() int {
	Lock()
	defer Unlock()
	return retained
}

// spareGuards are kept with Lock.
var spareGuards []*guard

const mostSpareGuards = 1 << 10

// own makes the version stored. The buffer goes back when the version is collected, if
// it was not given back before: who uses the buffer keeps the version alive.
func (v *Version) own(buf device.Buffer) {
	if last := len(spareGuards) - 1; last >= 0 {
		v.guard, spareGuards[last] = spareGuards[last], nil
		spareGuards = spareGuards[:last]
	} else {
		v.guard = &guard{of: &guarded{}}
		runtime.AddCleanup(v.guard, (*guarded).collected, v.guard.of)
	}
	v.guard.of.buf = buf
	held += buf.Len()
}

// Buffer is where the elements of a stored version lie. Lock is held, or the version, or it is
// an argument of one that the caller has claimed.
func (v *Version) Buffer() device.Buffer { return v.guard.of.buf }

// disown gives the buffer back, which nothing uses: who does has counted as a read.
func (v *Version) disown() {
	g := v.guard
	v.guard, g.few = nil, nil
	Free(v.Device, g.of.take())
	if len(spareGuards) < mostSpareGuards {
		spareGuards = append(spareGuards, g)
	}
}

// outgoing is buffers that Unlock releases: to call a device may take long. Guarded by Lock.
var outgoing []device.Buffer

// Free gives back a buffer of the device that nobody uses. Lock is held.
func Free(d device.Device, buf device.Buffer) {
	if b, ok := d.(device.Brief); !ok || !b.Reclaim(buf) {
		outgoing = append(outgoing, buf)
	}
}

// collected is called when nobody can release the buffer any more.
func (g *guarded) collected() {
	Lock()
	buf := g.take()
	Unlock()
	if buf != nil {
		buf.Release()
	}
}

// take returns the buffer, which is no longer guarded, or nil.
func (g *guarded) take() device.Buffer {
	buf := g.buf
	if buf != nil {
		held -= buf.Len()
		if g.retained {
			retained -= buf.Len()
		}
	}
	g.buf, g.retained = nil, false
	return buf
}
