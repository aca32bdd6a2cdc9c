package graph

import (
	"context"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// The word of a version has the number of references to the version, the work in progress on it, and
// the claim that does this work. Each change is one atomic operation, so no lock is needed.
const (
	references = 1<<32 - 1 // storages, expressions that wait, evaluations
	waiting    = 1 << 32   // the elements are not there yet
	writing    = 1 << 33   // a claim overwrites the elements
	awaited    = 1 << 34   // goroutines wait for the claim to end
	claimShift = 35        // the number of the claim at work is above, 0 if there is none
)

// claimOf is the number of the claim in a word.
func claimOf(word uint64) uint64 { return word >> claimShift }

// busy reports whether a claim computes or writes the elements.
func busy(word uint64) bool { return claimOf(word) != 0 || word&writing != 0 }

// stored reports whether the elements are there, and nothing changes them.
func (v *Version) stored() bool {
	w := v.word.Load()
	return w&^references == 0 && w != 0
}

// Ref counts a reference that is made from another one.
func (v *Version) Ref() { v.word.Add(1) }

// tryRef counts a reference, unless there is none left.
func (v *Version) tryRef() bool {
	for {
		w := v.word.Load()
		if w&references == 0 {
			return false
		}
		if v.word.CompareAndSwap(w, w+1) {
			return true
		}
	}
}

// Let ends a reference that Ref counted, or that Hold, Acquire or Readers returned.
func (v *Version) Let() {
	if w := v.word.Add(^uint64(0)); w&references == 0 && !busy(w) {
		v.die()
	}
}

// refs is how many references there are.
func (v *Version) refs() int { return int(v.word.Load() & references) }

// claim gives a waiting version to the claim with the number. ok is false if the version does not
// wait, or is busy.
func (v *Version) claim(number uint64) (word uint64, ok bool) {
	for {
		w := v.word.Load()
		if w&waiting == 0 || busy(w) {
			return w, false
		}
		if v.word.CompareAndSwap(w, w|number<<claimShift) {
			return w, true
		}
	}
}

// free ends the claim or the write that made the version busy, and wakes the goroutines that wait
// for it. isStored tells whether the elements are stored now.
func (v *Version) free(isStored bool) {
	kept := uint64(references)
	if !isStored {
		kept |= waiting
	}
	w := v.word.And(kept)
	if w&awaited != 0 {
		v.wake()
	}
	if w&references == 0 {
		v.die()
	}
}

// room is a list of goroutines that wait for a busy version. Each room serves many versions.
type room struct {
	sync.Mutex
	opened chan struct{} // closed when one of the versions is no longer busy; nil if nothing waits
	_      [112]byte     // others lie in other cache lines
}

var rooms [64]room

func (v *Version) room() *room {
	return &rooms[uintptr(unsafe.Pointer(v))>>7%uintptr(len(rooms))]
}

// wait returns when the version may no longer be busy, or with the error of a context that has ended.
func (v *Version) wait(ctx context.Context) error {
	r := v.room()
	r.Lock()
	for {
		w := v.word.Load()
		if !busy(w) {
			r.Unlock()
			return nil
		}
		if v.word.CompareAndSwap(w, w|awaited) {
			break
		}
	}
	if r.opened == nil {
		r.opened = make(chan struct{})
	}
	opened := r.opened
	r.Unlock()
	if err := device.MayWait(); err != nil {
		return err
	}
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wake wakes all goroutines in the version's room; each checks its version again.
func (v *Version) wake() {
	r := v.room()
	r.Lock()
	defer r.Unlock()
	if r.opened != nil {
		close(r.opened)
		r.opened = nil
	}
}
