package tensor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Profile runs f and writes to w what devices did meanwhile, for any goroutine: a trace in Chrome's
// format, which ui.perfetto.dev and chrome://tracing show. Each device has a track. Calls have one,
// or several if goroutines call at once. A call has its program, shape, operands and bytes.
// An arrow leads from it to the work of the device.
//
// A GPU queues launches. Its track shows when it worked on them, by GPU timestamps that are
// compared with wall time. Each launch is timed alone then, which takes 70 µs more on llvmpipe.
// Where the adapter has no timestamps the track shows the wall time of queueing. At the end it
// shows how long Profile waited for the queue. The CPU's track shows the wall time of its kernels.
// The argument "time" of each work names the clock.
//
// Profile writes calls as they return, so a long run needs little memory. A launch of the CPU takes
// none, and one of a GPU some 100 bytes, because its times are read at the end. Profile returns the error
// of f, and those of devices and of w. It waits for the devices that f used, which no context can end.
func Profile(w io.Writer, f func() error) error {
	const name = "profile"
	switch {
	case files.Nil(w):
		return errorf(name, "nil writer")
	case f == nil:
		return errorf(name, "nil function")
	}
	p := &profile{begun: time.Now(), trace: newChromeTrace(files.Writer{W: w}), tracks: make([][]time.Duration, callTracks+1)}
	p.trace.process(callTracks, "calls")
	err := p.record(f)
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	for _, d := range p.devices {
		err = errors.Join(err, failure(name, p.sync(d)))
		p.writeQueued(d)
	}
	return errors.Join(err, failure(name, p.trace.end()))
}

// profile writes what devices do.
type profile struct {
	begun   time.Time
	mu      sync.Mutex // until the end
	ended   bool       // launches that end now are left out
	trace   *chromeTrace
	devices []device.Device
	tracks  [][]time.Duration // when each track of a process is free
	queued  []work            // by devices that queue launches; the time of the work is known at the end
	calls   int
}

// work is what a device does for a call.
type work struct {
	device device.Device
	name   string
	call   int // the number of the arrow
	bytes  int
	wall   device.Work  // the time of the call
	timed  *device.Work // by the device's own clock; nil if it has none
}

func (p *profile) record(f func() error) error {
	defer device.OnLaunch(p.addLaunch)()
	defer device.TimeWork()()
	return f()
}

func (p *profile) addLaunch(e *device.LaunchEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	name := e.Launch.Program.Name()
	args, bytes := launchArgs(e)
	w := p.call("Run "+name, args, work{device: e.Device, name: name, bytes: bytes, wall: device.Work{Start: e.Start, Time: e.Time}, timed: e.Work})
	if e.Device.Info().Kind.Queues() {
		p.queued = append(p.queued, w)
		return
	}
	p.work(w, w.wall, wallTime)
}

func (p *profile) sync(d device.Device) error {
	start := time.Now()
	err := d.Sync(context.Background())
	if errors.Is(err, device.ErrClosed) {
		err = nil // Close has waited
	}
	wall := device.Work{Start: start, Time: time.Since(start)}
	w := p.call("Sync", nil, work{device: d, name: "wait for " + d.Info().Name, wall: wall})
	p.work(w, wall, wallTime)
	return err
}

// wallTime is the clock of work that takes the time of its call.
const wallTime = "wall time of the kernels"

// writeQueued writes the work of a device that queues launches. The time of the call stands for a
// time that the device does not tell.
func (p *profile) writeQueued(d device.Device) {
	if !d.Info().Kind.Queues() {
		return
	}
	clock, err := "", errors.New("the device has no timestamps")
	if t, ok := d.(device.Timer); ok {
		clock, err = t.Times(context.Background())
	}
	queueing := "wall time of queueing"
	if err != nil {
		queueing += ": " + err.Error()
	}
	slices.SortStableFunc(p.queued, func(a, b work) int { return a.wall.Start.Compare(b.wall.Start) })
	for _, w := range p.queued {
		switch {
		case w.device != d:
		case w.timed != nil && w.timed.Time > 0:
			p.work(w, *w.timed, clock)
		default:
			w.bytes = 0 // of queueing there is no rate
			p.work(w, w.wall, queueing)
		}
	}
}

// call writes a call of a device, and where its arrow begins. It returns the work with its number.
func (p *profile) call(name string, args map[string]any, w work) work {
	if !slices.Contains(p.devices, w.device) {
		p.devices = append(p.devices, w.device)
		p.tracks = append(p.tracks, nil)
		p.trace.process(callTracks+len(p.devices), w.device.String())
	}
	p.calls++
	w.call = p.calls
	e := p.span(callTracks, name, w.wall, args)
	p.trace.add(e)
	p.trace.add(chromeEvent{Phase: "s", Name: "launch", Process: callTracks, Thread: e.Thread, Start: e.Start, ID: w.call})
	return w
}

// work writes what the device did, when, and where the arrow of the call ends.
func (p *profile) work(w work, at device.Work, clock string) {
	args := map[string]any{"time": clock}
	if w.bytes > 0 && at.Time > 0 {
		args["GB/s"] = float64(w.bytes) / float64(at.Time.Nanoseconds())
	}
	process := callTracks + 1 + slices.Index(p.devices, w.device)
	e := p.span(process, w.name, at, args)
	p.trace.add(e)
	p.trace.add(chromeEvent{Phase: "f", Name: "launch", Process: process, Thread: e.Thread, Start: e.Start, ID: w.call, Binding: "e"})
}

func (p *profile) span(process int, name string, at device.Work, args map[string]any) chromeEvent {
	start, took := at.Start.Sub(p.begun), micros(at.Time)
	return chromeEvent{Phase: "X", Name: name, Process: process, Thread: free(&p.tracks[process], start, at.Time), Start: micros(start), Time: &took, Args: args}
}

// launchArgs returns the arguments that the trace shows for a launch, and the bytes of its operands.
func launchArgs(e *device.LaunchEvent) (args map[string]any, bytes int) {
	l := e.Launch
	reads, n := operandTexts(l.In)
	writes, m := operandTexts(l.Out)
	args = map[string]any{"program": l.Program.String(), "shape": fmt.Sprint(l.Shape), "reads": reads, "writes": writes, "bytes": n + m,
		"variant": e.Variant, "compiled": e.Compiled, "waited": e.Waited.String()}
	if e.Err != nil {
		args["error"] = e.Err.Error()
	}
	return args, n + m
}

func operandTexts(operands []device.Operand) (texts []string, bytes int) {
	for i := range operands {
		n := operands[i].Bytes()
		texts = append(texts, operandText(&operands[i], n))
		bytes += n
	}
	return texts, bytes
}

// free finds a track where a span overlaps no other.
func free(tracks *[]time.Duration, start, took time.Duration) int {
	for i, until := range *tracks {
		if until <= start {
			(*tracks)[i] = start + took
			return i
		}
	}
	*tracks = append(*tracks, start+took)
	return len(*tracks) - 1
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
