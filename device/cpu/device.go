package cpu

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

func init() {
	device.Register("cpu", func() (device.Device, error) {
		d, err := Open()
		if err != nil {
			return nil, err // not a nil *Device in an interface
		}
		return d, nil
	})
}

// TierEnv is the environment variable that chooses a device's kernels: see Tier.
const TierEnv = kernel.Env

// Option changes what Open opens.
type Option func(*config)

type config struct {
	threads, memory int
	kernels         string
}

// Threads sets how many goroutines may share a launch. The default, also for n < 1, is
// runtime.GOMAXPROCS.
func Threads(n int) Option { return func(c *config) { c.threads = n } }

// Memory caps the bytes of all live buffers' blocks together, which are up to a quarter
// more than was asked for, and at least 64; beyond it Alloc answers
// device.ErrOutOfMemory. The default is the machine's memory, or the container's, where
// that can be told.
func Memory(bytes int) Option { return func(c *config) { c.memory = bytes } }

// Tier chooses the device's kernels: "plain", which are Go alone, or the assembly of
// "avx2", "avx512" or "neon". The default is what the environment variable WGTENSOR_CPU names,
// else the best that the processor has. A name that this processor or build does not have is an
// error of Open.
func Tier(name string) Option { return func(c *config) { c.kernels = name } }

// Device is the processor. Open and New make one; devices share no memory.
type Device struct {
	engine exec.Engine
	info   atomic.Pointer[device.Info]
	pool   pool
}

var _ device.Device = (*Device)(nil)

// Open returns a device of its own. Close it to give its memory back early; the garbage
// collector does so later.
func Open(opts ...Option) (*Device, error) {
	c := config{memory: min(memoryLimit(), mostLive), kernels: os.Getenv(TierEnv)}
	for _, o := range opts {
		o(&c)
	}
	set, err := kernel.Find(c.kernels)
	if err != nil {
		return nil, err
	}
	if c.threads < 1 {
		c.threads = runtime.GOMAXPROCS(0)
	}
	d := &Device{engine: exec.Engine{Threads: c.threads, Set: set, Sizes: exec.Usual, Swapped: bigEndian, Mark: new(exec.Mark)}, pool: pool{limit: c.memory}}
	d.engine.Where = d.locate
	d.info.Store(&device.Info{
		Name:       "cpu",
		Kind:       device.CPU,
		Adapter:    fmt.Sprintf("%s, %s", runtime.GOARCH, threads(d.engine.Threads)),
		Backend:    d.engine.Set.Backend(),
		DTypes:     kernel.Supported,
		Subnormals: true,
		Limits:     device.Limits{BufferBytes: d.pool.limit},
	})
	return d, nil
}

// New is Open that panics where that is an error: where Tier, or WGTENSOR_CPU, names kernels that
// there are not.
func New(opts ...Option) *Device {
	d, err := Open(opts...)
	if err != nil {
		panic(err.Error())
	}
	return d
}

func threads(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

// Info describes the device.
func (d *Device) Info() device.Info { return *d.info.Load() }

// Explain notes why the device was chosen, for Info and String.
func (d *Device) Explain(why string) {
	info := d.Info()
	info.Why = why
	d.info.Store(&info)
}

// String is "cpu: " and why it was chosen, or "cpu (2 threads)" if it was asked for.
func (d *Device) String() string {
	if why := d.Info().Why; why != "" {
		return "cpu: " + why
	}
	return fmt.Sprintf("cpu (%s)", threads(d.engine.Threads))
}

// Sync has nothing to wait for: Run returns when its work is done.
func (d *Device) Sync(ctx context.Context) error {
	if err := d.usable(); err != nil {
		return err
	}
	return ctx.Err()
}

// Close waits for launches that run and forgets all pooled memory.
func (d *Device) Close() error {
	d.engine.Closed.Store(true)
	for d.engine.Working.Load() > 0 {
		time.Sleep(time.Millisecond / 10)
	}
	d.pool.drain()
	d.engine.Helpers.Disband()
	return nil
}

// usable tells why the device does not do what it is asked.
func (d *Device) usable() error {
	if d.engine.Closed.Load() {
		return device.ErrClosed
	}
	return nil
}
