package webgpu

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBadWGSLIsAnErrorWithTheCompilersText(t *testing.T) {
	r := newRig(t, 64, 2)
	r.Lock()
	for _, c := range []struct {
		name, src, want string
	}{
		{"nothing", "", "empty"},
		{"no UTF-8", "a\xff", "UTF-8"},
		{"an unknown name", "fn main() { let x = nosuch; }", "nosuch"},
		{"no main", "@compute @workgroup_size(1) fn other() {}", "main"},
		{"a workgroup beyond the limit", "@compute @workgroup_size(99999) fn main() {}", "orkgroup"},
		{
			name: "a binding that is not listed",
			src:  "@group(0) @binding(5) var<storage, read_write> q: array<u32>;\n@compute @workgroup_size(1) fn main() { q[0] = 1u; }",
			want: "binding",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := r.NewPipeline("bad", c.src, []Binding{ReadOnly})
			assert.ErrorContains(t, err, c.want)
			assert.ErrorContains(t, err, "webgpu: pipeline bad: ")
		})
	}
	r.Unlock()
	r.run(1)
}

func TestATooBigBufferIsRefusedWithBothSizes(t *testing.T) {
	d := open(t)
	d.Lock()
	defer d.Unlock()
	most := d.Limits().BufferBytes &^ 3
	_, err := d.NewBuffer(most+4, Storage)
	assert.EqualError(t, err, d.limits.checkBuffer(most+4, Storage).Error())
	for _, n := range []int{0, -4, 6} {
		_, err := d.NewBuffer(n, Storage)
		assert.ErrorContains(t, err, "multiple of 4")
	}
	_, err = d.NewBuffer(4, Usage(9))
	assert.Error(t, err)
}

func TestWrongArgumentsAreErrorsAndDropNothing(t *testing.T) {
	r := newRig(t, 256, 2)
	other := newRig(t, 64, 1)
	r.Lock()
	require.NoError(t, r.add(1)) // stays recorded
	small := must[*Buffer](t)(r.NewBuffer(4, Storage))
	gone := must[*Buffer](t)(r.NewBuffer(1024, Storage))
	gone.Release()
	ok := []Range{{Buffer: r.a}, {Buffer: r.c}, {Buffer: r.k, Size: 8}}
	group := func(i int, x Range) error {
		bad := append([]Range(nil), ok...)
		bad[i] = x
		_, err := r.NewBindGroup(r.p, bad)
		return err
	}
	align := r.limits.UniformAlign
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"write past the end", func() error { return r.Write(r.a, 1020, make([]byte, 8)) }},
		{"write before the start", func() error { return r.Write(r.a, -4, make([]byte, 4)) }},
		{"write of odd length", func() error { return r.Write(r.a, 0, make([]byte, 3)) }},
		{"write at odd offset", func() error { return r.Write(r.a, 2, make([]byte, 4)) }},
		{"write to staging", func() error { return r.Write(r.back, 0, make([]byte, 4)) }},
		{"write to released", func() error { return r.Write(gone, 0, make([]byte, 4)) }},
		{"write to nil", func() error { return r.Write(nil, 0, make([]byte, 4)) }},
		{"write elsewhere", func() error { return r.Write(other.a, 0, make([]byte, 4)) }},
		{"copy to itself", func() error { return r.Copy(r.a, 0, r.a, 8, 4) }},
		{"copy past the end", func() error { return r.Copy(small, 0, r.a, 0, 8) }},
		{"copy from staging", func() error { return r.Copy(r.a, 0, r.back, 0, 8) }},
		{"copy from released", func() error { return r.Copy(r.a, 0, gone, 0, 8) }},
		{"copy overflow", func() error { return r.Copy(r.c, 0, r.a, math.MaxInt&^3, math.MaxInt&^3) }},
		{"group nil buffer", func() error { return group(0, Range{}) }},
		{"group released", func() error { return group(0, Range{Buffer: gone}) }},
		{"group elsewhere", func() error { return group(0, Range{Buffer: other.a}) }},
		{"group wrong usage", func() error { return group(0, Range{Buffer: r.k}) }},
		{"group staging", func() error { return group(1, Range{Buffer: r.back}) }},
		{"group offset", func() error { return group(0, Range{Buffer: r.a, Offset: 4}) }},
		{"group past end", func() error { return group(0, Range{Buffer: r.a, Size: 2048}) }},
		{"group empty", func() error { return group(0, Range{Buffer: r.a, Offset: 1024}) }},
		{"group aliased", func() error { return group(0, Range{Buffer: r.c}) }},
		{"group count", func() error { _, err := r.NewBindGroup(r.p, ok[:2]); return err }},
		{"group no pipeline", func() error { _, err := r.NewBindGroup(nil, ok); return err }},
		{"dispatch negative", func() error { return r.Dispatch(r.p, r.g, 0, 1, -1, 1) }},
		{"dispatch many", func() error { return r.Dispatch(r.p, r.g, 0, 1, 1, r.limits.Workgroups+1) }},
		{"dispatch uniform", func() error { return r.Dispatch(r.p, r.g, 2*align, 1, 1, 1) }},
		{"dispatch unaligned", func() error { return r.Dispatch(r.p, r.g, 4, 1, 1, 1) }},
		{"dispatch other group", func() error { return r.Dispatch(r.p, other.g, 0, 1, 1, 1) }},
		{"dispatch other device", func() error { return r.Dispatch(other.p, other.g, 0, 1, 1, 1) }},
		{"dispatch nil", func() error { return r.Dispatch(nil, nil, 0, 1, 1, 1) }},
		{"dispatch nil group", func() error { return r.Dispatch(r.p, nil, 0, 1, 1, 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Error(t, c.call())
		})
	}
	assert.NoError(t, r.Write(r.a, 1024, nil))
	assert.NoError(t, r.Copy(r.c, 0, r.a, 0, 0))
	require.NoError(t, r.Copy(r.back, 0, r.c, 0, 8))
	require.NoError(t, r.Submit())
	r.Unlock()
	raw := make([]byte, 8)
	require.NoError(t, readInto(r.Device, context.Background(), r.back, 0, raw))
	assert.Equal(t, []byte{10, 0, 0, 0, 11, 0, 0, 0}, raw)
}

