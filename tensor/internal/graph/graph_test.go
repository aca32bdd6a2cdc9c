package graph

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

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
	leaf, _ := storedLeaf()
	a, b := waiting(leaf), waiting(leaf)
	claim := take(t, b)
	taken := make(chan *Claim)
	go func() { c := &Claim{}; _ = c.Take([]*Storage{a, b}); taken <- c }()
	assert.True(t, inTurns(func() bool {
		Lock()
		defer Unlock()
		return claim.done != nil
	}))
	take(t, a).End(nil)
	claim.End(nil)
	c := <-taken
	assert.Equal(t, []*Version{a.version, b.version}, c.Nodes())
	c.End(nil)
}

func storedLeaf() (*Storage, *memory) {
	m := &memory{}
	return NewStored(nil, op.Float32, &one, m), m
}

var one = broadcast.RowMajor(1)

func reading(s *Storage) Operand { return Operand{Storage: s, Layout: s.Layout} }

func waiting(s *Storage) *Storage { return New(nil, op.Float32, &one, op.Neg, reading(s)) }

func take(t *testing.T, roots ...*Storage) *Claim {
	c := &Claim{}
	require.NoError(t, c.Take(roots))
	return c
}

func TestClaimsListArgumentsFirst(t *testing.T) {
	leaf, _ := storedLeaf()
	a := waiting(leaf)
	b := waiting(a)
	c := New(nil, op.Float32, &one, op.Add, reading(b), reading(a))
	claim := take(t, c, b, c)
	assert.Equal(t, []*Version{a.version, b.version, c.version}, claim.Nodes())
	assert.Equal(t, 3, c.Depth())
	for i, v := range claim.Nodes() {
		assert.EqualValues(t, i, v.Expr.Index)
	}
	claim.End(nil)
	assert.Empty(t, take(t, leaf).Nodes())
}

func TestAClaimWaitsForAnother(t *testing.T) {
	leaf, _ := storedLeaf()
	a := waiting(leaf)
	first := take(t, a)
	second := make(chan *Claim)
	go func() { second <- take(t, a, leaf) }()
	first.End([]device.Buffer{&memory{}})
	assert.Empty(t, (<-second).Nodes(), "there is nothing left to do")
}

