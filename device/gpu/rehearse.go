package gpu

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// rehearsal compiles kernels for a driver that does so when they first run, which is on the queue
// that the launches of all goroutines wait in: llvmpipe. They first run on another device of
// the adapter, without any elements; what the driver made of them lies in its cache on disk then.
type rehearsal struct {
	webgpu   *webgpu.Device
	uniforms *webgpu.Buffer
	storages [maxBuffers]*webgpu.Buffer
}

// rehearsedBytes is how long the text of a kernel is that is worth it: llvmpipe takes 50 ms for it.
const rehearsedBytes = 1 << 14

// rehearse has the kernel compiled before the device needs it. It is not told about what fails: the
// kernel fails on the device itself then, or takes its time there.
func (d *Device) rehearse(job *compilation, wgsl string) {
	if !d.lateCompiler || len(wgsl) < rehearsedBytes {
		return
	}
	r := d.takeRehearsal()
	if r == nil {
		return
	}
	if err := r.run(job, wgsl); err != nil {
		_ = r.webgpu.Close()
		return
	}
	d.driver.Lock()
	closed := d.driver.closed.Load()
	if !closed {
		d.rehearsals = append(d.rehearsals, r)
	}
	d.driver.Unlock()
	if closed {
		_ = r.webgpu.Close()
	}
}

// takeRehearsal opens another one where all are in use.
func (d *Device) takeRehearsal() *rehearsal {
	d.driver.Lock()
	if n := len(d.rehearsals); n > 0 {
		r := d.rehearsals[n-1]
		d.rehearsals = d.rehearsals[:n-1]
		d.driver.Unlock()
		return r
	}
	d.driver.Unlock()
	index := d.driver.Adapter().Index
	opened, err := webgpu.Open(webgpu.Options{Index: &index, Patience: d.patience})
	if err != nil {
		return nil
	}
	r := &rehearsal{webgpu: opened}
	if err := r.fill(); err != nil {
		_ = opened.Close()
		return nil
	}
	return r
}

// fill makes what is bound to kernels.
func (r *rehearsal) fill() (err error) {
	r.webgpu.Lock()
	defer r.webgpu.Unlock()
	if r.uniforms, err = r.webgpu.NewBuffer(uniformBytes, webgpu.Uniform); err != nil {
		return err
	}
	for i := range r.storages {
		if r.storages[i], err = r.webgpu.NewBuffer(1<<8, webgpu.Storage); err != nil {
			return err
		}
	}
	return nil
}

// run dispatches no workgroups, and waits.
func (r *rehearsal) run(job *compilation, wgsl string) error {
	r.webgpu.Lock()
	p, err := r.webgpu.NewPipeline("kernel", wgsl, job.kinds)
	if err == nil {
		err = r.dispatch(p, job)
		p.Release()
	}
	r.webgpu.Unlock()
	if err != nil {
		return err
	}
	return r.webgpu.Wait(context.Background())
}

func (r *rehearsal) dispatch(p *webgpu.Pipeline, job *compilation) error {
	ranges := []webgpu.Range{{Buffer: r.uniforms, Size: job.params}}
	for _, b := range r.storages[:len(job.kinds)-1] {
		ranges = append(ranges, webgpu.Range{Buffer: b})
	}
	g, err := r.webgpu.NewGroup(p, ranges)
	if err != nil {
		return err
	}
	defer g.Release()
	return errors.Join(r.webgpu.Dispatch(p, g, 0, 0, 0, 0), r.webgpu.Submit())
}

// compilesLate reports whether the adapter's driver compiles a kernel when it first runs, and keeps
// what it made of it.
func compilesLate(a webgpu.Adapter) bool {
	return strings.Contains(strings.ToLower(a.Name), "llvmpipe") && os.Getenv("MESA_SHADER_CACHE_DISABLE") != "true"
}
