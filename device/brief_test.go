package device

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestALaunchOfRowsIsOneThatCheckTakes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shapes := [][]int{{}, {6}, {2, 3}, {1, 6}, {0, 3}, {-1}, {math.MaxInt, 2}}
	offsets := []int{0, 0, 0, 1, 6, -1, math.MaxInt}
	spoil := func(o *Operand, buffers []Buffer) {
		switch r.IntN(14) {
		case 0:
			o.Buffer = nil
		case 1:
			o.Type = op.DTypes()[r.IntN(len(op.DTypes()))]
		case 2:
			o.Layout = broadcast.RowMajor(shapes[r.IntN(len(shapes))]...)
		case 3:
			o.Layout.Strides = []int{r.IntN(6) - 2, r.IntN(6) - 2}[:min(len(o.Layout.Shape), 2)]
		case 4:
			o.Layout.Shape = o.Layout.Shape[:len(o.Layout.Shape)/2]
		case 5, 6, 7:
			o.Buffer = buffers[r.IntN(len(buffers))]
		case 8, 9:
			o.Layout.Offset = offsets[r.IntN(len(offsets))]
		}
	}
	rows, right := 0, 0
	for range 20_000 {
		l := launch(shapes[r.IntN(3)]...)
		buffers := []Buffer{l.In[0].Buffer, l.Out[0].Buffer, &fakeBuffer{48}, &fakeBuffer{3}}
		spoil(&l.In[0], buffers)
		spoil(&l.In[1], buffers)
		spoil(&l.Out[0], buffers)
		switch r.IntN(20) {
		case 0:
			l.Scalars = []op.Scalar{1 << 32}
		case 1:
			l.Scalars = nil
		case 2:
			l.In = l.In[:1]
		case 3:
			l.Out = append(l.Out, l.Out[0])
		case 4:
			l.Program = nil
		}
		loops, ok := l.Rows()
		if len(l.Out) > 0 && l.Out[0].Buffer == nil { // which it is about to be given
			l.Out[0].Buffer = &fakeBuffer{math.MaxInt}
		}
		err := l.Check(everything)
		if err == nil {
			right++
		}
		if ok {
			rows++
			require.NoError(t, err, "%+v", l)
			require.Equal(t, l.Out[0].Layout.Len(), loops.Count*loops.Len)
			for k, o := range append(l.Out[:1:1], l.In...) {
				require.Equal(t, places(o.Layout), loops.places(k, o.Layout.Offset), "%v %+v", o.Layout, loops)
			}
		}
	}
	assert.Greater(t, rows, 1000)
	assert.Greater(t, right, rows)
}

// places is where the elements lie, in order.
func places(l broadcast.Layout) []int {
	at := []int{l.Offset}
	for axis, size := range l.Shape {
		var next []int
		for _, from := range at {
			for i := range size {
				next = append(next, from+i*l.Strides[axis])
			}
		}
		at = next
	}
	return at
}

func (r Rows) places(k, offset int) (at []int) {
	for row := range r.Count {
		for i := range r.Len {
			at = append(at, offset+row*r.Steps[k].Row+i*r.Steps[k].Element)
		}
	}
	return at
}

func TestLaunchesOfTwoLoopsAreRows(t *testing.T) {
	rows := func(shape []int, layouts ...broadcast.Layout) (Rows, bool) {
		l := launch(shape...)
		l.In[0].Layout, l.In[1].Layout = layouts[0], layouts[1]
		for _, o := range []*Operand{&l.In[0], &l.In[1], &l.Out[0]} {
			o.Buffer = &fakeBuffer{1 << 20}
		}
		return l.Rows()
	}
	whole, row := broadcast.RowMajor(2, 3, 4), broadcast.Layout{Shape: []int{2, 3, 4}, Strides: []int{0, 0, 1}}
	r, ok := rows([]int{2, 3, 4}, whole, whole)
	require.True(t, ok)
	assert.Equal(t, Rows{1, 24, [1 + MostInputs]Step{{24, 1}, {24, 1}, {24, 1}}}, r)
	r, ok = rows([]int{2, 3, 4}, whole, row)
	require.True(t, ok)
	assert.Equal(t, [3]int{6, 4, 0}, [3]int{r.Count, r.Len, r.Steps[2].Row})
	column := broadcast.Layout{Shape: []int{2, 3, 4}, Strides: []int{1, 0, 0}}
	r, ok = rows([]int{2, 3, 4}, column, whole)
	require.True(t, ok)
	assert.Equal(t, [4]int{2, 12, 1, 0}, [4]int{r.Count, r.Len, r.Steps[1].Row, r.Steps[1].Element})
	_, ok = rows([]int{2, 3, 4}, column, row)
	assert.False(t, ok, "three loops")
	backwards := broadcast.Layout{Shape: []int{2, 3, 4}, Strides: []int{-12, -4, -1}, Offset: 23}
	r, ok = rows([]int{2, 3, 4}, backwards, whole)
	require.True(t, ok)
	assert.Equal(t, Step{-24, -1}, r.Steps[1])
	backwards.Offset--
	_, ok = rows([]int{2, 3, 4}, backwards, whole)
	assert.False(t, ok, "its last element lies before the buffer")
}
