//go:build !nogpu

package webgpu

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// mayWait is an error in an event handler of the page: what it waits for would never come.
func mayWait(what string) error {
	if err := page.MayWait(); err != nil {
		return fmt.Errorf("webgpu: %s: %w", what, err)
	}
	return nil
}

// request is promises of the page that are not settled yet.
type request struct {
	settled chan struct{} // closed once all are
	results js.Value      // as Promise.allSettled gives them
}

// lossTime is how long after a failure the page may say that the device is lost.
const lossTime = 50 * time.Millisecond

// ask makes a request of promises.
func ask(promises ...any) *request {
	r := &request{settled: make(chan struct{})}
	var then js.Func
	then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		then.Release()
		r.results = args[0]
		for i := range promises {
			if !r.failed(i).IsUndefined() {
				time.AfterFunc(lossTime, func() { close(r.settled) })
				return nil
			}
		}
		close(r.settled)
		return nil
	})
	js.Global().Get("Promise").Call("allSettled", promises).Call("then", then)
	return r
}

// value is what promise i was kept with.
func (r *request) value(i int) js.Value { return r.results.Index(i).Get("value") }

// failed is why promise i was rejected, or the error that its scope caught; or undefined.
func (r *request) failed(i int) js.Value {
	one := r.results.Index(i)
	if one.Get("status").String() != "fulfilled" {
		return one.Get("reason")
	}
	if v := one.Get("value"); isError(v) {
		return v
	}
	return js.Undefined()
}

// isError reports whether an error scope gave an error.
func isError(v js.Value) bool {
	return v.Type() == js.TypeObject && v.InstanceOf(js.Global().Get("GPUError"))
}

// message is the text of an error of the page.
func message(v js.Value) string {
	if v.Type() == js.TypeObject {
		if m := v.Get("message"); m.Type() == js.TypeString && m.String() != "" {
			return m.String()
		}
	}
	return js.Global().Get("String").Invoke(v).String()
}

// errorOf is an error of the page.
func errorOf(v js.Value) error {
	if outOfMemory(v) {
		return fmt.Errorf("%w: %s", ErrOutOfMemory, message(v))
	}
	return errors.New(message(v))
}

// note keeps the errors of the promises in a box.
func (r *request) note(b *box) {
	for i := range r.results.Length() {
		if why := r.failed(i); !why.IsUndefined() {
			b.note(why)
		}
	}
}

// wait waits until the promises are settled, or ctx ends.
func (r *request) wait(ctx context.Context) error {
	select {
	case <-r.settled:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answered reports whether the promises are settled, and the first that is an error.
func (r *request) answered() (bool, error) {
	select {
	case <-r.settled:
		for i := range r.results.Length() {
			if why := r.failed(i); !why.IsUndefined() {
				return true, errorOf(why)
			}
		}
		return true, nil
	default:
		return false, nil
	}
}

// forget does nothing: an answer that comes late is dropped.
func (r *request) forget() {}

// pause has no state: the page tells when a request is answered.
type pause struct{}

func newPause() pause  { return pause{} }
func markPause() pause { return pause{} }

// rest waits, without the lock, until the request is answered, the device is lost, or it is time to
// see whether the driver is silent.
func (pause) rest(ctx context.Context, d *Device, r *request, patience time.Duration) {
	d.mu.Unlock()
	defer d.mu.Lock()
	if r == nil {
		time.Sleep(time.Millisecond)
		return
	}
	look := time.NewTimer(patience / 16)
	defer look.Stop()
	select {
	case <-r.settled:
	case <-ctx.Done():
	case <-d.box.gone:
	case <-look.C:
	}
}

// poll reports whether the device lives.
func (d *Device) poll() bool { return !d.isLost() }
