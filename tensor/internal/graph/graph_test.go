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

func TestAClaimThatHasToWaitHoldsNothing(t *testing.T) {
	leaf, _ := storedLeaf()
	a, b := unary(leaf), unary(leaf)
	claim := take(t, b)
	taken := make(chan *Claim)
	go func() { taken <- take(t, a, b) }()
	assert.True(t, eventually(func() bool { return isAwaited(b) }))
	take(t, a).End()
	claim.End()
	c := <-taken
	assert.Equal(t, []*Version{a.version.Load(), b.version.Load()}, c.Nodes)
	c.End()
}

func isAwaited(s *Storage) bool { return s.version.Load().word.Load()&awaited != 0 }

func storedLeaf() (*Storage, *memory) {
	m := &memory{}
	return new(Storage).InitStored(op.Float32, &one, m), m
}

var one = broadcast.RowMajor(1)

func read(s *Storage) Arg { return s.Read(s.Layout()) }

// write is an operation on a storage's elements, whose result is to be written.
func write(s *Storage) *Version {
	v := &Version{}
	v.Wait(op.Float32, &one, op.Neg, nil, []Arg{read(s)})
	return v
}

func unary(s *Storage) *Storage { return new(Storage).Init(op.Float32, &one, op.Neg, nil, read(s)) }

// renew gives a storage other elements.
func renew(s *Storage, buf device.Buffer) { s.Replace(NewVersion(s.DType(), s.Layout(), buf)) }

// current returns the versions of storages.
func current(storages ...*Storage) (all []*Version) {
	for _, s := range storages {
		all = append(all, s.version.Load())
	}
	return all
}

func take(t *testing.T, roots ...*Storage) *Claim {
	c := &Claim{}
	require.NoError(t, c.Take(context.Background(), current(roots...)))
	return c
}

func TestClaimsListArgumentsFirst(t *testing.T) {
	leaf, _ := storedLeaf()
	a := unary(leaf)
	b := unary(a)
	c := new(Storage).Init(op.Float32, &one, op.Add, nil, read(b), read(a))
	claim := take(t, c, b, c)
	assert.Equal(t, []*Version{a.version.Load(), b.version.Load(), c.version.Load()}, claim.Nodes)
	assert.Equal(t, 3, c.Depth())
	for i, v := range claim.Nodes {
		assert.Equal(t, i, v.Expr.Index)
	}
	claim.End()
	assert.Empty(t, take(t, leaf).Nodes)
}

func TestAClaimWaitsForAnother(t *testing.T) {
	leaf, _ := storedLeaf()
	a := unary(leaf)
	first := take(t, a)
	second := make(chan *Claim)
	go func() { second <- take(t, a, leaf) }()
	first.Nodes[0].Expr.Made = &memory{}
	first.End()
	assert.Empty(t, (<-second).Nodes, "there is nothing left to do")
}

func TestAClaimWaitsForAnotherNoLongerThanItsContext(t *testing.T) {
	leaf, _ := storedLeaf()
	a := unary(leaf)
	first := take(t, a)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- new(Claim).Take(ctx, current(a)) }()
	require.True(t, eventually(func() bool { return isAwaited(a) }))
	cancel()
	select {
	case err := <-ended:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(10 * time.Second):
		assert.Fail(t, "it still waits")
	}
	first.End()
}

func TestWhatAClaimHoldsIsGivenBackWhenItEnds(t *testing.T) {
	leaf, m := storedLeaf()
	a := unary(leaf)
	leaf.Release()
	claim := take(t, a)
	a.Release()
	assert.False(t, m.released)
	result := &memory{}
	claim.Nodes[0].Expr.Made = result
	claim.End()
	assert.True(t, m.released, "the argument has been read")
	assert.True(t, result.released)
}

func TestReleasedStoragesCannotBeClaimed(t *testing.T) {
	leaf, m := storedLeaf()
	leaf.Release()
	assert.True(t, m.released)
	for _, s := range []*Storage{leaf, unary(leaf)} {
		assert.ErrorIs(t, new(Claim).Take(context.Background(), current(s)), ErrReleased)
	}
}

func TestAStorageOfReleasedTensorsHasNoOthers(t *testing.T) {
	leaf, m := storedLeaf()
	assert.True(t, leaf.Retain())
	leaf.Release()
	assert.False(t, m.released)
	leaf.Release()
	assert.True(t, m.released)
	assert.False(t, leaf.Retain())
}

// own makes a claim's write the writer of a storage's version, if it may be.
func own(c *Claim, s *Storage) (*Version, bool) { return s.Own(c.Reads(s.version.Load())) }

func TestWhatIsHeldIsKeptAndNotWritten(t *testing.T) {
	leaf, m := storedLeaf()
	v, err := leaf.Hold(context.Background())
	require.NoError(t, err)
	c := take(t, unary(leaf))
	c.Nodes[0].Expr.Made = &memory{}
	_, ok := own(c, leaf)
	assert.False(t, ok)
	c.End()
	leaf.Release()
	assert.False(t, m.released)
	v.Let()
	assert.True(t, m.released)
	_, err = leaf.Hold(context.Background())
	assert.ErrorIs(t, err, ErrReleased)
}

// Another goroutine may fail to write a storage between its evaluation and a read.
func TestHoldingAStorageThatFailedReturnsItsError(t *testing.T) {
	s, _ := storedLeaf()
	require.NoError(t, s.Lock())
	s.Fail(assert.AnError)
	s.Unlock()
	_, err := s.Hold(context.Background())
	assert.ErrorIs(t, err, assert.AnError)
}

