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
	sizes     sizes                    // in tests: less than the adapter's
	edit      func(wgsl string) string // of kernels, in tests: makes an adapter's arithmetic bad
	trace     io.Writer                // or nil
	teams     *bool                    // see WorkgroupMemory; nil is the default
}

func newConfig(opts []Option) config {
	c := config{pipelines: defaultPipelines}
	for _, o := range opts {
		if o != nil {
			o(&c)
		}
	}
	return c
}

// Adapter takes an adapter whose name contains this text: "nvidia", "llvmpipe". It ignores upper
// and lower case.
func Adapter(name string) Option { return func(c *config) { c.Options.Adapter = name } }

// AdapterIndex takes adapter number i, counted from 0. If Open fails, its error lists the adapters.
func AdapterIndex(i int) Option { return func(c *config) { c.Index = &i } }

// Memory limits the bytes of all live buffers together; beyond it Alloc returns
// device.ErrOutOfMemory. By default only the driver limits them. A software driver never refuses,
// so for it the default is the machine's memory.
func Memory(bytes int) Option { return func(c *config) { c.memory = max(bytes, 1) } }

// Pipelines limits the compiled kernels that the device keeps, by default to 512. Beyond that the
// device drops the quarter that was unused longest. A dropped kernel is compiled again if a launch
// needs it, so tensor.Warmup should compile fewer. A pipeline takes 100 KB of the driver's memory
// or more.
func Pipelines(n int) Option { return func(c *config) { c.pipelines = max(n, 1) } }

// Patience is how long a driver with work may finish nothing. After that the device is lost: calls
// that wait return device.ErrLost, and Close waits no longer. The default, also for d < 1, is ten
// minutes, which is many times as long as a batch takes.
func Patience(d time.Duration) Option {
	return func(c *config) { c.Options.Patience = max(d, 0) }
}

// Trace writes a page about every launch once it is recorded. It has the line of its
// device.LaunchEvent. For each kernel it has the program, the plan, the variant, and the WGSL.
// Pages of several goroutines follow each other. Once a page cannot be written, every later launch
// fails.
func Trace(w io.Writer) Option { return func(c *config) { c.trace = w } }

// WorkgroupMemory says whether the threads of a workgroup share a long group of elements, and merge what they
// find in workgroup memory. They sort together, too, and share tiles of products. By default they do on
// hardware. On software drivers each thread works alone, as a barrier takes them much time. What is exact,
// such as a sum, has the same bits in both cases.
func WorkgroupMemory(on bool) Option { return func(c *config) { c.teams = &on } }

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
