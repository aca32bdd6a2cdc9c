package gpu

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

// Blocks go from buffer to buffer while recorded batches still use them. All buffers are of two
// classes, few of each. Most are released before their launches have ended.
func TestABlockIsNotWrittenWhileARecordedBatchStillReadsIt(t *testing.T) {
	steps := many(4000, 400)
	for _, c := range []struct {
		name string
		opt  Option
	}{
		{"pooled", Memory(1 << 30)},
		{"given back", Memory(1 << 14)},
	} {
		t.Run(c.name, func(t *testing.T) {
			deadline(t)
			d := open(t, c.opt)
			var wg sync.WaitGroup
			for g := range uint64(6) {
				w := walker{T: t, d: d, Rand: rand.New(rand.NewPCG(g, 2)), n: 64 + 36*int(g%2)}
				wg.Go(func() { w.walk(steps) })
			}
			wg.Wait()
		})
	}
}

// walker applies the same random steps to a few buffers and to slices.
type walker struct {
	*testing.T
	*rand.Rand
	d    *Device
	n    int // elements of each buffer
	held []twin
}

type twin struct {
	device.Buffer
	want []int32
}

func (w *walker) walk(steps int) {
	for range steps {
		if i := w.IntN(8); len(w.held) < 3 {
			w.hold(w.fresh())
		} else if i < 4 {
			w.launch()
		} else if i == 4 {
			w.write()
		} else if i == 5 {
			w.drop(w.IntN(len(w.held)))
		} else if i == 6 {
			w.hold(w.fresh())
		} else if w.IntN(4) == 0 && !w.check(w.held[w.IntN(len(w.held))]) {
			return
		}
		for len(w.held) > 6 {
			w.drop(0)
		}
	}
	for len(w.held) > 0 {
		w.check(w.held[0])
		w.drop(0)
	}
}

func (w *walker) hold(x twin) { w.held = append(w.held, x) }

func (w *walker) drop(i int) {
	w.held[i].Release()
	w.held = slices.Delete(w.held, i, i+1)
}

func (w *walker) fresh() twin {
	want := make([]int32, w.n)
	for i := range want {
		want[i] = w.Int32()
	}
	return twin{alloc(w, w.d, want...), want}
}

// launch adds two into an output that is new and not written yet, or in place.
func (w *walker) launch() {
	x, y := w.held[w.IntN(len(w.held))], w.held[w.IntN(len(w.held))]
	out := x
	if w.IntN(2) == 0 {
		b, err := w.d.Alloc(4 * w.n)
		require.NoError(w, err)
		out = twin{b, make([]int32, w.n)}
		w.hold(out)
	}
	add(w, w.d, out.Buffer, x.Buffer, y.Buffer)
	for i := range out.want {
		out.want[i] = x.want[i] + y.want[i]
	}
}

// write replaces some elements, or bytes of one.
func (w *walker) write() {
	x := w.held[w.IntN(len(w.held))]
	at := w.IntN(w.n)
	v := w.Int32()
	raw := []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}
	if w.IntN(2) == 0 {
		require.NoError(w, x.Write(4*at, raw))
		x.want[at] = v
		return
	}
	require.NoError(w, x.Write(4*at+1, raw[:1]))
	x.want[at] = x.want[at]&^0xff00 | v&0xff<<8
}

func (w *walker) check(x twin) bool { return assert.Equal(w, x.want, get(w, x.Buffer)) }
