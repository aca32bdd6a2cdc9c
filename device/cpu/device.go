package cpu

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/internal/page"
)

func init() {
	device.Register("cpu", func() (device.Device, error) { return Open() })
}

// KernelSetEnv is the environment variable that chooses the kernel set: see KernelSet.
const KernelSetEnv = kernel.Env

// Option changes what Open opens.
type Option func(*config)

type config struct {
	threads, memory int
	kernels         string
}

// Threads sets how many goroutines may share a launch. The default, also for n < 1, is
// runtime.GOMAXPROCS.
func Threads(n int) Option { return func(c *config) { c.threads = n } }

// Memory limits the bytes of all live buffers of more than 1 KiB; beyond it Alloc returns
// device.ErrOutOfMemory. A single buffer of any size may not exceed the limit either. A buffer counts
// up to a quarter more than its length. The limit is rounded down to words of 8 bytes, and is one word
// at least. The default is the memory of the machine or of the container, if known.
func Memory(bytes int) Option { return func(c *config) { c.memory = max(bytes&^7, 8) } }

// KernelSet chooses the kernel set: "plain" in Go, or "avx2", "avx512" or "neon" in assembly. The
// default is the set that WGTENSOR_CPU names, or else the best set for the processor. Open returns
// an error if this processor or build does not have the set.
func KernelSet(name string) Option { return func(c *config) { c.kernels = name } }

// Device runs launches on the processor. Open and New return one. Devices share no memory.
type Device struct {
	engine exec.Engine
	info   atomic.Pointer[device.Info]
	pool   pool
}

var _ device.Device = (*Device)(nil)

// Open returns a new device. Close gives its memory back early; otherwise the garbage collector
// does.
func Open(opts ...Option) (*Device, error) {
	c := config{memory: memoryLimit(), kernels: os.Getenv(KernelSetEnv)}
	for _, o := range opts {
		if o != nil {
			o(&c)
		}
	}
	set, err := kernel.Find(c.kernels)
	if err != nil {
		return nil, err
	}
	if c.threads < 1 {
		c.threads = runtime.GOMAXPROCS(0)
	}
	bigEndian := binary.NativeEndian.Uint16([]byte{0, 1}) == 1 // elements in buffers are little endian everywhere
	d := &Device{engine: exec.Engine{Threads: c.threads, Set: set, Sizes: exec.DefaultSizes, Swapped: bigEndian},
		pool: pool{limit: c.memory, shards: make([]shard, min(runtime.GOMAXPROCS(0), mostShards))}}
	d.engine.Where, d.engine.Take, d.engine.Give, d.engine.Lend = d.locate, d.pool.take, d.pool.give, d.pool.lend
	d.info.Store(&device.Info{
		Name:       "cpu",
		Kind:       device.CPU,
		Adapter:    fmt.Sprintf("%s, %s", runtime.GOARCH, threads(d.engine.Threads)),
		Backend:    d.engine.Set.Backend(),
		DTypes:     kernel.Supported(),
		Forms:      device.AllForms,
		Subnormals: true,
		Limits:     device.Limits{BufferBytes: d.pool.limit},
	})
	return d, nil
}

// New is Open that panics on an error: if KernelSet or WGTENSOR_CPU names a missing kernel set.
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
func (d *Device) Info() device.Info {
	if info := d.info.Load(); info != nil {
		return *info
	}
	return device.Info{Name: "cpu (a zero Device; use Open)", Kind: device.CPU}
}

// Explain notes why the device was chosen, for Info and String.
func (d *Device) Explain(why string) {
	info := d.Info()
	info.Why = why
	d.info.Store(&info)
}

// String returns "cpu: " and the reason why "auto" chose the device, or "cpu (2 threads)".
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

// Close waits for running launches and their helpers, and drops all pooled memory.
func (d *Device) Close() error {
	if err := d.engine.Close(); err != nil {
		return fmt.Errorf("cpu: close: %w", err)
	}
	d.pool.closed.Store(true)
	d.pool.trim(0)
	return nil
}

// usable returns ErrClosed once the device is closed. In a web page it gives others their turn, which
// they would not get from a goroutine that makes one short call after the other.
func (d *Device) usable() error {
	if page.Due() {
		page.Turn()
	}
	switch {
	case d.engine.Closed.Load():
		return device.ErrClosed
	case d.engine.Set == nil:
		return errors.New("cpu: a zero Device runs nothing; use Open or New")
	}
	return nil
}
