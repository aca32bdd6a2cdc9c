package graph

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"
)

// state is one word of a version. It has the number of references to the version, the work in
// progress on it, and the claim that does this work. Each change is one atomic operation, so no
// lock is needed.
type state struct{ word atomic.Uint64 }

const (
	references = 1<<32 - 1 // storages, expressions that wait, evaluations
	waiting    = 1 << 32   // the elements are not there yet
	writing    = 1 << 33   // a claim overwrites the elements
	awaited    = 1 << 34   // goroutines wait for the claim to end
	released   = 1 << 35   // the version is that of storages which were released
	claimShift = 36        // the number of the claim at work is above, 0 if there is none
)

// claimOf is the number of the claim in a word.
func claimOf(word uint64) uint64 { return word >> claimShift }

// busy reports whether a claim computes or writes the elements.
func busy(word uint64) bool { return claimOf(word) != 0 || word&writing != 0 }

// stored reports whether the elements are there, and nothing changes them.
func (s *state) stored() bool {
	w := s.word.Load()
	return w&^references == 0 && w != 0
}

// ref counts a reference that is made from another one.
func (s *state) ref() { s.word.Add(1) }

// tryRef counts a reference, unless there is none left.
func (s *state) tryRef() bool {
	for {
		w := s.word.Load()
		if w&references == 0 {
			return false
		}
		if s.word.CompareAndSwap(w, w+1) {
			return true
		}
	}
}

// unref counts a reference less, and reports whether it was the last one of a version that is not
// busy.
func (s *state) unref() (last bool) {
	w := s.word.Add(^uint64(0))
	return w&references == 0 && !busy(w)
}

// refs is how many references there are.
func (s *state) refs() int { return int(s.word.Load() & references) }

// dead reports whether nothing refers to a version, or only storages that were released.
func dead(word uint64) bool { return word&references == 0 || word&released != 0 }

// claim gives a waiting version to the claim with the number. ok is false if the version does not
// wait, or is busy.
func (s *state) claim(number uint64) (word uint64, ok bool) {
	for {
		w := s.word.Load()
		if w&waiting == 0 || busy(w) {
			return w, false
		}
		if s.word.CompareAndSwap(w, w|number<<claimShift) {
			return w, true
		}
	}
}

// write makes the caller the writer of the version, if it is stored, not busy, and has exactly refs
// references.
func (s *state) write(refs int) bool {
	return s.word.CompareAndSwap(uint64(refs), uint64(refs)|writing)
}

// end ends the claim or write that makes the version busy, and wakes the goroutines that wait for
// it. It reports whether there are no references left.
func (s *state) end(stored bool) (last bool) {
	gone := uint64(writing | awaited)
	if stored {
		gone |= waiting
	}
	for {
		w := s.word.Load()
		next := w &^ gone & (1<<claimShift - 1)
		if s.word.CompareAndSwap(w, next) {
			if w&awaited != 0 {
				s.wake()
			}
			return next&references == 0
		}
	}
}

// room is a list of goroutines that wait for a busy version. Each room serves many versions.
type room struct {
	sync.Mutex
	opened chan struct{} // closed when one of the versions is no longer busy; nil if nothing waits
	_      [112]byte     // others lie in other cache lines
}

var rooms [64]room

func (s *state) room() *room {
	return &rooms[uintptr(unsafe.Pointer(s))>>7%uintptr(len(rooms))]
}

// wait returns when the version may no longer be busy, or with the error of a context that has ended.
func (s *state) wait(ctx context.Context) error {
	r := s.room()
	r.Lock()
	for {
		w := s.word.Load()
		if !busy(w) {
			r.Unlock()
			return nil
		}
		if s.word.CompareAndSwap(w, w|awaited) {
			break
		}
	}
	if r.opened == nil {
		r.opened = make(chan struct{})
	}
	opened := r.opened
	r.Unlock()
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wake wakes all goroutines in the version's room; each checks its version again.
func (s *state) wake() {
	r := s.room()
	r.Lock()
	defer r.Unlock()
	if r.opened != nil {
		close(r.opened)
		r.opened = nil
	}
}
