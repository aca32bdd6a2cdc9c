package tensor

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/replay"
)

// tracing is a call of a compiled function that is recorded. It is the device of the tensors that
// the function gets or makes. Tensors of the program that it finds elsewhere (captured ones) are
// replaced by others of this device wherever an operation reads or writes them.
type tracing struct {
	*replay.Recorder
	mu       sync.Mutex
	inputs   []traceInput
	uses     []scalarUse
	absolute atomic.Bool // AsStrided was called: offsets count from the beginning of a storage
	err      error       // the first reason why the trace is of no use

	stands  []*Tensor // in place of the tensors of the argument
	numbers int       // how many Numbers of the argument were replaced

	result []*Tensor        // of the function, in Call
	bare   any              // the same, without tensors
	made   []*graph.Storage // the storages that a run makes for it
	writes []replay.Write   // of the results to inputs, in Into
}

// traceInput is a storage of the program, and the one that stands for it.
type traceInput struct {
	storage, stand *graph.Storage
	captured       bool // the function found it elsewhere than in its argument
}

// traces holds the traces under way, by the goroutine that runs the function.
var traces struct {
	count atomic.Int32
	of    sync.Map // of *tracing
}

// record runs a function with a recorder, and plans the recording.
func record(a *arguments, run func(tr *tracing)) (*traced, error) {
	id, tr := goroutine(), &tracing{Recorder: replay.NewRecorder(a.on)}
	traces.of.Store(id, tr)
	traces.count.Add(1)
	defer func() {
		traces.count.Add(-1)
		traces.of.Delete(id)
		_ = tr.Close()
	}()
	tr.err = a.oneDevice() // f runs nevertheless: only it knows how many tensors its result has
	tr.standFor(a)
	if run(tr); tr.err == nil {
		tr.err = tr.checkReleased(a)
	}
	if tr.err != nil {
		return nil, tr.err
	}
	return tr.plan(a)
}

// underWay is the trace that the goroutine is in, or nil.
func underWay() *tracing {
	if traces.count.Load() == 0 {
		return nil
	}
	tr, _ := traces.of.Load(goroutine())
	found, _ := tr.(*tracing)
	return found
}

// traceOf returns the trace to which one of the operands belongs. Otherwise it returns the trace that
// the goroutine is in, or nil.
func traceOf[T any](operands []T) *tracing {
	for _, x := range operands {
		if t, ok := any(x).(*Tensor); ok && t != nil {
			if tr, ok := t.device.(*tracing); ok {
				return tr
			}
		}
	}
	return underWay()
}

// goroutine is the number of the goroutine, as stack traces have it. Go tells it nowhere else. It
// takes a microsecond, and is asked for only while something is traced.
func goroutine() uint64 {
	var room [64]byte
	text := bytes.TrimPrefix(room[:runtime.Stack(room[:], false)], []byte("goroutine "))
	digits, _, _ := bytes.Cut(text, []byte(" "))
	id, err := strconv.ParseUint(string(digits), 10, 64)
	if err != nil {
		panic("tensor: a stack trace without the number of its goroutine: " + string(text))
	}
	return id
}

// traceOr returns the device on which to make a tensor of d: the trace under way, if there is one
// for d, or d.
func traceOr(d device.Device) device.Device {
	if tr := underWay(); tr != nil && tr.For() == d {
		return tr
	}
	return d
}

// standIn returns the tensor that stands for t in the trace of another operand, or in that of the
// goroutine. Outside of a trace it returns t.
func (t *Tensor) standIn(operands ...any) *Tensor {
	if traces.count.Load() == 0 {
		return t
	}
	return t.capture(operands)
}

func (t *Tensor) capture(operands []any) *Tensor {
	if _, ok := t.device.(*tracing); ok {
		return t
	}
	tr, s := traceOf(operands), t.storage.Load()
	switch {
	case tr == nil || s == graph.Gone:
		return t
	case t.device != tr.For():
		tr.fail(errorf("compile", "%s: %s; move it with To before the call", caller(), onDevices("the function", tr.For(), "a tensor that it uses", t.device)))
		return t
	}
	return tr.stand(t, s, true)
}

// stand returns a tensor in place of t, whose storage is s.
func (tr *tracing) stand(t *Tensor, s *graph.Storage, captured bool) *Tensor {
	_, stand := tr.input(t, s, captured)
	if _, err := s.Version(); err != nil { // another goroutine has released it, so the layout may be another
		tr.fail(errorf("compile", "%w", err))
	}
	stand.Retain()
	v := &Tensor{layout: t.layout, device: tr, dtype: t.dtype, readOnly: t.readOnly}
	v.storage.Store(stand)
	return v
}

// input returns the index of a storage among the inputs, and what stands for it. It adds the storage
// if it is new.
func (tr *tracing) input(t *Tensor, s *graph.Storage, captured bool) (k int, stand *graph.Storage) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for k := range tr.inputs {
		if in := &tr.inputs[k]; in.storage == s {
			in.captured = in.captured || captured
			return k, in.stand
		}
	}
	stand = tr.Input(t.dtype, s.Layout())
	tr.inputs = append(tr.inputs, traceInput{s, stand, captured})
	return len(tr.inputs) - 1, stand
}

// standsFor returns the index of the input that a storage of the trace stands for, or -1.
func (tr *tracing) standsFor(stand *graph.Storage) int {
	return slices.IndexFunc(tr.inputs, func(in traceInput) bool { return in.stand == stand })
}

// use records a use of a Number, and returns the graph.Arg.Number for it.
func (tr *tracing) use(u scalarUse) int32 {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.uses = append(tr.uses, u)
	return int32(len(tr.uses))
}

// fail makes the trace fail with err, unless it has failed before.
func (tr *tracing) fail(err error) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if tr.err == nil {
		tr.err = err
	}
}

// refuseValue returns an error, and makes the trace fail, if a function asks for a value while it
// is traced.
func refuseValue(name string, ts ...*Tensor) error {
	tr := traceOf(ts)
	if tr == nil {
		return nil
	}
	err := errorf(name, "%s asks for a value in a function that is being compiled: its operations are recorded, and values are there when it has returned; return the tensor instead", caller())
	tr.fail(err)
	return err
}

// caller is the line of the compiled function, or of its goroutine, that led to a call of this
// package. The call may come from a package such as fmt.
func caller() string {
	own := reflect.TypeFor[Tensor]().PkgPath() + "."
	room := make([]uintptr, 1<<10)
	frames := runtime.CallersFrames(room[:runtime.Callers(2, room)])
	line := ""
	for {
		f, _ := frames.Next() // without a name behind the last one
		switch inside := strings.HasPrefix(f.Function, own); {
		case inside && line != "", f.Function == "runtime.goexit", f.Function == "":
			return line
		case !inside:
			line = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
	}
}