func TestWhatAClaimHoldsIsGivenBackWhenItEnds(t *testing.T) {
	leaf, m := storedLeaf()
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

func TestReleasedStoragesCannotBeClaimed(t *testing.T) {
	leaf, m := storedLeaf()
	leaf.Release()
	assert.True(t, m.released)
	for _, s := range []*Storage{leaf, waiting(leaf)} {
		assert.ErrorIs(t, new(Claim).Take([]*Storage{s}), ErrReleased)
	}
}

func TestWhatIsHeldIsKeptAndNotWritten(t *testing.T) {
	leaf, m := storedLeaf()
	v, err := leaf.Hold()
	require.NoError(t, err)
	c := take(t, waiting(leaf))
	_, ok := c.Own(leaf, []device.Buffer{&memory{}})
	assert.False(t, ok)
	c.End([]device.Buffer{&memory{}})
	leaf.Release()
	assert.False(t, m.released)
	v.Let()
	assert.True(t, m.released)
	_, err = leaf.Hold()
	assert.ErrorIs(t, err, ErrReleased)
}

func TestOnlyWhatNothingElseReadsIsWrittenInPlace(t *testing.T) {
	leaf, m := storedLeaf()
	owned := func(of *Storage) bool {
		root := Private(nil, op.Float32, &one, op.Neg, []Operand{reading(of)})
		defer root.Let()
		c := &Claim{}
		require.NoError(t, c.Take(nil, root))
		defer c.End(nil)
		buf, ok := c.Own(leaf, make([]device.Buffer, len(c.Nodes())))
		assert.True(t, !ok || buf == device.Buffer(m))
		return ok
	}
	assert.True(t, owned(leaf), "the root reads it")
	link := waiting(leaf)
	assert.False(t, owned(leaf), "so does an expression")
	assert.False(t, owned(link), "that can be asked for")
	link.Release()
	assert.True(t, owned(leaf))

	link = waiting(leaf)
	c := &Claim{}
	root := Private(nil, op.Float32, &one, op.Neg, []Operand{reading(link)})
	link.Release()
	require.NoError(t, c.Take(nil, root))
	_, ok := c.Own(leaf, make([]device.Buffer, 2))
	assert.True(t, ok, "only the root needs the expression")
	c.End(nil)
	root.Let()
	Lock()
	defer Unlock()
	assert.True(t, leaf.version.Unread())
}

func TestWhatIsWrittenInPlaceIsNotReadMeanwhile(t *testing.T) {
	leaf, m := storedLeaf()
	root := Private(nil, op.Float32, &one, op.Neg, []Operand{reading(leaf)})
	writer := &Claim{}
	require.NoError(t, writer.Take(nil, root))
	_, ok := writer.Own(leaf, make([]device.Buffer, 1))
	require.True(t, ok)
	var all sync.WaitGroup
	held, claimed := false, false
	all.Go(func() {
		v, err := leaf.Hold()
		assert.NoError(t, err)
		held = true
		v.Let()
	})
	all.Go(func() { take(t, waiting(leaf)).End(nil); claimed = true })
	assert.True(t, inTurns(func() bool {
		Lock()
		defer Unlock()
		return writer.done != nil
	}))
	assert.False(t, held || claimed)
	writer.End(nil)
	all.Wait()
	leaf.Release()
	assert.False(t, m.released, "the other expression waits")
}

func TestAStorageThatBecomesAnotherVersionLetsGoOfTheOldOne(t *testing.T) {
	leaf, m := storedLeaf()
	reader := waiting(leaf)
	next, last := &memory{}, &memory{}
	become := func(buf device.Buffer) {
		Lock()
		defer Unlock()
		leaf.Become(buf, nil)
	}
	become(next)
	assert.False(t, m.released, "it is still to be read")
	reader.Release()
	assert.True(t, m.released)
	become(last)
	assert.True(t, next.released)
	leaf.Release()
	assert.True(t, last.released)
	become(m)
	assert.True(t, m.released, "nothing is kept for a storage that was released")
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

func TestReadersOfASmallPartAreKnownUntilTheyAreDropped(t *testing.T) {
	large := broadcast.RowMajor(1<<10, 1<<10)
	s := NewStored(nil, op.Float32, &large, &memory{})
	read := func(rows int) *Storage {
		part, err := large.Slice(0, 0, rows, 1)
		require.NoError(t, err)
		own := broadcast.RowMajor(part.Shape...)
		return New(nil, op.Float32, &own, op.Neg, Operand{Storage: s, Layout: &part})
	}
	few := func() int {
		readers := s.Few()
		for _, r := range readers {
			r.Let()
		}
		return len(readers)
	}
	kept, released := read(1), read(2)
	assert.Equal(t, 2, few())
	released.Release()
	assert.Equal(t, 1, few())
	read(1) // dropped
	assert.True(t, inTurns(func() bool {
		runtime.GC()
		return few() == 1
	}))
	assert.EqualValues(t, 1, s.version.reads, "what was collected is no longer counted")
	large1 := read(1 << 9)
	assert.Equal(t, 1, few(), "to compute a large part takes as long as a copy")
	large1.Release()
	var many []*Storage
	for range 300 {
		many = append(many, read(1))
	}
	assert.Zero(t, few(), "so do many small ones")
	runtime.KeepAlive(many)
	runtime.KeepAlive(kept)
}

func TestWhoHasWaitedForTheLockMakesOthersKeepItShortly(t *testing.T) {
	assert.True(t, inTurns(func() bool {
		Lock()
		for Crowded() {
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
		return Crowded()
	}))
}
