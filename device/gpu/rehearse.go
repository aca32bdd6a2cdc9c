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
	seam     *webgpu.Device
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
		_ = r.seam.Close()
		return
	}
	d.seam.Lock()
	closed := d.closed.Load()
	if !closed {
		d.rehearsals = append(d.rehearsals, r)
	}
	d.seam.Unlock()
	if closed {
		_ = r.seam.Close()
	}
}

// takeRehearsal opens another one where all are in use.
func (d *Device) takeRehearsal() *rehearsal {
	d.seam.Lock()
	if n := len(d.rehearsals); n > 0 {
		r := d.rehearsals[n-1]
		d.rehearsals = d.rehearsals[:n-1]
		d.seam.Unlock()
		return r
	}
	d.seam.Unlock()
	index := d.seam.Adapter().Index
	seam, err := webgpu.Open(webgpu.Options{Index: &index, Patience: d.patience})
	if err != nil {
		return nil
	}
	r := &rehearsal{seam: seam}
	if err := r.fill(); err != nil {
		_ = seam.Close()
		return nil
	}
	return r
}

// fill makes what is bound to kernels.
func (r *rehearsal) fill() (err error) {
	r.seam.Lock()
	defer r.seam.Unlock()
	if r.uniforms, err = r.seam.NewBuffer(uniformBytes, webgpu.Uniform); err != nil {
		return err
	}
	for i := range r.storages {
		if r.storages[i], err = r.seam.NewBuffer(1<<8, webgpu.Storage); err != nil {
			return err
		}
	}
	return nil
}

// run dispatches no workgroups, and waits.
func (r *rehearsal) run(job *compilation, wgsl string) error {
	r.seam.Lock()
	p, err := r.seam.NewPipeline("kernel", wgsl, job.kinds)
	if err == nil {
		err = r.dispatch(p, job)
		p.Release()
	}
	r.seam.Unlock()
	if err != nil {
		return err
	}
	return r.seam.Wait(context.Background())
}

func (r *rehearsal) dispatch(p *webgpu.Pipeline, job *compilation) error {
	ranges := []webgpu.Range{{Buffer: r.uniforms, Size: job.params}}
	for _, b := range r.storages[:len(job.kinds)-1] {
		ranges = append(ranges, webgpu.Range{Buffer: b})
	}
	g, err := r.seam.NewGroup(p, ranges)
	if err != nil {
		return err
	}
	defer g.Release()
	return errors.Join(r.seam.Dispatch(p, g, 0, 0, 0, 0), r.seam.Submit())
}

// compilesLate reports whether the adapter's driver compiles a kernel when it first runs, and keeps
// what it made of it.
func compilesLate(a webgpu.Adapter) bool {
	return strings.Contains(strings.ToLower(a.Name), "llvmpipe") && os.Getenv("MESA_SHADER_CACHE_DISABLE") != "true"
}
