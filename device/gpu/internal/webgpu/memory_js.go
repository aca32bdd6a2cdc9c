//go:build !nogpu

package webgpu

import (
	"syscall/js"
	"unsafe"
)

// programMemory is the WebAssembly.Memory that the program lies in, or undefined if Go's script does not
// show it. The script asks its object of the program for each function that the page gets. For a moment
// that object gives itself in place of a function.
func programMemory() (memory js.Value) {
	defer func() { _ = recover() }() // a script of another kind
	const makes = "_makeFuncWrapper"
	class := js.Global().Get("Go").Get("prototype")
	defer class.Set(makes, class.Get(makes))
	class.Set(makes, js.Global().Get("Object").Get("prototype").Get("valueOf"))
	program := js.FuncOf(func(js.Value, []js.Value) any { return nil })
	defer program.Release()
	return program.Value.Get("_inst").Get("exports").Get("mem")
}

// writeDirect writes bytes from where they lie, which spares a copy to the page. It reports whether it
// did: the memory is not known, or grew meanwhile, which moves it for the page.
func (c *implementation) writeDirect(b handle, offset int, src []byte) (done bool) {
	if c.memory.IsUndefined() {
		return false
	}
	defer func() {
		c.direct = nil
		if p := recover(); p != nil {
			if _, ok := p.(js.Error); !ok {
				panic(p)
			}
		}
	}()
	c.direct = src // on the heap: a stack may move
	at := int(uintptr(unsafe.Pointer(unsafe.SliceData(src))))
	c.writeBuffer.Invoke(c.queue, b, offset, c.memory.Get("buffer"), at, len(src))
	return true
}
