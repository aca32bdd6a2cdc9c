// Package replay records the launches of a function of tensors, plans their buffers once, and runs
// them again and again.
//
// A Recorder is a device without memory. Expressions on it are cut as on any device, and it notes
// the launches that package fuse runs. A Plan says what these launches read and write, and which
// buffers they share. A Call gives the storages for one run of a plan.
package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Recorder is a device that notes launches for another one.
type Recorder struct {
	on       device.Device
	mu       sync.Mutex
	closed   bool
	launches []launch
	symbols  []*symbol
	inputs   []standIn
	err      error // the first reason why the recording is of no use
}

// launch is a recorded launch. Its buffers are symbols.
type launch struct {
	device.Launch
	numbers []int32      // of the scalars: see fuse.Recorder
	copies  bool         // it copies elements of an input to where they lie, if the input is written in place
	fault   *graph.Fault // what those of the runs are like; nil if there is no index error
}

// symbolOf returns the symbol of an operand, and nil of a position.
func symbolOf(o device.Operand) *symbol {
	s, _ := o.Buffer.(*symbol)
	return s
}

// reads returns the inputs that have a symbol.
func (l *launch) reads() iter.Seq2[int, *symbol] {
	return func(yield func(int, *symbol) bool) {
		for k := range l.In {
			if s := symbolOf(l.In[k]); s != nil && !yield(k, s) {
				return
			}
		}
	}
}

// standIn is a storage of the recorder that stands for a storage of the other device.
type standIn struct {
	of       *graph.Storage
	captured bool // each run uses that storage, otherwise one that its call gives
	storage  *graph.Storage
	version  *graph.Version // its version at first; held, so that a write makes another one
	result   *graph.Storage // which gives it its elements at the end, or nil
}

// symbol stands for a buffer.
type symbol struct {
	of       *Recorder
	bytes    int
	constant *graph.Version // the elements that were written to it during the recording, or nil
	written  op.DType       // of its elements if a launch writes them or the caller gets them, otherwise 0
	read     bool           // a launch reads it
	writes   int            // by launches; the plan counts them down
	slot     int            // of the plan, or nowhere
}

// NewRecorder returns a recorder of launches for a device.
func NewRecorder(on device.Device) *Recorder { return &Recorder{on: on} }

// Input returns the storage that stands for a storage of the other device, and the index of this
// input of the plan.
func (r *Recorder) Input(of *graph.Storage, dt op.DType, captured bool) (k int, stand *graph.Storage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k = slices.IndexFunc(r.inputs, func(in standIn) bool { return in.of == of })
	if k < 0 {
		k = len(r.inputs)
		layout := of.Layout()
		s := new(graph.Storage).InitStored(dt, layout, r.symbol(layout.Len()*dt.Size()))
		r.inputs = append(r.inputs, standIn{of: of, storage: s, version: s.Acquire()})
	}
	in := &r.inputs[k]
	in.captured = in.captured || captured
	return k, in.storage
}

// Index returns the index of the input that a storage of the recorder stands for, or -1.
func (r *Recorder) Index(stand *graph.Storage) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.IndexFunc(r.inputs, func(in standIn) bool { return in.storage == stand })
}

// Write says that an input gets the elements of another storage at the end.
func (r *Recorder) Write(input int, result *graph.Storage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inputs[input].result = result
}

// symbol makes a symbol; r is locked.
func (r *Recorder) symbol(bytes int) *symbol {
	s := &symbol{of: r, bytes: bytes, slot: nowhere}
	r.symbols = append(r.symbols, s)
	return s
}

// Fail makes the recording fail with err, unless err is nil or the recording has failed before.
func (r *Recorder) Fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
}

// Err returns the error of the recording.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Close ends the recording and drops its references.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.launches, r.symbols, r.inputs = nil, nil, nil
	return nil
}

// ErrValue is the error of a call that needs an element during a recording.
var ErrValue = errors.New("the tensor belongs to the recording of a compiled function and has no elements; have the function return it")

func (r *Recorder) For() device.Device         { return r.on }
func (r *Recorder) Info() device.Info          { return r.on.Info() }
func (r *Recorder) Sync(context.Context) error { return ErrValue }
func (r *Recorder) String() string             { return "a function that is being compiled for " + r.on.String() }

func (r *Recorder) Alloc(bytes int) (device.Buffer, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.symbol(bytes), nil
}

func (r *Recorder) Run(_ context.Context, l *device.Launch) error { return r.Record(l, nil, nil) }

// Record notes a launch.
func (r *Recorder) Record(l *device.Launch, numbers []int32, fault *graph.Fault) error {
	if err := l.Check(r.Info()); err != nil {
		return err
	}
	for k := range len(l.Out) + len(l.In) {
		if s, ok := l.Operand(k).Buffer.(*symbol); l.Operand(k).Buffer != nil && (!ok || s.of != r) {
			return errors.New("replay: a buffer of another recorder")
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrValue
	}
	made := launch{Launch: *l.Clone(), numbers: slices.Clone(numbers), fault: fault}
	for _, s := range made.reads() {
		s.read = true
	}
	for _, o := range l.Out {
		s := symbolOf(o)
		s.written = o.Type
		s.writes++
	}
	r.launches = append(r.launches, made)
	return nil
}

func (s *symbol) Len() int                                { return s.bytes }
func (s *symbol) Read(context.Context, int, []byte) error { return ErrValue }
func (s *symbol) Release()                                {}

// Collected returns true: there is no memory to give back.
func (s *symbol) Collected() bool { return true }

// Write keeps the bytes in memory of the other device. An error ends the recording, because the
// function may overlook it.
func (s *symbol) Write(offset int, src []byte) error {
	err := s.write(offset, src)
	if err != nil {
		s.of.Fail(fmt.Errorf("tensor: compile: %w", err))
	}
	return err
}

func (s *symbol) write(offset int, src []byte) error {
	if s.constant == nil {
		buf, err := graph.Alloc(s.of.on, s.bytes)
		if err != nil {
			return err
		}
		layout := broadcast.RowMajor(s.bytes)
		v := graph.NewVersion(op.Uint8, &layout, buf)
		s.of.mu.Lock()
		s.constant = v
		s.of.mu.Unlock()
	}
	return s.constant.Buffer().Write(offset, src)
}
