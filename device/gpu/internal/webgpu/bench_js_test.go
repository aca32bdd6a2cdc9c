//go:build !nogpu

package webgpu

import (
	"context"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// plain makes a function of JavaScript text, which a page without a policy against it allows.
func plain(parameters, text string) js.Value {
	return js.Global().Get("Function").New(parameters, text)
}

// BenchmarkBesideThePage takes turns with plain JavaScript. It reports the least time of each in µs, and
// the ratio of both.
func BenchmarkBesideThePage(b *testing.B) {
	const n, launches = 1 << 24, 1000
	r := newRig(b, n/4, 1)
	data := make([]byte, n)
	array := r.impl.array.New(n)
	wait := func(p js.Value) { _ = ask(p).wait(context.Background()) }
	locked := func(f func() error) {
		_, err := withLock(r.Device, func() (any, error) { return nil, f() })
		require.NoError(b, err)
	}
	record := plain("device, pipeline, group, n", `
		const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass(), offset = new Uint32Array(1);
		pass.setPipeline(pipeline);
		for (let i = 0; i < n; i++) { pass.setBindGroup(0, group, offset, 0, 1); pass.dispatchWorkgroups(1, 1, 1); }
		pass.end();
		device.queue.submit([encoder.finish()]);`)
	write := plain("queue, buffer, array", "queue.writeBuffer(buffer, 0, array); return queue.onSubmittedWorkDone()")
	read := plain("device, from, to, n, array", `
		const encoder = device.createCommandEncoder();
		encoder.copyBufferToBuffer(from, 0, to, 0, n);
		device.queue.submit([encoder.finish()]);
		return to.mapAsync(GPUMapMode.READ).then(() => { array.set(new Uint8Array(to.getMappedRange())); to.unmap(); });`)
	for _, c := range []struct {
		name         string
		ours, theirs func()
		of           float64
	}{
		{"launch", func() {
			locked(func() error {
				for range launches {
					if err := r.Dispatch(r.p, r.g, 0, 1, 1, 1); err != nil {
						return err
					}
				}
				return r.Submit()
			})
		}, func() { record.Invoke(r.impl.dev, r.p.pipeline, r.g.group, launches) }, launches},
		{"upload", func() {
			locked(func() error { return r.Write(r.a, 0, data) })
			require.NoError(b, r.Wait(context.Background()))
		}, func() { wait(write.Invoke(r.impl.queue, r.a.buf, array)) }, 1},
		{"readback", func() {
			locked(func() error { return r.Copy(r.back, 0, r.a, 0, n) })
			locked(r.Submit)
			require.NoError(b, readInto(r.Device, context.Background(), r.back, 0, data))
		}, func() { wait(read.Invoke(r.impl.dev, r.a.buf, r.back.buf, n, array)) }, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			least := [2]time.Duration{time.Hour, time.Hour}
			for b.Loop() {
				for i, f := range []func(){c.ours, c.theirs} {
					began := time.Now()
					f()
					least[i] = min(least[i], time.Since(began))
					require.NoError(b, r.Wait(context.Background()))
				}
			}
			ours, theirs := float64(least[0].Nanoseconds())/1000/c.of, float64(least[1].Nanoseconds())/1000/c.of
			b.ReportMetric(ours, "µs")
			b.ReportMetric(theirs, "µs-plain")
			b.ReportMetric(theirs/ours, "rate")
		})
	}
}
