package tensor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// Profile runs f and writes to w what devices did meanwhile, for any goroutine: a trace in Chrome's
// format, which ui.perfetto.dev and chrome://tracing show. Calls have a track, or several if
// goroutines call at once. So has each device. An arrow leads from the call to the launch, which
// has its program, shape, operands and bytes.
//
// A GPU queues launches. Its track shows when it worked on them, by GPU timestamps that are
// compared with wall time. Each launch is timed alone then, which takes 70 µs more on llvmpipe.
// Where the adapter has no timestamps the track shows the wall time of queueing. At the end it
// shows how long Profile waited for the queue. The CPU's track shows the wall time of its kernels.
// The argument "time" of each launch names the clock. Profile returns the error of f, and those of
// devices and of w. It waits for the devices that f used, which no context can end.
func Profile(w io.Writer, f func() error) error {
	const name = "profile"
	switch {
	case w == nil:
		return errorf(name, "nil writer")
	case f == nil:
		return errorf(name, "nil function")
	}
	p := &profile{begun: time.Now()}
	err := p.record(f)
	p.end()
	for _, d := range p.devices {
		err = errors.Join(err, failure(name, p.sync(d)))
		clock, wall := clockOf(d)
		p.clocks = append(p.clocks, [2]string{clock, wall})
	}
	return errors.Join(err, failure(name, p.write(w)))
}

// profile collects what devices do.
type profile struct {
	begun   time.Time
	mu      sync.Mutex // until the end
	ended   bool       // launches that end now are left out
	devices []device.Device
	clocks  [][2]string // for each device the names of the clocks of its track: see clockOf
	spans   []span
}

// span is a launch, or a wait for a device.
type span struct {
	device      int // of devices
	start, time time.Duration
	launch      *device.Launch // without buffers, which would stay alive; nil of a wait
	bytes       []int          // of the inputs, then of the outputs
	variant     string
	compiled    int
	waited      time.Duration
	work        *device.Work // or nil
	err         error
}

func (p *profile) record(f func() error) error {
	defer device.OnLaunch(p.addLaunch)()
	defer device.TimeWork()()
	return f()
}

func (p *profile) addLaunch(e *device.LaunchEvent) {
	s := span{start: e.Start.Sub(p.begun), time: e.Time, launch: copyLaunch(e.Launch), variant: e.Variant, compiled: e.Compiled, waited: e.Waited, work: e.Work, err: e.Err}
	for _, operands := range [][]device.Operand{s.launch.In, s.launch.Out} {
		for k := range operands {
			s.bytes = append(s.bytes, operands[k].Bytes())
			operands[k].Buffer = nil
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.add(e.Device, s)
	}
}

func (p *profile) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
}

func (p *profile) sync(d device.Device) error {
	start := time.Now()
	err := d.Sync(context.Background())
	p.add(d, span{start: start.Sub(p.begun), time: time.Since(start), err: err})
	return err
}

func (p *profile) add(d device.Device, s span) {
	if s.device = slices.Index(p.devices, d); s.device < 0 {
		s.device, p.devices = len(p.devices), append(p.devices, d)
	}
	p.spans = append(p.spans, s)
}

// clockOf asks a device for the times at which it worked on launches. It returns the name of their
// clock, and a name for the times of launches that the device has not timed.
func clockOf(d device.Device) (clock, wall string) {
	if !d.Info().Kind.Queues() {
		return "", "wall time of the kernels"
	}
	why := "the device has no timestamps"
	if t, ok := d.(device.Timer); ok {
		clock, err := t.Times(context.Background())
		if err == nil {
			return clock, "wall time to queue it"
		}
		why = err.Error()
	}
	return "", "wall time to queue it: " + why
}

// worked is the time in which a device worked on a launch, or the time of Run if the device does
// not tell.
type worked struct {
	start, time time.Duration
	clock       string // the name of the clock
	all         bool   // whether time is the time of the work, not of its queueing
}

func (p *profile) workOf(s *span) worked {
	clocks := p.clocks[s.device]
	if s.work != nil && s.work.Time > 0 {
		return worked{s.work.Start.Sub(p.begun), s.work.Time, clocks[0], true}
	}
	return worked{s.start, s.time, clocks[1], !p.devices[s.device].Info().Kind.Queues()}
}

// args returns the arguments that the trace shows for a launch.
func (s *span) args(on worked) map[string]any {
	l := s.launch
	if l == nil {
		return nil
	}
	reads, writes, n := operandTexts(l.In, s.bytes), operandTexts(l.Out, s.bytes[len(l.In):]), 0
	for _, bytes := range s.bytes {
		n += bytes
	}
	args := map[string]any{"program": l.Program.String(), "shape": fmt.Sprint(l.Shape), "reads": reads, "writes": writes, "bytes": n,
		"variant": s.variant, "compiled": s.compiled, "waited": s.waited.String(), "time": on.clock}
	if s.err != nil {
		args["error"] = s.err.Error()
	}
	if on.all && on.time > 0 {
		args["GB/s"] = float64(n) / float64(on.time.Nanoseconds())
	}
	return args
}

func operandTexts(operands []device.Operand, bytes []int) (texts []string) {
	for i := range operands {
		texts = append(texts, operandText(&operands[i], bytes[i]))
	}
	return texts
}

// traceEvent is an event of Chrome's format. Times are in microseconds.
type traceEvent struct {
	Phase   string         `json:"ph"`
	Name    string         `json:"name"`
	Process int            `json:"pid"`
	Thread  int            `json:"tid"`
	Start   float64        `json:"ts"`
	Time    *float64       `json:"dur,omitempty"` // of complete events
	ID      int            `json:"id,omitempty"`  // of an arrow
	Binding string         `json:"bp,omitempty"`
	Args    map[string]any `json:"args,omitempty"`
}

// callTracks is the process ID of the tracks of calls. The processes of devices follow.
const callTracks = 1

func (p *profile) write(w io.Writer) error {
	slices.SortStableFunc(p.spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	events := []traceEvent{{Phase: "M", Name: "process_name", Process: callTracks, Args: map[string]any{"name": "calls"}}}
	for i, d := range p.devices {
		events = append(events, traceEvent{Phase: "M", Name: "process_name", Process: callTracks + 1 + i, Args: map[string]any{"name": d.String()}})
	}
	tracks := make([][]time.Duration, callTracks+1+len(p.devices)) // when each track of a process is free
	for i, s := range p.spans {
		process := callTracks + 1 + s.device
		on := p.workOf(&s)
		from, to := free(&tracks[callTracks], s.start, s.time), free(&tracks[process], on.start, on.time)
		ran, took, at, long := micros(s.start), micros(s.time), micros(on.start), micros(on.time)
		info := p.devices[s.device].Info()
		call, work := "Sync", "wait for "+info.Name
		if s.launch != nil {
			work = s.launch.Program.Name()
			call = "Run " + work
		}
		events = append(events,
			traceEvent{Phase: "X", Name: call, Process: callTracks, Thread: from, Start: ran, Time: &took},
			traceEvent{Phase: "X", Name: work, Process: process, Thread: to, Start: at, Time: &long, Args: s.args(on)},
			traceEvent{Phase: "s", Name: "launch", Process: callTracks, Thread: from, Start: ran, ID: i + 1},
			traceEvent{Phase: "f", Name: "launch", Process: process, Thread: to, Start: at, ID: i + 1, Binding: "e"})
	}
	return json.NewEncoder(w).Encode(map[string]any{"displayTimeUnit": "ns", "traceEvents": events})
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
