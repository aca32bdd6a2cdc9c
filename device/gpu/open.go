package gpu

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// name is the name under which programs open the device.
const name = "gpu"

func init() {
	device.Register(name, func() (device.Device, error) { return Open() })
}

// Open opens the best adapter that the options allow: hardware before software.
func Open(opts ...Option) (*Device, error) {
	c := newConfig(opts)
	opened, err := webgpu.Open(c.Options)
	if err != nil {
		return nil, translate(err)
	}
	d, err := newDevice(&driver{Device: opened, patience: cmp.Or(c.Patience, webgpu.Patience)}, c)
	if err != nil {
		_ = opened.Close()
		return nil, err
	}
	return d, nil
}

func newDevice(driver *driver, c config) (*Device, error) {
	adapter, limits := driver.Adapter(), driver.Limits()
	if limits.Invocations < shaders.Workgroup || limits.StorageBuffers < minBuffers {
		return nil, fmt.Errorf("gpu: %s has workgroups of %d and binds %d buffers; at least %d and %d are needed",
			adapter.Name, limits.Invocations, limits.StorageBuffers, shaders.Workgroup, minBuffers)
	}
	d, err := assemble(driver, c)
	if err != nil {
		return nil, err
	}
	info := describe(adapter, limits, d.sizes)
	d.info.Store(&info)
	d.pool.limit = math.MaxInt // the caller's cap is for the caller's buffers
	if c.trace != nil {
		d.trace = newTrace(d, c.trace)
	}
	if err := d.test(&info); err != nil {
		d.trace.stop()
		return nil, err
	}
	if c.sizes != (sizes{}) {
		d.sizes, info.Limits.BufferBytes = c.sizes, c.sizes.bufferBytes()
	}
	d.info.Store(&info)
	d.pool.limit = c.limit(info.Kind == device.Software)
	return d, nil
}

// assemble makes the parts of a device. Each part gets the parts that it needs.
func assemble(driver *driver, c config) (_ *Device, err error) {
	adapter, limits := driver.Adapter(), driver.Limits()
	d := &Device{driver: driver, sizes: newSizes(limits)}
	d.kernels = &kernels{sizes: &d.sizes, bindings: min(limits.StorageBuffers, maxBuffers), software: software(adapter), teams: !software(adapter)}
	if c.teams != nil {
		d.kernels.teams = *c.teams
	}
	d.queue, d.staging = &queue{driver: driver}, &staging{driver: driver, large: make(chan struct{}, maxLargeReads)}
	d.groups = &bindGroups{create: driver.NewBindGroup, byKey: map[bindGroupKey]*webgpu.BindGroup{}}
	d.pool = pool{destroy: d.groups.destroy, create: func(bytes int) (*webgpu.Buffer, error) {
		return driver.NewBuffer(bytes, webgpu.Storage)
	}}
	d.pipelines = &pipelines{
		driver: driver, groups: d.groups, rehearser: &rehearser{driver: driver, late: compilesLate(adapter)}, edit: c.edit,
		most: c.pipelines, uniforms: min(uniformBytes, limits.UniformBytes),
		byKey: map[string]*pipeline{}, compiling: map[string]*compilation{},
	}
	if d.recorder, err = newRecorder(driver, d.queue, d.groups, &d.sizes); err != nil {
		return nil, err
	}
	d.masked = maskedWriter{recorder: d.recorder, pipelines: d.pipelines}
	d.timer = timer{driver: driver, queue: d.queue, recorder: d.recorder, staging: d.staging}
	d.runner = &runner{
		driver: driver, queue: d.queue, recorder: d.recorder, pipelines: d.pipelines, kernels: d.kernels,
		workgroups: limits.Workgroups, alloc: d.Alloc,
	}
	d.faults = &faultReports{device: d, turn: make(chan struct{}, 1)}
	d.runner.faults = d.faults
	return d, nil
}

// test runs the self-test, and gives its memory back.
func (d *Device) test(info *device.Info) error {
	d.selfTesting = true
	defer func() { d.selfTesting = false }()
	if err := (selfTest{d, &d.kernels.repair}).run(info); err != nil {
		return fmt.Errorf("gpu: %s fails its first launches: %w", info.Adapter, err)
	}
	return d.reclaim()
}

// lacks is one list for all devices, so that their Infos can be compared.
var lacks = sync.OnceValue(shaders.Lacks)

func describe(a webgpu.Adapter, l webgpu.Limits, s sizes) device.Info {
	info := device.Info{
		Name: name, Kind: device.GPU, Adapter: a.Name, Backend: a.Backend, DTypes: shaders.DTypes,
		Forms: shaders.Forms, Lacks: lacks(),
		Limits: device.Limits{
			Buffers:     min(l.StorageBuffers, maxBuffers),
			BufferBytes: s.bufferBytes(),
		},
	}
	if software(a) {
		info.Kind = device.Software
	}
	return info
}

// software reports whether the adapter is a program. Some software drivers report another kind, so
// their names are known here.
func software(a webgpu.Adapter) bool {
	name := strings.ToLower(a.Name)
	for _, s := range []string{"llvmpipe", "swiftshader", "basic render", "warp"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return a.Kind == webgpu.Software
}
