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

func TestALaunchThatIsDenseIsOneThatCheckTakes(t *testing.T) {
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
			o.Layout.Strides = []int{r.IntN(4) - 1, 1}[:min(len(o.Layout.Shape), 2)]
		case 4:
			o.Layout.Shape = o.Layout.Shape[:len(o.Layout.Shape)/2]
		case 5, 6, 7:
			o.Buffer = buffers[r.IntN(len(buffers))]
		case 8, 9:
			o.Layout.Offset = offsets[r.IntN(len(offsets))]
		}
	}
	dense, right := 0, 0
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
		n, ok := l.Dense()
		if len(l.Out) > 0 && l.Out[0].Buffer == nil { // which it is about to be given
			l.Out[0].Buffer = &fakeBuffer{math.MaxInt}
		}
		err := l.Check(everything)
		if err == nil {
			right++
		}
		if ok {
			dense++
			require.NoError(t, err, "%+v", l)
			require.Equal(t, l.Out[0].Layout.Len(), n)
		}
	}
	assert.Greater(t, dense, 1000)
	assert.Greater(t, right, dense)
}
