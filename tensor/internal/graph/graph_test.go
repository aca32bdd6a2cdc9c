package graph

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// memory is a buffer that knows whether it was given back.
type memory struct{ released bool }

func (m *memory) Len() int                                { return 4 }
func (m *memory) Write(int, []byte) error                 { return nil }
func (m *memory) Read(context.Context, int, []byte) error { return nil }
func (m *memory) Release()                                { m.released = true }

// locking is memory of a device whose Release keeps books of its own.
type locking struct{ memory }

func (l *locking) Release() {
	Lock()
	defer Unlock()
	l.released = true
}

func TestMemoryIsGivenBackWithoutTheLock(t *testing.T) {
	l := &locking{}
	leaf := NewStored(nil, op.Float32, &one, l)
	c := waiting(leaf)
	leaf.Release()
	assert.False(t, l.released, "it is still to be read")
	c.Release()
	assert.True(t, l.released)
}

func TestAClaimThatHasToWaitHoldsNothing(t *testing.T) {
	deadline(t)
	leaf, _ := storedNode()
	a, b := waiting(leaf), waiting(leaf)
	claim := take(t, b)
	taken := make(chan *Claim)
	go func() { c := &Claim{}; _ = c.Take([]*Node{a, b}); taken <- c }()
	assert.True(t, inTurns(func() bool {
		Lock()
		defer Unlock()
		return claim.done != nil
	}))
	take(t, a).End(nil)
	claim.End(nil)
	c := <-taken
	assert.Equal(t, []*Node{a, b}, c.Nodes())
	c.End(nil)
}

// deadline ends the process, and shows where each goroutine waits, if the test takes a minute.
func deadline(t *testing.T) {
	late := time.AfterFunc(time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " hangs: it has not ended after a minute")
	})
	t.Cleanup(func() { late.Stop() })
}

func storedNode() (*Node, *memory) {
	m := &memory{}
	return NewStored(nil, op.Float32, &one, m), m
}

var one = broadcast.RowMajor(1)

func reading(n *Node) Arg { return Arg{Node: n, Layout: n.Layout} }

func waiting(n *Node) *Node { return New(nil, op.Float32, &one, op.Neg, reading(n)) }

func take(t *testing.T, roots ...*Node) *Claim {
	c := &Claim{}
	require.NoError(t, c.Take(roots))
	return c
}

func TestClaimsListArgumentsFirst(t *testing.T) {
	leaf, _ := storedNode()
	a := waiting(leaf)
	b := waiting(a)
	c := New(nil, op.Float32, &one, op.Add, reading(b), reading(a))
	claim := take(t, c, b, c)
	assert.Equal(t, []*Node{a, b, c}, claim.Nodes())
	assert.Equal(t, 3, c.Depth())
	assert.Equal(t, []int32{0, 1, 2}, []int32{a.Expr.Index, b.Expr.Index, c.Expr.Index})
	claim.End(nil)
	assert.Empty(t, take(t, leaf).Nodes())
}

func TestAClaimWaitsForAnother(t *testing.T) {
	deadline(t)
	leaf, _ := storedNode()
	a := waiting(leaf)
	first := take(t, a)
	second := make(chan *Claim)
	go func() { second <- take(t, a, leaf) }()
	first.End([]device.Buffer{&memory{}})
	assert.Empty(t, (<-second).Nodes(), "there is nothing left to do")
}

func TestWhatAClaimHoldsIsGivenBackWhenItEnds(t *testing.T) {
	leaf, m := storedNode()
	a := waiting(leaf)
	leaf.Release()
	claim := take(t, a)
	a.Release()
	assert.False(t, m.released)
	result := &memory{}
	claim.End([]device.Buffer{result})
	assert.True(t, m.released, "the argument has been read")
	assert.True(t, result.released)
}

func TestReleasedNodesCannotBeClaimed(t *testing.T) {
	leaf, m := storedNode()
	leaf.Release()
	assert.True(t, m.released)
	for _, n := range []*Node{leaf, waiting(leaf)} {
		assert.ErrorIs(t, new(Claim).Take([]*Node{n}), ErrReleased)
	}
}

