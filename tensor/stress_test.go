package tensor_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor"
)

// Goroutines share a device, operands, tensors that all of them add to in place, and a device that
// one of them closes now and then. Each goroutine does the same steps to a slice, and its tensor
// must have the values of the slice.
func TestGoroutinesThatShareEverythingComputeWhatEachWouldAlone(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		s := newStress(t, d)
		var steps atomic.Int64
		end, most := time.Now().Add(long()), int64(rounds(800))
		together(t, 6, func(g int) {
			w := &stressed{stress: s, Rand: rand.New(rand.NewPCG(uint64(g), uint64(end.UnixNano())*s.vary))}
			for w.fresh(); steps.Add(1) < most || time.Now().Before(end); {
				if !w.step() {
					return
				}
			}
			w.check()
			w.x.Release()
		})
		t.Log(steps.Load(), "steps")
		s.finish()
	})
}

// long is how long stress lasts in a thorough run.
func long() time.Duration {
	if devicetest.Thorough() {
		return 5 * time.Minute
	}
	return 0
}

// stress is what the goroutines share.
type stress struct {
	*testing.T
	d     device.Device
	bases []*tensor.Tensor // never written
	sums  []*tensor.Tensor // ones, times what was added so far
	added []atomic.Int32
	vary  uint64 // 1 to make every run different

	mu     sync.Mutex
	victim device.Device
	prey   *tensor.Tensor // a copy of the first base on the victim
}

var stressSizes = []int{6, 700, 30_000}

func newStress(t *testing.T, d device.Device) *stress {
	s := &stress{T: t, d: d, added: make([]atomic.Int32, len(stressSizes))}
	if devicetest.Thorough() {
		s.vary = 1
	}
	for _, n := range stressSizes {
		s.bases = append(s.bases, tensor.FromSlice(baseValues(n)))
		s.sums = append(s.sums, tensor.Zeros(tensor.Int32, n))
	}
	s.replaceVictim()
	return s
}

func baseValues(n int) []int32 {
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(i%97) - 31
	}
	return v
}

// replaceVictim closes the device that is there to be closed, and opens another.
func (s *stress) replaceVictim() bool {
	d, err := device.Open(s.d.Info().Name)
	if !assert.NoError(s, err) {
		return false
	}
	prey := s.bases[0].To(d)
	s.mu.Lock()
	old := s.victim
	s.victim, s.prey = d, prey
	s.mu.Unlock()
	return assert.NoError(s, prey.Err()) && (old == nil || assert.NoError(s, old.Close()))
}

func (s *stress) finish() {
	for k, x := range s.sums {
		want := slices.Repeat([]int32{s.added[k].Load()}, stressSizes[k])
		assert.Equal(s, want, data[int32](s.T, x), "what all of them added")
		x.Release()
		s.bases[k].Release()
	}
	clear(s.sums) // they keep what dropped expressions read
	clear(s.bases)
	require.NoError(s, s.victim.Close())
	assert.True(s, collected(func() bool {
		buffers, _, _ := inUse(s.T, s.d)
		return buffers == 0
	}), "buffers are left")
}

// stressed is one of the goroutines. It has a tensor, and the values that the tensor must have.
type stressed struct {
	*stress
	*rand.Rand
	k    int // the size
	x    *tensor.Tensor
	want []int32
}

func (w *stressed) fresh() bool {
	w.x.Release()
	w.k = w.IntN(len(stressSizes))
	c := w.Int32N(100)
	w.x, w.want = w.bases[w.k].Add(c), baseValues(stressSizes[w.k])
	w.each(func(_ int, v int32) int32 { return v + c })
	return true
}

// each changes the values that the tensor has to hold.
func (w *stressed) each(f func(i int, v int32) int32) bool {
	for i, v := range w.want {
		w.want[i] = f(i, v)
	}
	return true
}

// become replaces the tensor, and releases the old one or leaves it to the collector.
func (w *stressed) become(x *tensor.Tensor) {
	if w.IntN(2) == 0 {
		w.x.Release()
	}
	w.x = x
}

func (w *stressed) step() bool {
	base := w.bases[w.k]
	b := func(i int) int32 { return int32(i%97) - 31 }
	switch w.IntN(14) {
	case 0:
		w.become(w.x.Mul(3).Sub(base))
		return w.each(func(i int, v int32) int32 { return 3*v - b(i) })
	case 1:
		w.become(w.x.Flip())
		slices.Reverse(w.want)
		return true
	case 2:
		return assert.NoError(w, w.x.AddInPlace(base)) && w.each(func(i int, v int32) int32 { return v + b(i) })
	case 3:
		return assert.NoError(w, w.x.Assign(w.x.Add(1).Mul(base))) && w.each(func(i int, v int32) int32 { return (v + 1) * b(i) })
	case 4:
		return w.check()
	case 5:
		return w.evalUntil()
	case 6, 7:
		w.added[w.k].Add(2)
		return assert.NoError(w, w.sums[w.k].AddInPlace(w.x.Eq(w.x).AsType(tensor.Int32).Add(1)))
	case 8:
		return w.peek()
	case 9:
		return w.fresh()
	case 10:
		return w.old()
	case 11:
		w.become(w.x.Add(0).T().Clone())
		return true
	case 12:
		return w.hunt()
	default:
		w.become(w.x.Maximum(base.Neg()))
		return w.each(func(i int, v int32) int32 { return max(v, -b(i)) })
	}
}

func (w *stressed) check() bool { return w.holds(w.x, w.want) }

func (w *stressed) holds(x *tensor.Tensor, want []int32) bool {
	got, err := tensor.Data[int32](x)
	return assert.NoError(w, err) && (slices.Equal(got, want) || assert.Equal(w, want, got))
}

// evalUntil computes the tensor, or lets it wait.
func (w *stressed) evalUntil() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(w.IntN(2000))*time.Microsecond)
	defer cancel()
	err := tensor.Eval(ctx, w.x, w.bases[0])
	return err == nil || assert.ErrorIs(w, err, context.DeadlineExceeded)
}

// peek reads a sum that others add to. All its elements must have the same additions.
func (w *stressed) peek() bool {
	got, err := tensor.Data[int32](w.sums[w.k].Add(1))
	if !assert.NoError(w, err) {
		return false
	}
	odd := slices.IndexFunc(got, func(v int32) bool { return v != got[0] || v%2 != 1 })
	return assert.Negative(w, odd, "half of an addition in place was seen: %v", got[max(odd, 0)])
}

// old asks for an expression whose operand was overwritten meanwhile.
func (w *stressed) old() bool {
	twice, view := w.x.Mul(2), w.x.Flip()
	want := slices.Clone(w.want)
	for i := range want {
		want[i] *= 2
	}
	ok := assert.NoError(w, view.Fill(w.k)) && w.each(func(int, int32) int32 { return int32(w.k) }) && w.holds(twice, want)
	view.Release()
	return ok
}

// hunt works on the device that is closed at any time, or closes it.
func (w *stressed) hunt() bool {
	if w.IntN(100) == 0 {
		return w.replaceVictim()
	}
	w.mu.Lock()
	d, prey := w.victim, w.prey
	w.mu.Unlock()
	y := prey.Sub(1)
	err := tensor.Eval(context.Background(), y)
	var got []int32
	if err == nil {
		got, err = tensor.Data[int32](y)
	}
	if err != nil {
		_, late := d.Alloc(1)
		return assert.ErrorIs(w, err, device.ErrClosed) && assert.ErrorIs(w, late, device.ErrClosed)
	}
	want := baseValues(stressSizes[0])
	for i := range want {
		want[i]--
	}
	return assert.Equal(w, want, got)
}
