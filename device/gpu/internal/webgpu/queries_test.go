package webgpu

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// timer skips where the adapter has no clock.
func timer(t *testing.T, r *rig, n int) (*Queries, *Buffer, *Buffer) {
	t.Helper()
	if !r.Limits().Timestamps {
		t.Skip(r.Adapter().Name + " has no feature timestamp-query")
	}
	r.Lock()
	defer r.Unlock()
	buffer := must[*Buffer](t)
	return must[*Queries](t)(r.NewQueries(n)), buffer(r.NewBuffer(TickBytes*n, Times)), buffer(r.NewBuffer(TickBytes*n, Staging))
}

func TestTimestampsTellTheOrderOfWork(t *testing.T) {
	r := newRig(t, 1<<18, 2)
	q, times, back := timer(t, r, 4)
	ticks := func() (ticks [4]uint64) {
		r.Lock()
		for i := range 4 {
			require.NoError(t, r.Timestamp(q, i))
			require.NoError(t, r.add(1))
		}
		require.NoError(t, r.Resolve(q, 4, times, 0))
		require.NoError(t, r.Copy(back, 0, times, 0, 4*TickBytes))
		require.NoError(t, r.Submit())
		r.Unlock()
		raw := make([]byte, 4*TickBytes)
		require.NoError(t, readInto(r.Device, t.Context(), back, 0, raw))
		for i := range ticks {
			ticks[i] = binary.LittleEndian.Uint64(raw[TickBytes*i:])
		}
		return ticks
	}
	first := ticks()
	time.Sleep(time.Millisecond)
	second := ticks() // the queries serve again
	all := append(first[:], second[:]...)
	assert.IsIncreasing(t, all)
	r.run(1)
}

func TestWrongTimestampsAreErrorsAndDropNothing(t *testing.T) {
	r := newRig(t, 256, 2)
	q, times, _ := timer(t, r, 2)
	other := newRig(t, 64, 1)
	gone, _, _ := timer(t, r, 1)
	r.Lock()
	gone.Release()
	require.NoError(t, r.add(1)) // stays recorded
	for _, c := range []struct {
		name, want string
		err        error
	}{
		{"one past the last", "timestamp 2: there are 2", r.Timestamp(q, 2)},
		{"before the first", "timestamp -1", r.Timestamp(q, -1)},
		{"no set", "no queries", r.Timestamp(nil, 0)},
		{"a set of another device", "another device", other.Timestamp(q, 0)},
		{"a set that was released", "released", r.Timestamp(gone, 0)},
		{"more than there are", "resolve of 3 timestamps", r.Resolve(q, 3, times, 0)},
		{"into a buffer of another kind", "a storage buffer", r.Resolve(q, 1, r.a, 0)},
		{"at an odd offset", "multiple of 256", r.Resolve(q, 1, times, 8)},
		{"past the buffer's end", "the buffer has 16", r.Resolve(q, 1, times, 256)},
		{"into no buffer", "no buffer", r.Resolve(q, 1, nil, 0)},
		{"none", "must be 1..4096", second(r.NewQueries(0))},
		{"too many", "must be 1..4096", second(r.NewQueries(MaxQueries + 1))},
	} {
		t.Run(c.name, func(t *testing.T) { assert.ErrorContains(t, c.err, c.want) })
	}
	r.Unlock()
	r.run(1)
}

func second[T any](_ T, err error) error { return err }
