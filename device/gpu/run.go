package gpu

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// pipeline is a compiled kernel.
type pipeline struct {
	*webgpu.Pipeline
	params int // bytes of its uniform
}

// Run records the launch; it is submitted together with others.
func (d *Device) Run(l *device.Launch) error {
	if d.closed.Load() {
		return device.ErrClosed
	}
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	k, err := shaders.For(l, l.Plan(), d.repair)
	if err != nil {
		return d.unsupported(err)
	}
	if err := d.enter(); err != nil {
		return err
	}
	if err := d.record(k); err != nil {
		d.seam.Unlock()
		return err
	}
	return d.leave()
}

// record answers an error without the launch, unless the device is dead then.
func (d *Device) record(k *shaders.Kernel) error {
	key, err := d.bind(k)
	if err != nil || k.Threads() == 0 {
		return err
	}
	x, y, z, err := shaders.Grid(k.Threads(), shaders.Workgroup, d.limits.Workgroups)
	if err != nil {
		return d.unsupported(err)
	}
	if key.pipeline, err = d.pipeline(k); err != nil {
		return err
	}
	uniform, err := d.reserve(key.pipeline.params)
	if err != nil {
		return err
	}
	d.batch.params = k.Params(d.batch.params)
	if err := d.dispatch(key, uniform, x, y, z); err != nil {
		return err
	}
	d.stats.Launches++
	return nil
}

// bind finds the blocks of the kernel's buffers.
func (d *Device) bind(k *shaders.Kernel) (key groupKey, err error) {
	for i, binding := range k.Bindings() {
		b, ok := binding.Buffer.(*buffer)
		switch {
		case !ok || b.device != d:
			return key, fmt.Errorf("gpu: run: a buffer of %s; move it to this device with To", owner(binding.Buffer))
		case b.block == nil:
			return key, fmt.Errorf("gpu: run: %w", device.ErrReleased)
		}
		key.blocks[i] = b.block
	}
	return key, nil
}

func owner(b device.Buffer) string {
	if b, ok := b.(*buffer); ok {
		return "another device, " + b.device.String()
	}
	return fmt.Sprintf("another kind of device (%T)", b)
}

// pipeline compiles the kernel unless one with its key has been.
func (d *Device) pipeline(k *shaders.Kernel) (*pipeline, error) {
	key := k.Key()
	if p := d.pipelines[key]; p != nil {
		return p, nil
	}
	n := k.ParamBytes()
	if most := min(uniformBytes, d.limits.UniformBytes); n > most {
		return nil, d.unsupported(fmt.Errorf("a launch with %d bytes of scalars, sizes and strides; %d is the most", n, most))
	}
	kinds := make([]webgpu.Binding, 1, maxBuffers+1)
	kinds[0] = webgpu.UniformAt
	for _, b := range k.Bindings() {
		kinds = append(kinds, access(b.ReadWrite))
	}
	wgsl := k.WGSL()
	if d.edit != nil {
		wgsl = d.edit(wgsl)
	}
	p, err := d.compile("kernel", wgsl, n, kinds)
	if err != nil {
		return nil, fmt.Errorf("%w\nin the kernel of\n%s", err, key)
	}
	d.pipelines[key] = p
	return p, nil
}

func access(readWrite bool) webgpu.Binding {
	if readWrite {
		return webgpu.ReadWrite
	}
	return webgpu.ReadOnly
}

func (d *Device) compile(label, wgsl string, params int, kinds []webgpu.Binding) (*pipeline, error) {
	p, err := d.seam.NewPipeline(label, wgsl, kinds)
	if err != nil {
		return nil, translate(err)
	}
	d.stats.Pipelines++
	return &pipeline{p, params}, nil
}

func (d *Device) unsupported(reason error) error {
	return &device.UnsupportedError{Device: d.Info().Name, Detail: reason.Error()}
}
