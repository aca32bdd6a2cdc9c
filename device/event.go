package device

import (
	"fmt"
	"math"
	"runtime/trace"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// LaunchEvent describes a launch that has run. Launch has its program, operands and shape. The
// event is valid during the call of the observer. Columns and String give its fields names.
type LaunchEvent struct {
	Device Device
	Launch *Launch
	Start  time.Time
	Time   time.Duration // that Run took; a device that queues launches works on after it
	Waited time.Duration // the part of Time spent waiting for kernels to be compiled, or for room in the queue
	// Compiled is the number of kernels that were compiled for this launch. Others were cached.
	Compiled int
	// Dispatches is the number of kernels that a GPU runs for this launch, one after the other. A
	// map mostly needs one. It is 0 on the CPU, and for a launch without elements.
	Dispatches int
	SelfTest   bool // whether the device tests itself with the launch
	// Variant says which kernels ran: as [Describer] says on a GPU. On the CPU it
	// begins with "inline" if the caller's goroutine computed all, and with "shared" if others could
	// help. It also says how groups were computed.
	Variant string
	Err     error // that Run answered

	// Kernels returns a page about each kernel: program, plan, operands and text. It is nil if the
	// device has no kernels to show.
	Kernels func() (string, error)

	// Work is for devices that are a [Timer]; nil unless [TimeWork] asks for it. It may be kept.
	Work *Work

	region *trace.Region
}

// Columns are keys and values by turns, as functions of package log/slog take them:
//
//	device      Info().Name
//	op          the program's operations
//	shape       of the launch
//	read        bytes needed of the memory of the inputs
//	written     bytes needed of the memory of the outputs
//	took        the time of Run; its key is "queued" if the device queues launches: see Kind
//	GB/s        bytes by time; not after an error, and not if the device queues launches
//	variant     which kernels ran
//	dispatches  of the launch, if there are several
//	compiled    kernels that were compiled for the launch, if any; the others were cached
//	waited      the part of took or queued in which Run waited for kernels or a full queue, if any
//	selftest    true for a launch of the device's own
//	error       that Run returned, if any
func (e *LaunchEvent) Columns() []any {
	read, written := e.Launch.Bytes()
	info := e.Device.Info()
	shape := strings.ReplaceAll(fmt.Sprint(e.Launch.Shape), " ", ",")
	all := []any{"device", info.Name, "op", e.Launch.Program.Name(), "shape", shape, "read", read, "written", written}
	add := func(known bool, key string, value any) {
		if known {
			all = append(all, key, value)
		}
	}
	queues := info.Kind.Queues()
	add(queues, "queued", e.Time)
	add(!queues, "took", e.Time)
	add(!queues && e.Err == nil, "GB/s", math.Round(e.rate(e.Time)*100)/100)
	add(e.Variant != "", "variant", e.Variant)
	add(e.Dispatches > 1, "dispatches", e.Dispatches)
	add(e.Compiled > 0, "compiled", e.Compiled)
	add(e.Waited > 0, "waited", e.Waited)
	add(e.SelfTest, "selftest", true)
	add(e.Err != nil, "error", fmt.Sprint(e.Err))
	return all
}

// rate is how many gigabytes the launch moves in a second. A time of 0 counts as a nanosecond.
func (e *LaunchEvent) rate(took time.Duration) float64 {
	read, written := e.Launch.Bytes()
	return float64(read+written) / float64(max(took.Nanoseconds(), 1))
}

// String is the event in a line, as key=value: "device=cpu op=mul+add shape=[3] …".
func (e *LaunchEvent) String() string {
	var b strings.Builder
	for pair := range slices.Chunk(e.Columns(), 2) {
		text := fmt.Sprint(pair[1])
		if strings.ContainsAny(text, " \"\n") {
			text = strconv.Quote(text)
		}
		fmt.Fprintf(&b, " %s=%s", pair[0], text)
	}
	return b.String()[1:]
}

// Work is when a device worked on a launch, by its own clock. It is zero until [Timer]'s Times
// fills it in. It stays zero for a launch without elements.
type Work struct {
	Start time.Time
	Time  time.Duration
}

var timed atomic.Int32

// TimeWork has the launches of the process carry [LaunchEvent.Work] until stop, for functions of
// OnLaunch to keep. It costs the device time, and memory until Times is called.
func TimeWork() (stop func()) {
	timed.Add(1)
	return sync.OnceFunc(func() { timed.Add(-1) })
}
