package webgpu

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// children are run in a process of their own, chosen by this variable.
const childVar = "WEBGPU_TEST_CHILD"

var children = map[string]func(){}

func TestMain(m *testing.M) {
	if os.Getenv("XDG_RUNTIME_DIR") == "" {
		_ = os.Setenv("XDG_RUNTIME_DIR", os.TempDir()) // else Mesa complains on standard error
	}
	if c := children[os.Getenv(childVar)]; c != nil {
		c()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// deadline ends the process, and shows where each goroutine waits, if the test takes five minutes.
func deadline(t *testing.T) {
	late := time.AfterFunc(5*time.Minute, func() {
		debug.SetTraceback("all")
		panic(t.Name() + " hangs: it has not ended after five minutes")
	})
	t.Cleanup(func() { late.Stop() })
}

func open(t testing.TB) *Device {
	t.Helper()
	all, err := Adapters()
	if (errors.Is(err, errors.ErrUnsupported) || err == nil && len(all) == 0) && os.Getenv("WGTENSOR_REQUIRE_GPU") != "1" {
		t.Skipf("no adapter on this machine (error %v); WGTENSOR_REQUIRE_GPU=1 makes this a failure", err)
	}
	require.NoError(t, err)
	d, err := Open(Options{})
	require.NoError(t, err)
	t.Cleanup(func() {
		d.mu.TryLock() // a test that failed may hold it
		d.mu.Unlock()
		require.NoError(t, d.Close())
	})
	return d
}

// withLock runs f with the device's lock held.
func withLock[T any](d *Device, f func() (T, error)) (T, error) {
	d.Lock()
	defer d.Unlock()
	return f()
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// rig is an opened device. Its pipeline adds a uniform's value to every element: c[i] = a[i] + k,
// over a grid of x and y.
type rig struct {
	*Device
	t    testing.TB
	p    *Pipeline
	a, c *Buffer // n elements each
	k    *Buffer // one value every UniformAlign bytes
	g    *BindGroup
	back *Buffer
	n    int
}

const addWGSL = `
struct K { value: u32, row: u32 }
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> c: array<u32>;
@group(0) @binding(2) var<uniform> k: K;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
	let i = id.x + id.y * k.row;
	if (i < arrayLength(&c)) { c[i] = a[i] + k.value; }
}`

var addBindings = []Binding{ReadOnly, ReadWrite, UniformAt}

// newRig has room for so many uniforms: number j adds 10*j.
func newRig(t testing.TB, n, uniforms int) *rig {
	d := open(t)
	d.Lock()
	defer d.Unlock()
	buffer := must[*Buffer](t)
	align := d.Limits().UniformAlign
	r := &rig{Device: d, t: t, n: n,
		p: must[*Pipeline](t)(d.NewPipeline("add", addWGSL, addBindings)),
		a: buffer(d.NewBuffer(4*n, Storage)), c: buffer(d.NewBuffer(4*n, Storage)),
		k: buffer(d.NewBuffer(align*uniforms, Uniform)), back: buffer(d.NewBuffer(4*n, Staging))}
	in, ks := make([]byte, 4*n), make([]byte, align*uniforms)
	for i := range n {
		binary.LittleEndian.PutUint32(in[4*i:], uint32(i))
	}
	for j := range uniforms {
		binary.LittleEndian.PutUint32(ks[align*j:], uint32(10*j))
		binary.LittleEndian.PutUint32(ks[align*j+4:], uint32(64*((n+127)/128)))
	}
	require.NoError(t, d.Write(r.a, 0, in))
	require.NoError(t, d.Write(r.k, 0, ks))
	r.g = must[*BindGroup](t)(d.NewBindGroup(r.p, []Range{{Buffer: r.a}, {Buffer: r.c}, {Buffer: r.k, Size: 8}}))
	return r
}

// add records one dispatch with uniform j: two rows of workgroups. Its caller holds the lock.
func (r *rig) add(j int) error {
	return r.Dispatch(r.p, r.g, j*r.limits.UniformAlign, (r.n+127)/128, 2, 1)
}

// run adds with uniform j and checks every element.
func (r *rig) run(j int) {
	r.t.Helper()
	got, err := r.values(j)
	require.NoError(r.t, err)
	for i, v := range got {
		if v != uint32(i+10*j) {
			require.Equal(r.t, uint32(i+10*j), v, "element %d", i)
		}
	}
}

func (r *rig) values(j int) ([]uint32, error) {
	_, err := withLock(r.Device, func() (any, error) {
		if err := r.add(j); err != nil {
			return nil, err
		}
		if err := r.Copy(r.back, 0, r.c, 0, 4*r.n); err != nil {
			return nil, err
		}
		return nil, r.Submit()
	})
	if err != nil {
		return nil, err
	}
	raw, out := make([]byte, 4*r.n), make([]uint32, r.n)
	err = readInto(r.Device, context.Background(), r.back, 0, raw)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return out, err
}

func readInto(d *Device, ctx context.Context, b *Buffer, offset int, dst []byte) error {
	return d.Read(ctx, b, offset, len(dst), func(m Mapped) error {
		m.Copy(dst, 0)
		return nil
	})
}