func TestReadRefusesWhatIsNotReady(t *testing.T) {
	r := newRig(t, 64, 1)
	read := func(b *Buffer, off, n int) error {
		return readInto(r.Device, context.Background(), b, off, make([]byte, n))
	}
	assert.ErrorContains(t, read(r.c, 0, 4), "staging")
	assert.ErrorContains(t, read(r.back, 254, 4), "256")
	assert.ErrorContains(t, read(nil, 0, 4), "no buffer")
	r.Lock()
	require.NoError(t, r.add(0))
	require.NoError(t, r.Copy(r.back, 0, r.c, 0, 256))
	r.Unlock()
	assert.ErrorContains(t, read(r.back, 0, 4), "not submitted")
	r.Lock()
	require.NoError(t, r.Submit())
	r.Unlock()
	assert.NoError(t, read(r.back, 0, 4))
}

func TestAReleasedOrClosedThingAnswersWithAnError(t *testing.T) {
	r := newRig(t, 64, 2)
	r.Lock()
	require.NoError(t, r.add(1)) // never submitted
	r.Unlock()
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	r.Lock()
	_, buffer := r.NewBuffer(4, Storage)
	_, pipeline := r.NewPipeline("", addWGSL, addBindings)
	_, group := r.NewBindGroup(r.p, nil)
	errs := []error{buffer, pipeline, group, r.add(0), r.Write(r.a, 0, nil), r.Copy(r.back, 0, r.a, 0, 4), r.Submit()}
	r.g.Release()
	r.a.Release()
	r.Unlock()
	errs = append(errs, r.Wait(context.Background()), readInto(r.Device, context.Background(), r.back, 0, nil))
	for _, err := range errs {
		assert.ErrorIs(t, err, ErrClosed)
	}
}

func TestCloseLetsAReadFinish(t *testing.T) {
	deadline(t)
	for range 10 {
		r := newRig(t, 1<<20, 2)
		r.Lock()
		require.NoError(t, r.add(1))
		require.NoError(t, r.Copy(r.back, 0, r.c, 0, 4*r.n))
		require.NoError(t, r.Submit())
		r.Unlock()
		done := make(chan error)
		raw := make([]byte, 4)
		go func() { done <- readInto(r.Device, context.Background(), r.back, 4, raw) }()
		time.Sleep(20 * time.Microsecond)
		require.NoError(t, r.Close())
		if err := <-done; err != nil {
			assert.ErrorIs(t, err, ErrClosed) // Close came first
		} else {
			assert.Equal(t, byte(11), raw[0])
		}
	}
}

func TestALostDeviceAnswersWithAnError(t *testing.T) {
	deadline(t)
	r := newRig(t, 1<<20, 2)
	r.Lock()
	require.NoError(t, r.add(1))
	require.NoError(t, r.Copy(r.back, 0, r.c, 0, 4*r.n))
	require.NoError(t, r.Submit())
	r.Unlock()
	done := make(chan error)
	go func() { done <- readInto(r.Device, context.Background(), r.back, 4, make([]byte, 4)) }()
	r.lose("unplugged")
	if err := <-done; err != nil { // else it was faster
		assert.ErrorIs(t, err, ErrLost)
	}
	_, err := r.values(0)
	assert.ErrorIs(t, err, ErrLost)
	assert.ErrorContains(t, err, "unplugged")
	assert.ErrorIs(t, r.Wait(context.Background()), ErrLost)
}
