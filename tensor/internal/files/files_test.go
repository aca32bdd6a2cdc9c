package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryByteBut0IsTrue(t *testing.T) {
	for n := range 20 {
		for value := range 256 {
			raw := bytes.Repeat([]byte{byte(value)}, n)
			Bools(raw)
			require.Equal(t, bytes.Repeat([]byte{byte(min(value, 1))}, n), raw)
		}
	}
}

func TestElementsAreMendedWholeHoweverTheyArrive(t *testing.T) {
	var seen []int
	e := &Elements{R: io.MultiReader(bytes.NewReader([]byte("abc")), bytes.NewReader([]byte("defgh"))), There: 8,
		Mend: func(raw []byte) { seen = append(seen, len(raw)) }}
	n, err := e.Read(make([]byte, 4))
	require.NoError(t, err)
	assert.Equal(t, 4, n)
	assert.Equal(t, []int{4}, seen)
	assert.Equal(t, 4, e.Len())
	_, err = e.Read(make([]byte, 8))
	assert.Equal(t, io.ErrUnexpectedEOF, err)
	assert.Zero(t, e.Len())
}

func TestOnlyTheEndOfAFileCutsIt(t *testing.T) {
	rule := errors.New("a rule")
	fail := func(string, ...any) error { return rule }
	assert.Equal(t, rule, Cut(io.EOF, "here", fail))
	assert.Equal(t, rule, Cut(io.ErrUnexpectedEOF, "here", fail))
	assert.Equal(t, io.ErrClosedPipe, Cut(io.ErrClosedPipe, "here", fail))
}

func TestAFileKnowsItsNameAndSize(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x")
	_, _, err := Open(name)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(name, []byte("abc"), 0o600))
	f, size, err := Open(name)
	require.NoError(t, err)
	assert.EqualValues(t, 3, size)
	assert.Equal(t, name, Name(f))
	assert.Empty(t, Name(&bytes.Buffer{}))
	require.NoError(t, f.Close())
}

func TestRowsAreAPartOfTheFirstAxis(t *testing.T) {
	for _, c := range []struct {
		shape       []int
		start, stop int
		want        int
		err         string
	}{
		{[]int{3, 2}, 1, 3, 2, ""},
		{[]int{3, 2}, 3, 3, 0, ""},
		{[]int{3, 2}, 1, math.MaxInt, 2, ""},
		{[]int{0}, 0, math.MaxInt, 0, ""},
		{[]int{3}, -1, 2, 0, "section -1:2 of an axis of size 3; a section has 0 <= start <= stop <= size"},
		{[]int{3}, 2, 1, 0, "section 2:1 of an axis of size 3; a section has 0 <= start <= stop <= size"},
		{[]int{3}, 0, 4, 0, "section 0:4 of an axis of size 3; a section has 0 <= start <= stop <= size"},
		{nil, 0, 0, 0, "a 0-d tensor has no sections; use Tensor"},
	} {
		t.Run(fmt.Sprintf("%v %d:%d", c.shape, c.start, c.stop), func(t *testing.T) {
			rows, err := Rows(c.shape, c.start, c.stop)
			assert.Equal(t, c.want, rows)
			if c.err != "" {
				assert.EqualError(t, err, c.err)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}

func TestTheSizeOfAnArrayIsAnInt(t *testing.T) {
	for _, c := range []struct {
		name  string
		shape []int
		want  int
		ok    bool
	}{
		{"a matrix", []int{2, 3}, 24, true},
		{"no axes", nil, 4, true},
		{"no elements", []int{math.MaxInt / 4, 0}, 0, true},
		{"a product above the largest int", []int{math.MaxInt / 4, 2}, 0, false},
		{"the same, without elements", []int{0, math.MaxInt / 4, 2}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			size, ok := Size(4, c.shape)
			assert.Equal(t, c.want, size)
			assert.Equal(t, c.ok, ok)
		})
	}
}
