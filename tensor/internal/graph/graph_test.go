package graph

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// memory is a buffer that knows whether it was given back.
type memory struct{ released bool }

func (m *memory) Len() int                                { return 4 }
func (m *memory) Write(int, []byte) error                 { return nil }
func (m *memory) Read(context.Context, int, []byte) error { return nil }
func (m *memory) Release()                                { m.released = true }

func storedNode() (*Node, *memory) {
	m := &memory{}
	return NewStored(nil, op.Float32, []int{1}, m), m
}

func reading(n *Node) Arg { return Arg{Node: n, Layout: broadcast.RowMajor(1)} }

func waiting(n *Node) *Node { return New(nil, op.Float32, []int{1}, op.Neg, reading(n)) }

func take(t *testing.T, roots ...*Node) *Claim {
	c, err := Take(roots)
	require.NoError(t, err)
	return c
}

func TestClaimsListArgumentsFirst(t *testing.T) {
	leaf, _ := storedNode()
	a := waiting(leaf)
	b := waiting(a)
	c := New(nil, op.Float32, []int{1}, op.Add, reading(b), reading(a))
	claim := take(t, c, b, c)
	assert.Equal(t, []*Node{a, b, c}, claim.Nodes())
	assert.Equal(t, 3, c.Depth())
	assert.Equal(t, []int{0, 1, 2}, []int{a.Index, b.Index, c.Index})
	claim.End()
	assert.Empty(t, take(t, leaf).Nodes())
}

func TestAClaimWaitsForAnother(t *testing.T) {
	leaf, _ := storedNode()
	a := waiting(leaf)
	first := take(t, a)
	second := make(chan *Claim)
	go func() { second <- take(t, a, leaf) }()
	Lock()
	a.Store(&memory{})
	Unlock()
	first.End()
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
	Lock()
	a.Store(result)
	Unlock()
	assert.True(t, m.released, "the argument has been read")
	assert.False(t, result.released)
	claim.End()
	assert.True(t, result.released)
}

func TestReleasedNodesCannotBeClaimed(t *testing.T) {
	leaf, m := storedNode()
	leaf.Release()
	assert.True(t, m.released)
	for _, n := range []*Node{leaf, waiting(leaf)} {
		_, err := Take([]*Node{n})
		assert.ErrorIs(t, err, ErrReleased)
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
	w := NewWrite(nil, op.Float32, []int{1}, op.Neg, reading(leaf))
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
	assert.LessOrEqual(t, len(leaf.readers), 16)
}
