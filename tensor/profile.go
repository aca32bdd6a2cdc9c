package tensor

import (
	"context"
	"encoding/json"
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
	case files.Nil(w):
		return errorf(name, "nil writer")
	case f == nil:
		return errorf(name, "nil function")
	}
	p := &profile{begun: time.Now()}
	err := p.record(f)
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	for _, d := range p.devices {
		err = errors.Join(err, failure(name, p.sync(d)))
		p.timeWork(d)
	}
	return errors.Join(err, failure(name, p.write(w)))
}

// profile collects what devices do.
type profile struct {
	begun   time.Time
	mu      sync.Mutex // until the end
	ended   bool       // launches that end now are left out
	devices []device.Device
	spans   []span
}

// span is a launch, or a wait for a device.
type span struct {
	device.LaunchEvent        // Launch without buffers, which would stay alive; nil of a wait
	bytes              []int  // of the inputs, then of the outputs
	clock              string // the name of the clock of Work
	queueing           bool   // whether Work is the time of queueing, not of the work
}

func (p *profile) record(f func() error) error {
	defer device.OnLaunch(p.addLaunch)()
	defer device.TimeWork()()
	return f()
}

func (p *profile) addLaunch(e *device.LaunchEvent) {
	s := span{LaunchEvent: *e}
	s.Launch, s.Kernels = e.Launch.Clone(), nil
	for _, operands := range [][]device.Operand{s.Launch.In, s.Launch.Out} {
		for k := range operands {
			s.bytes = append(s.bytes, operands[k].Bytes())
			operands[k].Buffer = nil
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.add(s)
	}
}

func (p *profile) sync(d device.Device) error {
	start := time.Now()
	err := d.Sync(context.Background())
	if errors.Is(err, device.ErrClosed) {
		err = nil // Close has waited
	}
	p.add(span{LaunchEvent: device.LaunchEvent{Device: d, Start: start, Time: time.Since(start)}})
	return err
}

func (p *profile) add(s span) {
	if !slices.Contains(p.devices, s.Device) {
		p.devices = append(p.devices, s.Device)
	}
	p.spans = append(p.spans, s)
}

// timeWork finds when a device worked on its launches, and the name of the clock. The time of Run stands
// for a time that the device does not tell.
func (p *profile) timeWork(d device.Device) {
	clock, wall, queues := "", "wall time of the kernels", d.Info().Kind.Queues()
	if queues {
		err := errors.New("the device has no timestamps")
		if t, ok := d.(device.Timer); ok {
			clock, err = t.Times(context.Background())
		}
		if wall = "wall time of queueing"; err != nil {
			wall += ": " + err.Error()
		}
	}
	for i := range p.spans {
		switch s := &p.spans[i]; {
		case s.Device != d:
		case s.Work != nil && s.Work.Time > 0:
			s.clock = clock
		default:
			s.Work, s.clock, s.queueing = &device.Work{Start: s.Start, Time: s.Time}, wall, queues
		}
	}
}

// args returns the arguments that the trace shows for a launch.
func (s *span) args() map[string]any {
	l := s.Launch
	if l == nil {
		return nil
	}
	reads, writes, n := operandTexts(l.In, s.bytes), operandTexts(l.Out, s.bytes[len(l.In):]), 0
	for _, bytes := range s.bytes {
		n += bytes
	}
	args := map[string]any{"program": l.Program.String(), "shape": fmt.Sprint(l.Shape), "reads": reads, "writes": writes, "bytes": n,
		"variant": s.Variant, "compiled": s.Compiled, "waited": s.Waited.String(), "time": s.clock}
	if s.Err != nil {
		args["error"] = s.Err.Error()
	}
	if !s.queueing && s.Work.Time > 0 {
		args["GB/s"] = float64(n) / float64(s.Work.Time.Nanoseconds())
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
	slices.SortStableFunc(p.spans, func(a, b span) int { return a.Start.Compare(b.Start) })
	events := []traceEvent{{Phase: "M", Name: "process_name", Process: callTracks, Args: map[string]any{"name": "calls"}}}
	for i, d := range p.devices {
		events = append(events, traceEvent{Phase: "M", Name: "process_name", Process: callTracks + 1 + i, Args: map[string]any{"name": d.String()}})
	}
	tracks := make([][]time.Duration, callTracks+1+len(p.devices)) // when each track of a process is free
	for i, s := range p.spans {
		process := callTracks + 1 + slices.Index(p.devices, s.Device)
		start, began := s.Start.Sub(p.begun), s.Work.Start.Sub(p.begun)
		from, to := free(&tracks[callTracks], start, s.Time), free(&tracks[process], began, s.Work.Time)
		ran, took, at, long := micros(start), micros(s.Time), micros(began), micros(s.Work.Time)
		call, work := "Sync", "wait for "+s.Device.Info().Name
		if s.Launch != nil {
			work = s.Launch.Program.Name()
			call = "Run " + work
		}
		events = append(events,
			traceEvent{Phase: "X", Name: call, Process: callTracks, Thread: from, Start: ran, Time: &took},
			traceEvent{Phase: "X", Name: work, Process: process, Thread: to, Start: at, Time: &long, Args: s.args()},
			traceEvent{Phase: "s", Name: "launch", Process: callTracks, Thread: from, Start: ran, ID: i + 1},
			traceEvent{Phase: "f", Name: "launch", Process: process, Thread: to, Start: at, ID: i + 1, Binding: "e"})
	}
	return json.NewEncoder(files.Writer{W: w}).Encode(map[string]any{"displayTimeUnit": "ns", "traceEvents": events})
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
