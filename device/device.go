package device

import (
	"context"

	"github.com/wgtensor/wgtensor/device/op"
)

// Device runs programs over buffers that it allocated. All methods are safe for
// concurrent use. Devices and buffers are compared with ==: make them pointers.
//
// Launches take effect in the order of their Run calls. Every Run and Read sees what an earlier Run
// or Write has written, on any goroutine, without Sync. A call is earlier if it returned before the
// other began. The caller orders calls that write a buffer: the package's page has the rules.
//
// Run may return before the work is done; Read and Sync wait for it. A call whose context ends
// returns soon. An error that arises later than the Run that caused it means that the device is lost:
// every later call, and every call that waits, answers ErrLost with the driver's text. A lost device is
// closed like any other, and another can be opened beside it. An index that is out of bounds is no
// error of the device: see [Fault].
//
// A device may lack a feature that another device has. Then it returns an error for which
// errors.Is(err, errors.ErrUnsupported) holds, usually an *UnsupportedError.
type Device interface {
	// Info says what the device is and what it can do. It does not change, except by [Explainer].
	Info() Info
	// Alloc returns a buffer of at least bytes bytes. Their content is unspecified. A negative number
	// is an error. Beyond Info().Limits.BufferBytes, or without memory, the error is ErrOutOfMemory.
	Alloc(bytes int) (Buffer, error)
	// Run does the launch, or queues it. The device has checked the launch when Run returns nil.
	// Then the caller owns the launch again, and may change it, operands and scalars included.
	//
	// The context bounds the call, not queued work: Run returns soon after ctx ends, with its
	// error unless the launch is done or queued. After an error the inputs are as they were,
	// and the contents of the outputs are unspecified. A launch in place is finished, or was
	// not begun: see [Launch.InPlace].
	Run(ctx context.Context, l *Launch) error
	// Sync waits until everything queued so far is done.
	Sync(ctx context.Context) error
	// Close waits for work under way and gives everything back. A call at the same time succeeds
	// or gets ErrClosed. Later calls get ErrClosed, those of buffers too; a second Close does nothing.
	Close() error
	// String names the device in a few words, for people.
	String() string
}

// Buffer is memory of a device. Elements are little endian and have their own size. A bool is one
// byte: 0 or 1.
type Buffer interface {
	// Len is the number of bytes that Alloc was asked for.
	Len() int
	// Write copies src to offset. It takes effect in order with the launches. Bytes outside the buffer
	// are an error, here and in Read, and then nothing is copied.
	Write(offset int, src []byte) error
	// Read copies from offset to dst, after the launches queued so far.
	Read(ctx context.Context, offset int, dst []byte) error
	// Release gives the memory back once queued work is done with it. A second call does nothing;
	// another call that needs the buffer then gets ErrReleased.
	Release()
}

// Kind says what a device computes with.
type Kind uint8

const (
	CPU Kind = iota + 1 // a backend that runs on the processor itself
	GPU                 // graphics hardware
	// Software is a GPU driver that computes on the processor: llvmpipe, SwiftShader, WARP. It is
	// slower than CPU.
	Software
	Other // anything else
)

func (k Kind) String() string {
	return [...]string{"unknown", "cpu", "gpu", "software gpu", "other"}[min(k, Other)]
}

// Queues reports whether devices of the kind may work on a launch after Run has returned. The CPU
// has done it then.
func (k Kind) Queues() bool { return k != CPU }

// Info describes a device.
type Info struct {
	Name    string // what Open was asked for: "cpu", "gpu"
	Kind    Kind
	Adapter string // the hardware or driver, "llvmpipe (LLVM 15.0.6, 256 bits)"
	Backend string // what drives it: "go", "vulkan", "metal"
	Why     string // why "auto" took it; empty if it was asked for by name
	DTypes  op.Set // the types it computes in
	Forms   Forms  // what it runs besides maps
	// Lacks are rows of these forms that the device does not run for some types of an argument. A
	// complete device lacks nothing.
	Lacks *Gaps
	// Uncombined are reductions by which stores do not combine elements of some types.
	Uncombined *Gaps
	Subnormals bool // whether float32 subnormals survive arithmetic, or are flushed to zero
	// Repaired names operations that the hardware rounds badly, so that software computes them:
	// "division (off by up to 2 ULP: …)". It may be empty.
	Repaired string
	Limits   Limits
}

// Gaps are rows that a device does not run, each with the types of arguments for which it does not.
// Info has a pointer, so that Infos can be compared.
type Gaps map[*op.Op]op.Set

// Limits bounds what a device takes. Zero means no bound.
type Limits struct {
	Buffers     int // operands of one launch that have a buffer; see also [Program.Spare]
	BufferBytes int // bytes of one buffer
}
