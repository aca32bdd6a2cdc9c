package gpu

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

func TestSeveralProcessorsCopyEveryByteOnce(t *testing.T) {
	for _, n := range []int{0, 1, minShare - 1, 2*minShare + 3, 9*minShare + 5} {
		t.Run(fmt.Sprint(n, " bytes"), func(t *testing.T) {
			src, dst := make([]byte, n), make([]byte, n+1)
			for i := range src {
				src[i] = byte(i*7 + i>>16)
			}
			dst[n] = 99
			copyShared(dst[:n], webgpu.Memory(src))
			assert.True(t, string(src) == string(dst[:n]))
			assert.Equal(t, byte(99), dst[n], "beyond the end")
		})
	}
}

func TestWhatComesAfterTheCallerHasLeftIsNotCopied(t *testing.T) {
	var to receiver
	dst := make([]byte, 2)
	require.NoError(t, to.copy(dst, webgpu.Memory{1, 2}))
	to.leave()
	assert.ErrorIs(t, to.copy(dst, webgpu.Memory{3, 4}), context.Canceled)
	assert.Equal(t, []byte{1, 2}, dst)
}

func TestALongReadWithAContextHasEveryByte(t *testing.T) {
	d := open(t)
	src := make([]byte, partBytes+stretchBytes+13)
	for i := range src {
		src[i] = byte(i*7 + i>>16)
	}
	x, err := d.Alloc(len(src))
	require.NoError(t, err)
	defer x.Release()
	require.NoError(t, x.Write(0, src))
	ending, end := context.WithCancel(ctx)
	defer end()
	dst := make([]byte, len(src)-3)
	require.NoError(t, x.Read(ending, 3, dst))
	assert.True(t, string(src[3:]) == string(dst))
}

func TestAViewShowsWhatAReadCopies(t *testing.T) {
	d := open(t)
	src := make([]byte, stretchBytes+word)
	for i := range src {
		src[i] = byte(i*7 + i>>16)
	}
	x, err := d.Alloc(len(src))
	require.NoError(t, err)
	defer x.Release()
	require.NoError(t, x.Write(0, src))
	ending, end := context.WithCancel(ctx)
	defer end()
	for _, c := range []struct {
		name      string
		offset, n int
	}{
		{"nothing", 5, 0}, {"some bytes", 5, 6}, {"as much as is mapped", 0, stretchBytes}, {"more", 1, stretchBytes + 2}, {"the end", stretchBytes, word},
	} {
		t.Run(c.name, func(t *testing.T) {
			called := 0
			require.NoError(t, x.(device.Viewer).View(ending, c.offset, c.n, func(bytes []byte) error {
				called++
				assert.True(t, string(src[c.offset:c.offset+c.n]) == string(bytes))
				_, err := d.Alloc(4) // the device can be used
				return err
			}))
			assert.Equal(t, 1, called)
		})
	}
	assert.Equal(t, errFault, x.(device.Viewer).View(ctx, 0, 4, func([]byte) error { return errFault }))
	end()
	assert.ErrorIs(t, x.(device.Viewer).View(ending, 0, 4, func([]byte) error { panic("it is called") }), context.Canceled)
}

// f is the user's: a test that fails in it calls runtime.Goexit.
func TestADeviceGoesOnAfterAViewThatPanics(t *testing.T) {
	d := open(t)
	x, err := d.Alloc(4)
	require.NoError(t, err)
	defer x.Release()
	require.NoError(t, x.Write(0, []byte{1, 2, 3, 4}))
	ending, end := context.WithCancel(ctx)
	defer end()
	for _, c := range []struct {
		name string
		ctx  context.Context
	}{{"a context without end", ctx}, {"one that can end", ending}} {
		t.Run(c.name, func(t *testing.T) {
			view := func(f func([]byte) error) error { return x.(device.Viewer).View(c.ctx, 0, 4, f) }
			assert.PanicsWithValue(t, "mine", func() { _ = view(func([]byte) error { panic("mine") }) })
			exited := make(chan struct{})
			go func() {
				defer close(exited)
				_ = view(func([]byte) error { runtime.Goexit(); return nil })
			}()
			<-exited
			require.NoError(t, view(func(bytes []byte) error {
				assert.Equal(t, []byte{1, 2, 3, 4}, bytes)
				return nil
			}))
		})
	}
}

func TestAViewThatHasBegunReturnsItsErrorThoughItsContextEnds(t *testing.T) {
	d := open(t)
	x, err := d.Alloc(4)
	require.NoError(t, err)
	defer x.Release()
	for _, want := range []error{errFault, nil} {
		ending, end := context.WithCancel(ctx)
		assert.Equal(t, want, x.(device.Viewer).View(ending, 0, 4, func([]byte) error {
			end()
			time.Sleep(20 * time.Millisecond)
			return want
		}))
	}
}
