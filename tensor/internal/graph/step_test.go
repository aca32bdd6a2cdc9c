package graph

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

func TestAStepKeepsAVersionAndCountsNothingAsRetained(t *testing.T) {
	s, old := storedLeaf()
	step := func() *Version { return NewStep(op.Float32, &one, op.Neg, []Arg{read(s)}) }
	before := retained()
	step().Let()
	require.Equal(t, before, retained(), "s still has the version")
	kept := step()
	renew(s, &memory{})
	require.False(t, old.released)
	kept.Let()
	require.True(t, old.released)
}

func TestAStepTakesOverTheReferencesOfItsArguments(t *testing.T) {
	s, _ := storedLeaf()
	v, _ := s.Version()
	a := read(s)
	v.Ref()
	step := NewStep(op.Float32, &one, op.Add, []Arg{a, a})
	assert.Equal(t, 3, v.refs())
	step.Let()
	assert.Equal(t, 1, v.refs())
}
