package page

import (
	"errors"
	"runtime"
	"sync"
	"syscall/js"
	"time"
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

// Every is how often a long computation takes a Turn. The page misses no picture, and a Turn takes some
// percent of the time at most.
const Every = 4 * time.Millisecond

var (
	last  time.Time // when the page had its turn
	asked int       // how often Due was asked
)

// dueEvery is how often Due looks at the clock, which takes some 100 ns.
const dueEvery = 32

// Due reports whether it is time for a Turn. Work in many short calls asks it in each.
func Due() bool {
	asked++
	return asked%dueEvery == 0 && time.Since(last) > Every
}

// Rest takes a Turn if it is time. A computation that is long by itself asks it every millisecond or so.
func Rest() {
	if time.Since(last) > Every {
		Turn()
	}
}

// Turn lets other goroutines run, and then gives the page its turn: it answers events, and shows what
// has changed. The page gets it when all other goroutines wait too. In an event handler only goroutines
// run.
func Turn() {
	defer func() { last = time.Now() }()
	if MayWait() != nil {
		runtime.Gosched()
		return
	}
	t := mine()
	told := make(chan struct{})
	t.waiting = append(t.waiting, told)
	t.post.Invoke()
	<-told
}
