// Package webgpu is the thin layer over WebGPU. Only this package names a binding.
//
// It offers buffers, pipelines, one recording at a time, and reads. It checks every argument before
// the implementation sees it, because implementations abort the process on many wrong arguments.
// Plain types, all checks and the order of calls are in untagged files. Calls into an implementation
// are in *_native.go for wgpu-native, and in *_js.go for the WebGPU of a web page. In builds without
// one, stub.go replaces them. implementation.go lists what each has. DESIGN.md gives the reasons.
package webgpu

import (
	"context"
	"errors"
	"time"
)

// Errors that callers tell apart; all others are plain text.
var (
	ErrLost        = errors.New("webgpu: device lost")
	ErrOutOfMemory = errors.New("webgpu: out of memory")
	ErrClosed      = errors.New("webgpu: device closed")
)

// Silent is returned by a test's Fault at "wait" and "map", and stands for a silent driver. Its
// value is the time to wait.
type Silent time.Duration

func (Silent) Error() string { return "webgpu: the driver is silent" }

// Patience is the default of Options.Patience. It is several times as long as a sensible batch
// takes on the slowest adapter.
const Patience = 10 * time.Minute

// Kind is the kind of an adapter.
type Kind uint8

// Kinds, best first.
const (
	Discrete Kind = iota
	Integrated
	Unknown
	Software
)

func (k Kind) String() string {
	return name(k, "discrete", "integrated", "unknown", "software")
}

// Adapter describes one GPU, or a program that acts as one.
type Adapter struct {
	Index   int // in Adapters
	Name    string
	Backend string // vulkan, metal, d3d12, or the browser's WebGPU
	Kind    Kind
}

// Limits are the limits of an open device.
type Limits struct {
	BufferBytes    int // of one buffer
	BindingBytes   int // of one storage binding
	StorageBuffers int // bound to one pipeline
	Invocations    int // in one workgroup
	Workgroups     int // in each dimension of a dispatch
	UniformBytes   int // of one uniform binding
	UniformAlign   int // of offsets into uniform buffers
	StorageAlign   int // of offsets into storage buffers

	Timestamps bool // whether there is a clock for NewQueries
}

// Options choose an adapter.
type Options struct {
	Adapter string // a part of its name in any case; "" is the best
	Index   *int   // in Adapters; nil is any

	// Patience is how long the driver may finish nothing while a call waits. Then the device is
	// lost. 0 means the constant Patience.
	Patience time.Duration

	// Fault replaces, in tests, calls into the implementation that can fail. Its error is the
	// call's; ErrLost loses the device.
	Fault func(call string) error
}

// MaxQueries is the most timestamps of one Queries, on every device.
const MaxQueries = 4096

// TimesAlign is the alignment of offsets to which timestamps are resolved.
const TimesAlign = 256

// TickBytes is the size of a timestamp.
const TickBytes = 8

// Usage is the purpose of a buffer.
type Usage uint8

// Usages.
const (
	Storage Usage = iota // bound ReadOnly or ReadWrite, written, copied from and to
	Uniform              // bound Uniform, written, copied to
	Staging              // copied to, and read by Device.Read
	Times                // timestamps resolved to, and copied from
)

func (u Usage) String() string { return name(u, "storage", "uniform", "staging", "times") }

// Binding is how a pipeline uses one buffer.
type Binding uint8

// Bindings. A pipeline has at most one Uniform; its offset is given with each dispatch.
const (
	ReadOnly Binding = iota
	ReadWrite
	UniformAt
)

func (b Binding) String() string { return name(b, "read-only", "read-write", "uniform") }

// Range is a part of a buffer. Size 0 means: up to the end of the buffer.
type Range struct {
	Buffer       *Buffer
	Offset, Size int
}

// device is what every implementation of Device has. The caller of a method marked [locked] holds
// the device's lock; a caller of any other does not.
type device interface {
	Lock()
	Unlock()
	Adapter() Adapter
	Limits() Limits

	// Usable answers ErrClosed, ErrLost with the driver's words, or nil. [locked]
	Usable() error
	// Live counts buffers, pipelines and groups that are not released. [locked]
	Live() int
	// Answers counts the driver's signs of life: work that it finished, or took.
	Answers() uint64
	// NewBuffer makes a zeroed buffer of a multiple of 4 bytes. [locked]
	NewBuffer(bytes int, u Usage) (*Buffer, error)
	// NewPipeline compiles wgsl, whose entry point is main and whose group 0 is bindings. [locked]
	NewPipeline(label, wgsl string, bindings []Binding) (*Pipeline, error)
	// NewBindGroup binds buffers to p, in the order of its bindings. [locked]
	NewBindGroup(p *Pipeline, r []Range) (*BindGroup, error)

	// Write takes effect before all later submissions, also those of commands already recorded.
	// [locked]
	Write(b *Buffer, offset int, src []byte) error
	// Dispatch records x*y*z workgroups; each number may be 0. [locked]
	Dispatch(p *Pipeline, g *BindGroup, uniformOffset, x, y, z int) error
	// Copy records a copy of n bytes. [locked]
	Copy(dst *Buffer, dstOff int, src *Buffer, srcOff, n int) error
	// NewQueries makes room for n timestamps. [locked]
	NewQueries(n int) (*Queries, error)
	// Timestamp records that query i gets the time at which everything recorded so far is done, in
	// ticks of the device's clock. [locked]
	Timestamp(q *Queries, i int) error
	// Resolve records that the first n queries are copied to a Times buffer, 8 bytes each. [locked]
	Resolve(q *Queries, n int, dst *Buffer, offset int) error
	// Submit submits the recording. If it, or Copy, returns an error of the implementation,
	// everything recorded since the last Submit is dropped. [locked]
	Submit() error

	// Read waits for submitted work that writes b, a Staging buffer, and calls use with n of its
	// bytes, which last for the call.
	Read(ctx context.Context, b *Buffer, offset, n int, use func(m Mapped) error) error
	// Wait returns when all submitted work is done.
	Wait(ctx context.Context) error
	// Mark remembers what is submitted now, for one WaitMark. [locked]
	Mark() error
	// WaitMark returns when the work of the last Mark is done, or all work if none is left.
	WaitMark(ctx context.Context) error
	// Close waits for submitted work, and releases the device with all objects that it made.
	Close() error
}

// resources are released once, [locked]; releasing again, or after Close, does nothing. A resource
// that recorded or submitted work uses lives until the work is done.
var (
	_ device                 = (*Device)(nil)
	_ interface{ Release() } = (*Pipeline)(nil)
	_ interface{ Release() } = (*BindGroup)(nil)
	_ interface{ Release() } = (*Queries)(nil)
	_ interface {
		Release()
		Len() int
	} = (*Buffer)(nil)
)

// Mapped are bytes of a buffer while Read shows them. In a page they lie in memory of the page.
type Mapped interface {
	// Copy copies bytes to dst, beginning at an offset.
	Copy(dst []byte, from int)
	// Bytes are the bytes, or a copy.
	Bytes() []byte
}

// Memory is Mapped where it lies in the memory of the program.
type Memory []byte

func (m Memory) Copy(dst []byte, from int) { copy(dst, m[from:]) }
func (m Memory) Bytes() []byte             { return m }
