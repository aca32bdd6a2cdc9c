package webgpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

func TestAddsOverATwoDimensionalGrid(t *testing.T) {
	for _, n := range []int{1, 2, 127, 1000, 100_000} {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) { newRig(t, n, 2).run(1) })
	}
}

func TestEachDispatchOfASubmissionSeesItsOwnUniform(t *testing.T) {
	const n, uniforms = 64, 300
	r := newRig(t, n, uniforms)
	back := must[*Buffer](t)(withLock(r.Device, func() (*Buffer, error) { return r.NewBuffer(4*uniforms, Staging) }))
	r.Lock()
	for j := range uniforms {
		require.NoError(t, r.add(j))
		require.NoError(t, r.Copy(back, 4*j, r.c, 4, 4)) // element 1
	}
	require.NoError(t, r.Submit())
	r.Unlock()
	raw := make([]byte, 4*uniforms)
	require.NoError(t, readInto(r.Device, context.Background(), back, 0, raw))
	for j := range uniforms {
		assert.Equal(t, uint32(1+10*j), binary.LittleEndian.Uint32(raw[4*j:]))
	}
}

func TestDispatchesOfOnePassSeeEachOther(t *testing.T) {
	r := newRig(t, 256, 2)
	r.Lock()
	// a -> c by 10, then c -> a by 10, often
	back := must[*BindGroup](t)(r.NewBindGroup(r.p, []Range{{Buffer: r.c}, {Buffer: r.a}, {Buffer: r.k, Size: 8}}))
	for range 50 {
		require.NoError(t, r.add(1))
		require.NoError(t, r.Dispatch(r.p, back, r.limits.UniformAlign, 2, 2, 1))
	}
	r.Unlock()
	got, err := r.values(0)
	require.NoError(t, err)
	for i, v := range got {
		require.Equal(t, uint32(i+1000), v)
	}
}

func TestAWriteTakesEffectBeforeWhatIsSubmittedLater(t *testing.T) {
	r := newRig(t, 64, 1)
	r.Lock()
	require.NoError(t, r.add(0))
	require.NoError(t, r.Write(r.a, 8, []byte{7, 1, 0, 0}))
	r.Unlock()
	got, err := r.values(0)
	require.NoError(t, err)
	assert.Equal(t, uint32(263), got[2])
}

func TestAMarkIsWaitedForOnce(t *testing.T) {
	deadline(t)
	r := newRig(t, 1000, 1)
	for range 2 {
		r.run(0)
		r.Lock()
		require.NoError(t, r.Mark())
		require.NoError(t, r.Mark(), "it takes the place of the first")
		r.Unlock()
		require.NoError(t, r.WaitMark(context.Background()))
		assert.Nil(t, r.mark)
		require.NoError(t, r.WaitMark(context.Background()), "without a mark it waits for all work")
	}
	r.Lock()
	require.NoError(t, r.Mark())
	r.Unlock()
	ended, end := context.WithCancel(context.Background())
	end()
	assert.ErrorIs(t, r.WaitMark(ended), context.Canceled)
	require.NoError(t, r.Close(), "with a mark that is left")
	assert.Nil(t, r.mark)
	assert.ErrorIs(t, r.WaitMark(context.Background()), ErrClosed)
}

func TestReadsAnyPartOfABuffer(t *testing.T) {
	r := newRig(t, 1000, 1)
	r.run(0)
	whole := make([]byte, 4000)
	require.NoError(t, readInto(r.Device, context.Background(), r.back, 0, whole))
	for _, span := range [][2]int{{0, 1}, {1, 1}, {3, 6}, {4, 4}, {5, 3990}, {3999, 1}, {4000, 0}} {
		part := make([]byte, span[1])
		require.NoError(t, readInto(r.Device, context.Background(), r.back, span[0], part))
		assert.Equal(t, whole[span[0]:span[0]+span[1]], part)
	}
}

