//go:build !nogpu

package webgpu

import (
	"strings"
	"sync"
	"syscall/js"
)

// box keeps the first error that had no return path, and whether the device is lost.
type box struct {
	mu     sync.Mutex
	errors int
	memory bool
	text   string
	lost   bool
	gone   chan struct{} // closed once the device is lost
}

func newBox() *box { return &box{gone: make(chan struct{})} }

func (b *box) free() {}

func (b *box) troubled() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.errors > 0
}

func (b *box) isLost() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}

func (b *box) lose(why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.lost {
		b.lost, b.text = true, why
		close(b.gone)
	}
}

// note keeps an error of the page, unless there is one.
func (b *box) note(err js.Value) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.errors++; b.errors == 1 && !b.lost {
		b.text, b.memory = message(err), outOfMemory(err)
	}
}

// outOfMemory reports whether an error says that there is no memory: one of WebGPU, or of an array.
func outOfMemory(err js.Value) bool {
	if err.Type() != js.TypeObject {
		return false
	}
	name := err.Get("constructor").Get("name").String()
	return name == "GPUOutOfMemoryError" || name == "RangeError" && strings.Contains(message(err), "llocat")
}

// take empties the box. It returns whether the error says that there is no memory, and its text.
func (b *box) take() (memory bool, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	memory, text = b.memory, b.text
	b.errors, b.memory = 0, false
	if !b.lost {
		b.text = ""
	}
	return memory, text
}

// guard calls f, and keeps what the page throws.
func (b *box) guard(f func()) {
	defer b.caught()
	f()
}

// caught is deferred, and keeps what the page throws.
func (b *box) caught() {
	switch p := recover().(type) {
	case nil:
	case js.Error:
		b.note(p.Value)
	default:
		panic(p)
	}
}