func TestOnlyWhatNothingElseReadsIsWrittenInPlace(t *testing.T) {
	leaf, m := storedLeaf()
	owned := func(of *Storage) bool {
		root := write(of)
		defer root.Drop()
		c := &Claim{}
		require.NoError(t, c.Take(context.Background(), []*Version{root}))
		defer c.End()
		v, ok := own(c, leaf)
		if ok {
			assert.Same(t, m, v.Buffer())
			v.Written()
		}
		return ok
	}
	assert.True(t, owned(leaf), "the root reads it")
	link := unary(leaf)
	assert.False(t, owned(leaf), "so does an expression")
	assert.False(t, owned(link), "that can be asked for")
	link.Release()
	assert.True(t, owned(leaf))

	link = unary(leaf)
	c := &Claim{}
	root := write(link)
	link.Release()
	require.NoError(t, c.Take(context.Background(), []*Version{root}))
	v, ok := own(c, leaf)
	require.True(t, ok, "only the root needs the expression")
	v.Written()
	c.End()
	root.Drop()
	assert.Equal(t, 1, leaf.version.Load().refs(), "only the storage refers to it")
}

func TestWhatIsWrittenInPlaceIsNotReadMeanwhile(t *testing.T) {
	leaf, m := storedLeaf()
	root := write(leaf)
	writer := &Claim{}
	require.NoError(t, writer.Take(context.Background(), []*Version{root}))
	v, ok := own(writer, leaf)
	require.True(t, ok)
	var all sync.WaitGroup
	held, claimed := false, false
	all.Go(func() {
		v, err := leaf.Hold(context.Background())
		assert.NoError(t, err)
		held = true
		v.Let()
	})
	all.Go(func() { take(t, unary(leaf)).End(); claimed = true })
	assert.True(t, eventually(func() bool { return isAwaited(leaf) }))
	assert.False(t, held || claimed)
	v.Written()
	writer.End()
	all.Wait()
	leaf.Release()
	assert.False(t, m.released, "the other expression waits")
}

func TestAStorageThatBecomesAnotherVersionLetsGoOfTheOldOne(t *testing.T) {
	leaf, m := storedLeaf()
	reader := unary(leaf)
	next, last := &memory{}, &memory{}
	become := func(buf device.Buffer) { renew(leaf, buf) }
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

func TestAVersionThatWasExchangedIsNotAcquired(t *testing.T) {
	s, _ := storedLeaf()
	old := s.version.Load() // as another goroutine that is about to acquire it
	assert.Same(t, old, s.Exchange(NewVersion(op.Float32, &one, &memory{})))
	assert.False(t, s.pin(old), "its elements may be overwritten")
	assert.Equal(t, 1, old.refs(), "that of the caller of Exchange")
	assert.True(t, s.pin(s.version.Load()))
}

func TestAVersionWhoseStorageWasReleasedIsNotWritten(t *testing.T) {
	s, _ := storedLeaf()
	v, err := s.Hold(context.Background())
	require.NoError(t, err)
	s.Release() // as another goroutine, after a writer has found the version
	assert.False(t, s.own(v, 1), "the reference is that of the reader")
	assert.True(t, v.stored())
	v.Let()
}

// eventually calls f until it is true. It tries for some seconds and at least a number of times,
// because a stopped process makes no attempts.
func eventually(f func() bool) bool {
	for began, attempt := time.Now(), 0; attempt < 1000 || time.Since(began) < 10*time.Second; attempt++ {
		if f() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

func TestReadersOfASmallPartAreKnownUntilTheyAreDropped(t *testing.T) {
	large := broadcast.RowMajor(1<<10, 1<<10)
	s := new(Storage).InitStored(op.Float32, &large, &memory{})
	read := func(rows int) *Storage {
		part, err := large.Slice(0, 0, rows, 1)
		require.NoError(t, err)
		own := broadcast.RowMajor(part.Shape...)
		return new(Storage).Init(op.Float32, &own, op.Neg, nil, s.Read(&part))
	}
	few := func() int {
		readers := s.Readers()
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
	assert.True(t, eventually(func() bool {
		runtime.GC()
		return few() == 1
	}))
	assert.Equal(t, 2, s.version.Load().refs(), "what was collected is no longer counted")
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

// signal is a buffer that closes a channel when it is given back. Any goroutine may do that.
type signal struct {
	memory
	given chan struct{}
}

func (s *signal) Release() { close(s.given) }

func TestALargeVersionThatOnlyADroppedExpressionReadsIsCollectedBeforeItsStorage(t *testing.T) {
	layout := broadcast.RowMajor(smallBytes)
	for _, c := range []struct {
		name  string
		build func(buf device.Buffer) *Storage
	}{
		{"given elements", func(buf device.Buffer) *Storage { return new(Storage).InitStored(op.Float32, &layout, buf) }},
		{"computed elements", func(buf device.Buffer) *Storage {
			s := new(Storage).Init(op.Float32, &layout, nil, nil, Arg{Type: op.Float32})
			claim := take(t, s)
			claim.Nodes[0].Expr.Made = buf
			claim.End()
			return s
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			given := make(chan struct{})
			s := c.build(&signal{given: given})
			new(Storage).Init(op.Float32, &layout, op.Neg, nil, read(s)) // dropped
			renew(s, &memory{})
			assert.True(t, eventually(func() bool {
				runtime.GC()
				select {
				case <-given:
					return true
				default:
					return false
				}
			}))
			runtime.KeepAlive(s)
		})
	}
}
