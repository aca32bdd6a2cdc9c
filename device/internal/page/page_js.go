package page

import (
	"errors"
	"runtime"
	"sync"
	"syscall/js"
)

// errHandler says why an event handler must not wait, and what to do.
var errHandler = errors.New("it has to wait, and an event handler of the page must not: " +
	"the page does nothing until the handler returns; call it in a goroutine: go func() { … }()")

// MayWait is nil if the caller may wait for the page. A function that JavaScript calls must not.
func MayWait() error {
	var pcs [64]uintptr
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		for frames := runtime.CallersFrames(pcs[:n]); ; {
			f, more := frames.Next()
			if f.Function == "syscall/js.handleEvent" {
				return errHandler
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return nil
		}
	}
}

// turns is a channel of messages to this program. A message comes after what the page has to do now.
// A timer of the page would wait for 4 ms.
type turns struct {
	post    js.Value
	waiting []chan struct{}
}

var mine = sync.OnceValue(func() *turns {
	t := new(turns)
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		close(t.waiting[0])
		t.waiting = t.waiting[1:]
		return nil
	}))
	port := channel.Get("port2")
	t.post = port.Get("postMessage").Call("bind", port, js.Null())
	return t
})

// Turn gives the page its turn: it answers events, and shows what has changed. All goroutines have
// to wait before the page gets it. In an event handler Turn does nothing.
func Turn() {
	if MayWait() != nil {
		return
	}
	t := mine()
	told := make(chan struct{})
	t.waiting = append(t.waiting, told)
	t.post.Invoke()
	<-told
}
