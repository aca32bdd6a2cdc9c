package gpu

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// trace writes pages about the launches of a device. A nil trace writes nothing.
type trace struct {
	detach func()
	broken atomic.Pointer[error]
}

func newTrace(d *Device, w io.Writer) *trace {
	t := &trace{}
	var one sync.Mutex
	t.detach = device.OnLaunch(func(e *device.LaunchEvent) {
		if e.Device != d {
			return
		}
		page, err := e.Kernels()
		one.Lock()
		defer one.Unlock()
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n%s\n", e, page)
		}
		if err != nil {
			err = fmt.Errorf("gpu: trace: %w", err)
			t.broken.CompareAndSwap(nil, &err)
		}
	})
	return t
}

// failure is the error of the first page that could not be written.
func (t *trace) failure() error {
	if t == nil || t.broken.Load() == nil {
		return nil
	}
	return *t.broken.Load()
}

func (t *trace) stop() {
	if t != nil {
		t.detach()
	}
}
