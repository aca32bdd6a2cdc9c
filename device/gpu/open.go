package gpu

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// name is by which programs open the device.
const name = "gpu"

func init() {
	device.Register(name, func() (device.Device, error) {
		d, err := Open()
		if err != nil {
			return nil, err // not a nil *Device in an interface
		}
		return d, nil
	})
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
	d := &Device{driver: driver, reach: newReach(limits)}
	d.kernels = &kernels{reach: &d.reach, software: software(adapter)}
	d.largeReads = make(chan struct{}, maxLargeReads)
	info := describe(adapter, limits, d.reach)
	d.info.Store(&info)
	d.queue, d.staging = &queue{driver: driver}, &staging{driver: driver}
	d.groups = &bindGroups{create: driver.NewGroup, byKey: map[groupKey]*webgpu.Group{}}
	d.pipelines = &pipelines{
		driver: driver, groups: d.groups, rehearser: &rehearser{driver: driver, late: compilesLate(adapter)}, edit: c.edit,
		most: c.pipelines, uniforms: min(uniformBytes, limits.UniformBytes),
		byKey: map[string]*pipeline{}, compiling: map[string]*compilation{},
	}
	d.pool = pool{destroy: d.groups.destroy, create: func(bytes int) (*webgpu.Buffer, error) {
		return driver.NewBuffer(bytes, webgpu.Storage)
	}}
	d.pool.limit = math.MaxInt // the caller's cap is for the caller's buffers
	if c.trace != nil {
		d.trace = newTrace(d, c.trace)
	}
	if err := d.selfTest(&info); err != nil {
		d.trace.stop()
		return nil, err
	}
	if c.reach != (reach{}) {
		d.reach, info.Limits.BufferBytes = c.reach, c.reach.bufferBytes()
	}
	d.info.Store(&info)
	d.pool.limit = c.limit(info.Kind == device.Software)
	return d, nil
}

// selfTest runs the first launches, and gives back what they took.
func (d *Device) selfTest(info *device.Info) (err error) {
	d.opening = true
	defer func() { d.opening = false }()
	if d.recorder, err = newRecorder(d.driver, d.queue, d.groups, &d.reach); err != nil {
		return err
	}
	d.masked = maskedWriter{recorder: d.recorder, pipelines: d.pipelines}
	d.runner = &runner{
		driver: d.driver, queue: d.queue, recorder: d.recorder, pipelines: d.pipelines, kernels: d.kernels,
		workgroups: d.driver.Limits().Workgroups, alloc: d.Alloc,
	}
	d.timer = timer{d.driver, d.queue, d.recorder, d.staging}
	if err := d.probe(info); err != nil {
		return fmt.Errorf("gpu: %s fails its first launches: %w", info.Adapter, err)
	}
	return d.reclaim()
}

func describe(a webgpu.Adapter, l webgpu.Limits, r reach) device.Info {
	info := device.Info{
		Name: name, Kind: device.GPU, Adapter: a.Name, Backend: a.Backend, DTypes: shaders.DTypes,
		Limits: device.Limits{
			Buffers:     min(l.StorageBuffers, maxBuffers),
			BufferBytes: r.bufferBytes(),
		},
	}
	if software(a) {
		info.Kind = device.Software
	}
	return info
}

// software reports whether the adapter is a program. Not all drivers own up to it.
func software(a webgpu.Adapter) bool {
	name := strings.ToLower(a.Name)
	for _, s := range []string{"llvmpipe", "swiftshader", "basic render", "warp"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return a.Kind == webgpu.Software
}
