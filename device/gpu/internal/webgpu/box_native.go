//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"sync/atomic"
	"unsafe"

	"github.com/cogentcore/webgpu/wgpu"
)

// box keeps the first error that had no return path, and whether the device is lost.
type box struct{ c *C.shim_box }

// newBox returns nil if there is no memory.
func newBox() *box {
	if c := C.shim_box_new(); c != nil {
		return &box{c}
	}
	return nil
}

func (b *box) free() { C.free(unsafe.Pointer(b.c)) }

func (b *box) troubled() bool { return atomic.LoadInt32((*int32)(unsafe.Pointer(&b.c.errors))) != 0 }
func (b *box) isLost() bool   { return atomic.LoadInt32((*int32)(unsafe.Pointer(&b.c.lost))) != 0 }

func (b *box) lose(why string) {
	text := append([]byte(why), 0)
	C.shim_box_lose(b.c, (*C.char)(unsafe.Pointer(&text[0])))
}

// take empties the box. It returns whether the error says that there is no memory, and its text.
func (b *box) take() (memory bool, text string) {
	var raw [2048]C.char
	kind := C.shim_box_take(b.c, &raw[0], C.size_t(len(raw)))
	return kind == C.int(wgpu.ErrorTypeOutOfMemory), C.GoString(&raw[0])
}
