package device

import "sync"

// Ledger is locked by whoever reads or changes what says which tensors wait and which are
// stored, and which memory a Brief device has given out; and while such a device computes. It is
// one lock because a second takes as long as a few hundred additions. Nobody waits for anything
// else with it held, and nobody calls a device but Brief's methods.
var Ledger ledger

type ledger struct {
	mu    sync.Mutex
	crowd int // how many are not to hold the lock for long: somebody has waited for it
}

// Lock takes the lock.
func (l *ledger) Lock() {
	if !l.mu.TryLock() {
		l.mu.Lock()
		l.crowd = 1 << 8
	}
}

// Unlock lets go of it.
func (l *ledger) Unlock() { l.mu.Unlock() }

// Crowded reports whether others have waited for the lock lately, and would again if it
// were held for microseconds. The lock is held.
func (l *ledger) Crowded() bool {
	if l.crowd == 0 {
		return false
	}
	l.crowd--
	return true
}
