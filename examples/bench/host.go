package main

import (
	"fmt"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// memmove is Go's copy() of so many bytes of host memory, divided among threads.
func memmove(bytes, threads int) *job {
	j := &job{needs: 2 * int64(bytes)}
	j.Name, j.Type, j.N, j.Bytes = "memmove, "+pluralize(threads, "thread"), dtype{op.Uint8}, bytes, 2*int64(bytes)
	var to, from []byte
	j.prepare = func() error {
		to, from = make([]byte, bytes), pattern(op.Uint8, 0, bytes)
		return nil
	}
	j.do = func() error {
		share(bytes, threads, func(low, high int) { copy(to[low:high], from[low:high]) })
		return nil
	}
	j.verify = func(seed uint64, samples int) error { return same(to, seed, samples) }
	j.release = func() { to, from = nil, nil }
	return j
}

// pluralize returns a count with its noun, in the plural unless n is 1.
func pluralize(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// share calls f for equal parts of n, all at once.
func share(n, parts int, f func(low, high int)) {
	if parts == 1 {
		f(0, n)
		return
	}
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { f(n/parts*i, n/parts*i+(n/parts)+(i+1)/parts*(n%parts)) })
	}
	all.Wait()
}

// pattern is so many elements of the input number role.
func pattern(dt op.DType, role, n int) []byte {
	raw := make([]byte, n*dt.Size())
	for i := range min(n, period) {
		dt.Store(raw[i*dt.Size():], element(dt, role, i))
	}
	for done := period * dt.Size(); done < len(raw); done *= 2 {
		copy(raw[done:], raw[:done])
	}
	return raw
}

// same judges bytes that should be input 0 of type uint8.
func same(raw []byte, seed uint64, samples int) error {
	for i := range samples {
		at := sample(len(raw), seed, i)
		if want := element(op.Uint8, 0, at); raw[at] != byte(want) {
			return fmt.Errorf("byte %d is %d, not %d", at, raw[at], want)
		}
	}
	return nil
}

// copyRates are a machine's copies of one size: by the device and by Go's copy(). A CPU device
// copies on one thread and on all of its threads.
func copyRates(d device.Device, bytes, threads int) []*job {
	jobs := []*job{copyOf(bytes / 4), memmove(bytes, 1)}
	if d.Info().Kind == device.CPU && threads > 1 {
		alone := copyOf(bytes / 4)
		alone.Name += ", 1 thread"
		alone.dev = cpu.New(cpu.Threads(1))
		jobs = append(jobs, alone, memmove(bytes, threads))
	}
	return jobs
}
