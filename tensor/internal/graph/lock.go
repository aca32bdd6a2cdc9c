package graph

import "sync"

// books is locked by whoever reads or changes what says which versions wait and which are
// stored, and while a device computes what takes no longer than that.
var books struct {
	sync.Mutex
	crowd int // how many are not to hold the lock for long: others have waited for it
}

// Lock guards every version and storage.
func Lock() {
	if !books.TryLock() {
		books.Lock()
		books.crowd = 1 << 8
	}
}

// Unlock lets go of every version and storage.
func Unlock() {
	if len(outgoing) == 0 {
		books.Unlock()
		return
	}
	buffers := outgoing
	outgoing = nil
	books.Unlock()
	for _, buf := range buffers {
		buf.Release()
	}
}

// Crowded reports whether others have waited for the lock lately, and would again if it
// were held for microseconds. Lock is held.
func Crowded() bool {
	if books.crowd == 0 {
		return false
	}
	books.crowd--
	return true
}