// The binding's own callbacks fail here within a fraction of a second.
func TestReadsBackUnderPressureOfTheGarbageCollector(t *testing.T) {
	deadline(t)
	r := newRig(t, 1000, 4)
	stop := make(chan struct{})
	var noise, readers sync.WaitGroup
	for range 3 {
		noise.Go(func() {
			var keep []*uint64
			for {
				select {
				case <-stop:
					return
				default:
				}
				runtime.GC()
				page.Turn()
				keep = keep[:0]
				for range 1000 {
					p := new(uint64)
					*p = 0xabcdef << 32
					keep = append(keep, p)
				}
			}
		})
	}
	end := time.Now().Add(2 * time.Second)
	for w := range 4 {
		readers.Go(func() {
			mine := *r
			mine.c = must[*Buffer](t)(withLock(r.Device, func() (*Buffer, error) { return r.NewBuffer(4*r.n, Storage) }))
			mine.back = must[*Buffer](t)(withLock(r.Device, func() (*Buffer, error) { return r.NewBuffer(4*r.n, Staging) }))
			mine.g = must[*BindGroup](t)(withLock(r.Device, func() (*BindGroup, error) {
				return r.NewBindGroup(r.p, []Range{{Buffer: r.a}, {Buffer: mine.c}, {Buffer: r.k, Size: 8}})
			}))
			for i := 0; time.Now().Before(end); i++ {
				got, err := mine.values(w)
				if !assert.NoError(t, err) || !assert.Equal(t, uint32(999+10*w), got[999]) {
					return
				}
			}
		})
	}
	readers.Wait()
	close(stop)
	noise.Wait()
}

func TestACancelledReadLeavesTheDeviceUsable(t *testing.T) {
	r := newRig(t, 1<<20, 3)
	for i := range 20 {
		r.Lock()
		require.NoError(t, r.add(0))
		require.NoError(t, r.Copy(r.back, 0, r.c, 0, 4*r.n))
		require.NoError(t, r.Submit())
		r.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i*50)*time.Microsecond)
		if err := readInto(r.Device, ctx, r.back, 0, make([]byte, 4*r.n)); err != nil {
			require.ErrorIs(t, err, context.DeadlineExceeded)
		}
		if err := r.Wait(ctx); err != nil {
			require.ErrorIs(t, err, context.DeadlineExceeded)
		}
		cancel()
		r.run(1 + i%2) // waits for its own copy, not for the one of the cancelled read
	}
}

func TestWhatRecordedWorkUsesMayBeReleased(t *testing.T) {
	r := newRig(t, 512, 2)
	r.Lock()
	require.NoError(t, r.add(1))
	require.NoError(t, r.Copy(r.back, 0, r.c, 0, 4*r.n))
	for _, x := range []interface{ Release() }{r.g, r.p, r.a, r.k, r.c} {
		x.Release()
		x.Release()
	}
	require.NoError(t, r.Submit())
	r.Unlock()
	raw := make([]byte, 4)
	require.NoError(t, readInto(r.Device, context.Background(), r.back, 4, raw))
	assert.Equal(t, []byte{11, 0, 0, 0}, raw)
}

func TestMemoryStaysBounded(t *testing.T) {
	resident(t) // or it is skipped
	r := newRig(t, 1024, 2)
	cycle := func(times int) {
		for range times {
			r.Lock()
			b := must[*Buffer](t)(r.NewBuffer(4096, Storage))
			require.NoError(t, r.Write(b, 0, make([]byte, 4096)))
			g := must[*BindGroup](t)(r.NewBindGroup(r.p, []Range{{Buffer: b}, {Buffer: r.c}, {Buffer: r.k, Size: 8}}))
			require.NoError(t, r.Dispatch(r.p, g, 0, 1, 1, 1))
			g.Release()
			b.Release()
			r.Unlock()
			r.run(1)
		}
	}
	cycle(500)
	before := resident(t)
	cycle(4000)
	grown := resident(t) - before
	assert.Less(t, grown, 16<<20, "4000 cycles that allocate 4 KiB each")
	assert.Len(t, r.live, 6) // what the rig holds
}

func resident(t *testing.T) int {
	debug.FreeOSMemory() // or Go would keep what it has collected
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("resident memory is not known here: ", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(raw))[1])
	require.NoError(t, err)
	return pages * os.Getpagesize()
}
