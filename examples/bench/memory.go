package main

import (
	"runtime/metrics"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/gpu"
)

// memory is the peak memory of a case, beyond the memory in use before it.
type memory struct {
	Tensors  int64   `json:"tensor_bytes"`              // of the tensors that it names
	Device   int64   `json:"device_bytes,omitempty"`    // peak of memory that was allocated and not given back
	Heap     int64   `json:"heap_bytes"`                // peak of Go's heap, without free blocks of a pool
	Launches float64 `json:"device_launches,omitempty"` // of one launch of the case
}

// usage is the memory of a device and of the process.
type usage struct{ device, heap int64 }

// use reads the usage: the heap last, so that it has all that the device counts. A pool's free blocks
// serve any case, so they do not count.
func use(d device.Device) (u usage) {
	switch d := d.(type) {
	case *cpu.Device:
		s := d.Stats()
		u.device, u.heap = int64(s.LiveBytes), -int64(s.PooledBytes)
	case *gpu.Device:
		u.device = int64(d.Stats().LiveBytes)
	}
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(heap)
	u.heap += int64(heap[0].Value.Uint64())
	return u
}

// meter finds the peaks of a job.
type meter struct {
	dev    device.Device
	before usage
	memory *memory
}

// watchEvery is short against the time between two collections of garbage.
const watchEvery = time.Millisecond

// newMeter collects the garbage of other cases, and counts from there.
func newMeter(d device.Device, m *memory) *meter {
	device.Collect()
	return &meter{dev: d, before: use(d), memory: m}
}

// watch looks at the memory until stop.
func (m *meter) watch() (stop func()) {
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		t := time.NewTicker(watchEvery)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				m.note(use(m.dev))
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		watcher.Wait()
		m.note(use(m.dev))
	}
}

// count counts the launches that the device makes for n launches of the case.
func (m *meter) count(n int, launch func(n int) error) error {
	stats, stop := device.CountLaunches(m.dev)
	defer stop()
	err := launch(n)
	m.memory.Launches = float64(stats().Launches) / float64(n)
	return err
}

func (m *meter) note(u usage) {
	m.memory.Device = max(m.memory.Device, u.device-m.before.device)
	m.memory.Heap = max(m.memory.Heap, u.heap-m.before.heap)
}
