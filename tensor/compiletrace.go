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
	absolute atomic.Bool // as in traced
	mu       sync.Mutex
	uses     []scalarUse

	stands  []*Tensor // in place of the tensors of the argument
	numbers int       // how many Numbers of the argument were replaced
	keys    int       // and Keys

	results []resultLeaf     // of the function, in Call
	made    []*graph.Storage // the storages that a run makes for it
	bare    any              // the result without tensors
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
	tr.Fail(a.err) // f runs nevertheless: only it knows how many tensors its result has
	tr.standFor(a)
	run(tr)
	tr.checkReleased(a)
	return tr.plan(a)
}

// standFor makes the stand-ins that the function gets in place of its arguments.
func (tr *tracing) standFor(a *arguments) {
	for i, t := range a.tensors {
		stand := t
		switch same := slices.Index(a.tensors[:i], t); {
		case same >= 0:
			stand = tr.stands[same]
		case a.storages[i] != nil:
			stand = tr.stand(t, a.storages[i], false)
		}
		tr.stands = append(tr.stands, stand)
	}
}

// nextNumber returns the stand-in for a Number, the next one of the argument.
func (tr *tracing) nextNumber(n Number) Number {
	tr.numbers++
	return Number{n.value, tr, tr.numbers - 1}
}

// nextKey is nextNumber for a Key.
func (tr *tracing) nextKey(k Key) Key {
	tr.keys++
	return Key{k.words, &keyArgument{trace: tr, number: tr.keys - 1}}
}

// checkReleased makes the trace fail if the function has released an argument.
func (tr *tracing) checkReleased(a *arguments) {
	for i, t := range tr.stands {
		if a.storages[i] != nil && t.storage.Load() == graph.Gone {
			tr.Fail(errorf("compile", "the function released tensor %d of its argument; release it after the call", i+1))
		}
	}
}

// plan makes the trace of the recorded launches.
func (tr *tracing) plan(a *arguments) (*traced, error) {
	if err := tr.Err(); err != nil {
		return nil, err
	}
	plan, err := tr.Plan(tr.made)
	if err != nil {
		return nil, errorf("compile", "%w", err)
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	t := &traced{outs: a.outs, words: slices.Clone(a.words), device: a.on, absolute: tr.absolute.Load(),
		plan: plan, uses: tr.uses, results: tr.results, bare: tr.bare}
	for i, x := range a.tensors {
		var k tensorKey
		if s := a.storages[i]; s != nil {
			input, stand := tr.Input(s, x.dtype, false)
			k = tensorKey{x.dtype, x.readOnly, x.layout, stand.Layout().Shape, input, slices.Index(a.tensors, x)}
		}
		t.tensors = append(t.tensors, k)
	}
	return t, nil
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
	return traceOf(operands).standIn(t)
}

// standIn returns the tensor of the trace that stands for t. A tensor of a trace stands for itself,
// as every tensor does outside of a trace.
func (tr *tracing) standIn(t *Tensor) *Tensor {
	if _, ok := t.device.(*tracing); ok || tr == nil {
		return t
	}
	s := t.storage.Load()
	switch {
	case s == graph.Gone:
		return t
	case t.device != tr.For():
		tr.Fail(errorf("compile", "%s: %s; move it with To before the call", caller(), onDevices("the function", tr.For(), "a tensor that it uses", t.device)))
		return t
	}
	return tr.stand(t, s, true)
}

// stand returns a tensor in place of t, whose storage is s.
func (tr *tracing) stand(t *Tensor, s *graph.Storage, captured bool) *Tensor {
	_, stand := tr.Input(s, t.dtype, captured)
	if _, err := s.Version(); err != nil { // another goroutine has released it, so the layout may be another
		tr.Fail(errorf("compile", "%w", err))
	}
	stand.Retain()
	v := &Tensor{layout: t.layout, device: tr, dtype: t.dtype, readOnly: t.readOnly}
	v.storage.Store(stand)
	return v
}

// refuseValue returns an error, and makes the trace fail, if a function asks for a value while it
// is traced.
func refuseValue(name string, ts ...*Tensor) error {
	tr := traceOf(ts)
	if tr == nil {
		return nil
	}
	err := errorf(name, "%s asks for a value in a function that is being compiled: its operations are recorded, and values are there when it has returned; return the tensor instead", caller())
	tr.Fail(err)
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
