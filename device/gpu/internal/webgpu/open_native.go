//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
// Not every machine with a Vulkan driver has libgcc_s, which Rust unwinds its stack with.
#cgo linux LDFLAGS: -static-libgcc
// A panic unwinds the shim (guard.h). These come behind the flags in CGO_CFLAGS.
#cgo linux,amd64 CFLAGS: -fexceptions -fasynchronous-unwind-tables
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/cogentcore/webgpu/wgpu"
)

// wgpu logs warnings about extensions that this package does not use.
func init() { wgpu.SetLogLevel(wgpu.LogLevelOff) }

// Adapters lists the adapters that Open can choose. It is empty on a machine without adapters.
func Adapters() ([]Adapter, error) {
	inst, err := newInstance()
	if err != nil {
		return nil, err
	}
	defer inst.Release()
	refs, all := adapters(inst)
	for _, r := range refs {
		r.Release()
	}
	return all, nil
}

// Open opens the adapter that o names, with all its limits.
func Open(o Options) (*Device, error) {
	inst, err := newInstance()
	if err != nil {
		return nil, err
	}
	refs, all := adapters(inst)
	defer func() {
		for _, r := range refs {
			r.Release()
		}
	}()
	a, err := choose(all, o)
	if err != nil {
		inst.Release()
		return nil, err
	}
	d := newDevice(a, o)
	if err := d.open(inst, refs[a.Index]); err != nil {
		if !errors.Is(err, ErrLost) {
			inst.Release()
		}
		return nil, err
	}
	return d, nil
}

// open opens the adapter.
func (d *Device) open(inst *wgpu.Instance, ref *wgpu.Adapter) error {
	what := fmt.Sprintf("open adapter %v", d.adapter)
	d.box = newBox() // never freed: callbacks may come late
	if d.box == nil {
		return fmt.Errorf("webgpu: %s: %w", what, ErrOutOfMemory)
	}
	d.impl = implementation{box: d.box.c, inst: inst, counts: make([]C.uint32_t, 4)}
	c := &d.impl
	var l C.shim_limits
	if c.dev = C.shim_device(c.box, reference(ref), &l); c.dev != nil {
		c.queue = C.shim_queue(c.box, c.dev)
	}
	if c.queue == nil {
		return d.check(what, nil)
	}
	d.limits = Limits{
		BufferBytes: clamp(uint64(l.buffer)), BindingBytes: clamp(uint64(l.binding)), UniformBytes: clamp(uint64(l.uniform)),
		StorageBuffers: int(l.storage_buffers), Invocations: int(l.invocations), Workgroups: int(l.workgroups),
		UniformAlign: int(l.uniform_align), StorageAlign: int(l.storage_align), Timestamps: l.timestamps != 0,
	}
	return nil
}

// newInstance uses only the platform's own APIs. A search for OpenGL can abort the process.
func newInstance() (*wgpu.Instance, error) {
	if err := layouts(); err != nil {
		return nil, err
	}
	backends := C.uint32_t(1) // Vulkan
	switch runtime.GOOS {
	case "darwin":
		backends = 4 // Metal
	case "windows":
		backends = 1 | 8 // and Direct3D 12
	}
	return wrap[wgpu.Instance](C.shim_instance(backends)), nil
}

func adapters(inst *wgpu.Instance) ([]*wgpu.Adapter, []Adapter) {
	refs := inst.EnumerateAdapters(nil)
	all := make([]Adapter, len(refs))
	for i, r := range refs {
		info := r.GetInfo() // leaks its strings
		a := Adapter{Index: i, Name: info.Name, Backend: info.BackendType.String(), Kind: kind(info.AdapterType)}
		if strings.HasPrefix(info.Name, "0x") { // older libraries give the device's id
			a.Name = info.DriverDescription
		}
		all[i] = a
	}
	return refs, all
}

func kind(t wgpu.AdapterType) Kind {
	switch t {
	case wgpu.AdapterTypeDiscreteGPU:
		return Discrete
	case wgpu.AdapterTypeIntegratedGPU:
		return Integrated
	case wgpu.AdapterTypeCPU:
		return Software
	}
	return Unknown
}

// layouts checks that the binding's structs have one field, a pointer, as wrap and reference assume.
var layouts = sync.OnceValue(func() error {
	for v, fields := range map[any]string{
		wgpu.Instance{}: "ref", wgpu.Adapter{}: "ref",
	} {
		t := reflect.TypeOf(v)
		var got []string
		for i := range t.NumField() {
			if f := t.Field(i); f.Type.Kind() == reflect.Pointer {
				got = append(got, f.Name)
			}
		}
		if strings.Join(got, " ") != fields || t.NumField() != len(got) {
			return fmt.Errorf("webgpu: %v of the binding has fields %v, not %s: its version is not the one this was written for", t, got, fields)
		}
	}
	return nil
})

func wrap[T any](p unsafe.Pointer) *T {
	t := new(T)
	*(*unsafe.Pointer)(unsafe.Pointer(t)) = p
	return t
}

// reference returns the implementation's pointer in a struct of the binding: the last field.
func reference[T any](t *T) unsafe.Pointer {
	last := unsafe.Sizeof(*t) - unsafe.Sizeof(uintptr(0))
	return *(*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t), last))
}
