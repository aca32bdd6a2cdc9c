package graph

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// Tensors that were dropped without Release give their memory back when Go collects them. But Go
// does not see a GPU's memory fill up. On the CPU Go counts a buffer as live until its cleanup has
// run, so garbage delays the next collection. The bytes of buffers that versions own are therefore
// counted here, and a collection starts in time.
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
	retained atomic.Int64 // held in versions that their first storage no longer has
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

// paced is the pace, and goLimit is GOMEMLIMIT as it was after the last collection.
var paced, goLimit atomic.Int64

func init() { goLimit.Store(debug.SetMemoryLimit(-1)) }

// collecting is locked by the goroutine that collects. The others are for that goroutine.
var collecting struct {
	sync.Mutex
	pacer
	ended time.Time // the last collection
}

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
		err = fmt.Errorf("%w; %d bytes are what waiting expressions and snapshots keep of tensors that were written or released: Eval or Release them", err, kept)
	}
	return buf, err
}

// makeRoom collects dropped tensors if too much would be held with more bytes, and if a collection
// may free as much as is allocated. While a goroutine collects, others go on, until they hold so much
// that they wait: they drop faster than one collects.
func makeRoom(d device.Device, more int64) {
	taken := growth()
	if taken+more <= batch {
		return
	}
	info := d.Info()
	begin, wait := pace(paced.Load()).bounds(more, int64(info.Limits.BufferBytes), goLimit.Load())
	if info.Kind != device.CPU { // its memory is not in the caches, nor in Go's heap
		ahead := wait - begin
		begin = max(mostHeld, held.floor.Load())
		wait = begin + ahead
	}
	if taken+more <= begin || taken < min(more, begin) {
		return
	}
	if !collecting.TryLock() {
		if taken+more <= wait {
			return
		}
		collecting.Lock()
	}
	defer collecting.Unlock()
	if growth()+more > begin { // otherwise another goroutine has collected
		collect()
	}
}

// collect collects dropped tensors, and sets the pace by the time that it takes. The caller has locked
// collecting. What others take meanwhile counts for the next collection.
func collect() {
	began, taken := time.Now(), growth()
	bytes, dropped := held.bytes.Load(), held.dropped.Load()
	device.Collect()
	held.floor.Store(bytes - (held.dropped.Load() - dropped))
	ended := time.Now()
	collecting.collected(ended.Sub(began), began.Sub(collecting.ended), taken)
	paced.Store(int64(collecting.pace))
	goLimit.Store(debug.SetMemoryLimit(-1))
	collecting.ended = ended
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

// retained returns how many bytes of tensors that were written or released are kept for expressions that
// wait, for snapshots, or for what was dropped since the last collection.
func retained() (bytes int) {
	for i := range accounts {
		bytes += int(accounts[i].retained.Load())
	}
	return bytes
}
