package gpu

import (
	"io"
	"math"
	"time"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// Option changes what Open opens.
type Option func(*config)

type config struct {
	webgpu.Options
	memory    int                      // 0 is the default
	pipelines int                      // at most
	reach     reach                    // in tests: less than the adapter's
	edit      func(wgsl string) string // of kernels, in tests: makes an adapter's arithmetic bad
	trace     io.Writer                // or nil
}

func newConfig(opts []Option) config {
	c := config{pipelines: defaultPipelines}
	for _, o := range opts {
		o(&c)
	}
	return c
}

// Adapter takes an adapter with this text in its name, in any case: "nvidia", "llvmpipe".
func Adapter(name string) Option { return func(c *config) { c.Options.Adapter = name } }

// AdapterIndex takes the adapter of this number, from 0 on; an error of Open lists them.
func AdapterIndex(i int) Option { return func(c *config) { c.Index = &i } }

// Memory caps the bytes of all live buffers together; beyond it Alloc answers
// device.ErrOutOfMemory. By default only the driver says what is too much; a software
// driver never does, so there it is the machine's memory.
func Memory(bytes int) Option { return func(c *config) { c.memory = max(bytes, 1) } }

// Pipelines bounds the compiled kernels that the device keeps, by default 512. Beyond that the
// quarter that no launch has used for longest is given up, to be compiled again if a launch
// needs it: so what tensor.Warmup compiles should be fewer. A pipeline takes the driver from
// 100 KB to some MB.
func Pipelines(n int) Option { return func(c *config) { c.pipelines = max(n, 1) } }

// Patience is how long the driver may finish nothing while it has work. After that the
// device is lost: whoever waits gets device.ErrLost, and Close does not wait any longer. The
// default, also for d < 1, is ten minutes, many times what a batch of launches takes.
func Patience(d time.Duration) Option {
	return func(c *config) { c.Options.Patience = max(d, 0) }
}

// Trace writes a page about every launch, before it is recorded: its program, the plan, how
// elements are dealt to threads, and the WGSL. Launches of several goroutines are written
// one after the other. A launch whose page cannot be written fails.
func Trace(w io.Writer) Option { return func(c *config) { c.trace = w } }

// limit is the cap on live bytes.
func (c config) limit(software bool) int {
	switch {
	case c.memory > 0:
		return c.memory
	case software:
		return machineMemory()
	}
	return math.MaxInt
}