func TestReadersStayUntilTheirCallerReleasesThem(t *testing.T) {
	leaf, _ := storedNode()
	a := waiting(leaf)
	readers := leaf.Readers()
	require.Equal(t, []*Node{a}, readers)
	a.Release()
	assert.Len(t, take(t, readers...).Nodes(), 1)
}

// Two writers at once must not compute each other's expressions, or one would find its
// own done and not written.
func TestWritesAreNoReaders(t *testing.T) {
	leaf, m := storedNode()
	w := NewWrite(nil, op.Float32, &one, op.Neg, reading(leaf))
	assert.Empty(t, leaf.Readers())
	leaf.Release()
	assert.False(t, m.released, "but they keep what they read")
	w.Release()
	assert.True(t, m.released)
}

func TestReadersThatAreDoneAreForgotten(t *testing.T) {
	leaf, _ := storedNode()
	for range 1000 {
		waiting(leaf).Release()
	}
	assert.Nil(t, leaf.older)
}

// Or what is dropped while Go collects would be all that was dropped before.
func TestDroppedChainsDoNotHoldEachOther(t *testing.T) {
	undisturbed(t)
	leaf, _ := storedNode()
	waiting(leaf) // so that pairs begin at odd places
	var first weak.Pointer[Node]
	var last *Node
	for range 10 * most {
		link := waiting(leaf)
		if first == (weak.Pointer[Node]{}) {
			first = weak.Make(link)
		}
		last = New(nil, op.Float32, &one, op.Add, reading(leaf), reading(link))
	}
	runtime.GC()
	assert.Nil(t, first.Value())
	runtime.KeepAlive(last)
	runtime.KeepAlive(leaf)
}

// undisturbed has no collection noted until the test ends: litters end where they are full, and
// are not dissolved.
func undisturbed(t *testing.T) {
	require.True(t, inTurns(func() bool {
		runtime.GC()
		Lock()
		defer Unlock()
		last := !noted
		noted = true
		return last
	}))
	t.Cleanup(func() {
		Lock()
		noted = false
		Unlock()
	})
}

// inTurns tries for seconds, and so many times: a process that is held up does not meanwhile.
func inTurns(f func() bool) bool {
	for began, turn := time.Now(), 0; turn < 1000 || time.Since(began) < 10*time.Second; turn++ {
		if f() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

func TestExpressionsThatAreDroppedAreForgottenThoughOneBesideThemIsNot(t *testing.T) {
	leaf, _ := storedNode()
	kept := waiting(leaf)
	drop := func() {
		for range 100 {
			waiting(waiting(leaf))
		}
	}
	drop()
	Collect()
	assert.Equal(t, []*Node{kept}, leaf.Readers(), "at once where memory is short")
	drop()
	assert.True(t, inTurns(func() bool {
		runtime.GC()
		return len(leaf.Readers()) == 1
	}), "else after some collections")
	runtime.KeepAlive(kept)
}

func TestAWriteWaitsForNothingOnlyWhereNobodyReadsWhatItWrites(t *testing.T) {
	leaf, _ := storedNode()
	other, _ := storedNode()
	root := NewWrite(nil, op.Float32, &one, op.Neg, reading(other))
	c := &Claim{}
	ok, err := c.TakeWrite(leaf, []*Node{root})
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Len(t, c.Nodes(), 1)
	c.End(nil)
	a := waiting(leaf)
	for _, dst := range []*Node{leaf, a} {
		ok, err = c.TakeWrite(dst, []*Node{root})
		require.NoError(t, err)
		assert.False(t, ok)
		assert.Empty(t, c.Nodes())
	}
	a.Release()
	ok, err = c.TakeWrite(leaf, []*Node{root})
	require.NoError(t, err)
	assert.True(t, ok)
	c.End(nil)
}

func TestWhoHasWaitedForTheLockMakesOthersKeepItShortly(t *testing.T) {
	deadline(t)
	assert.True(t, inTurns(func() bool {
		Lock()
		for device.Ledger.Crowded() {
		}
		var started, done sync.WaitGroup
		started.Add(1)
		done.Go(func() { started.Done(); Lock(); Unlock() })
		started.Wait()
		time.Sleep(time.Millisecond)
		Unlock()
		done.Wait()
		Lock()
		defer Unlock()
		return device.Ledger.Crowded()
	}))
}
