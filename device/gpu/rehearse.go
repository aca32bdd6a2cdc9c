package gpu

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// rehearsal compiles kernels for drivers, such as llvmpipe, that compile a kernel when it first
// runs. There the launches of all goroutines would wait for the compiler. A rehearsal is another
// device of the same adapter. It first runs the kernel without any elements; the driver then keeps
// the compiled kernel in its cache on disk.
type rehearsal struct {
	webgpu   *webgpu.Device
	uniforms *webgpu.Buffer
	storages [maxBuffers]*webgpu.Buffer
}

// rehearser has a rehearsal for each goroutine that compiles.
type rehearser struct {
	driver *driver
	late   bool         // the driver compiles a kernel when it first runs
	idle   []*rehearsal // the driver's lock guards them
}

// rehearsedBytes is the length of the shortest text that is rehearsed. llvmpipe compiles such a text
// in 50 ms.
const rehearsedBytes = 1 << 14

// rehearse has the kernel compiled before the device needs it, and takes the lock. It ignores
// errors: the device itself then compiles the kernel, or reports the error.
func (r *rehearser) rehearse(job *compilation, wgsl string) {
	if !r.late || len(wgsl) < rehearsedBytes {
		return
	}
	one := r.take()
	if one == nil {
		return
	}
	if err := one.run(job, wgsl); err != nil {
		_ = one.webgpu.Close()
		return
	}
	r.driver.Lock()
	closed := r.driver.closed.Load()
	if !closed {
		r.idle = append(r.idle, one)
	}
	r.driver.Unlock()
	if closed {
		_ = one.webgpu.Close()
	}
}

// take returns an idle rehearsal, or opens one: nil if that fails. It takes the lock.
func (r *rehearser) take() *rehearsal {
	r.driver.Lock()
	if n := len(r.idle); n > 0 {
		one := r.idle[n-1]
		r.idle = r.idle[:n-1]
		r.driver.Unlock()
		return one
	}
	r.driver.Unlock()
	index := r.driver.Adapter().Index
	opened, err := webgpu.Open(webgpu.Options{Index: &index, Patience: r.driver.patience})
	if err != nil {
		return nil
	}
	one := &rehearsal{webgpu: opened}
	if err := one.fill(); err != nil {
		_ = opened.Close()
		return nil
	}
	return one
}

// close closes idle rehearsals. The other ones find the driver closed.
func (r *rehearser) close() (err error) {
	for _, one := range r.idle {
		err = errors.Join(err, translate(one.webgpu.Close()))
	}
	r.idle = nil
	return err
}

// fill makes the buffers that kernels bind.
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
	g, err := r.webgpu.NewBindGroup(p, ranges)
	if err != nil {
		return err
	}
	defer g.Release()
	return errors.Join(r.webgpu.Dispatch(p, g, 0, 0, 0, 0), r.webgpu.Submit())
}

// compilesLate reports whether the adapter's driver compiles a kernel when it first runs, and
// caches the result.
func compilesLate(a webgpu.Adapter) bool {
	return strings.Contains(strings.ToLower(a.Name), "llvmpipe") && os.Getenv("MESA_SHADER_CACHE_DISABLE") != "true"
}
