package cputest

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
)

// Fenced is memory between two pages that cannot be read or written.
type Fenced struct {
	all  []byte
	page int
}

// NewFenced returns memory for so many bytes, until the test ends.
func NewFenced(t *testing.T, bytes int) *Fenced {
	t.Helper()
	page := os.Getpagesize()
	size := (bytes+page-1)/page*page + 2*page
	all, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	for _, edge := range []int{0, size - page} {
		if err == nil {
			err = syscall.Mprotect(all[edge:edge+page], syscall.PROT_NONE)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	return &Fenced{all, page}
}

// Take returns the last bytes of the memory, or the first.
func (f *Fenced) Take(bytes int, last bool) []byte {
	if last {
		end := len(f.all) - f.page
		return f.all[end-bytes : end : end]
	}
	return f.all[f.page:][:bytes:bytes]
}

// RequireUntouched fails the test if f reads or writes the pages around its operands.
func RequireUntouched(t *testing.T, f func(), about string, args ...any) {
	t.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if err := recover(); err != nil {
			t.Fatalf("%v: %s", err, fmt.Sprintf(about, args...))
		}
	}()
	f()
}
