// Package customdevice is an example of a device, in one file. It has ten methods, and one loop
// that runs programs of all forms. Its test runs the quick conformance suite in three lines.
// Another test runs the launches of testdata/output.txt, at least one for each form. The command
// demo opens the device.
package customdevice

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// New returns the device.
func New() device.Device { return new(naive) }

// naive is a whole device: it does what a launch says, word by word, slowly and
// exactly. One mutex makes it safe for concurrent use and keeps launches in order.
type naive struct {
	mu     sync.Mutex
	closed bool
}

// maxBytes bounds one buffer. Without a bound, make would panic on absurd sizes.
const maxBytes = 1 << 30

// do runs f with the mutex held, unless the device is closed.
func (d *naive) do(f func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return device.ErrClosed
	}
	return f()
}

// Info tells tensors, and Launch.Check, what to expect of this device. Types that it
// does not list are refused; the meanings in package op are exact for all of them.
func (d *naive) Info() device.Info {
	return device.Info{Name: "naive", Kind: device.CPU, Adapter: "one goroutine", Backend: "go",
		DTypes: op.SetOf(op.DTypes()...), Forms: device.AllForms, Subnormals: true, Limits: device.Limits{BufferBytes: maxBytes}}
}

// String names the device for people.
func (d *naive) String() string { return "naive (one goroutine)" }

// Alloc makes a buffer. Its content may be anything; Go's happens to be zero.
func (d *naive) Alloc(bytes int) (b device.Buffer, err error) {
	err = d.do(func() error {
		if bytes < 0 || bytes > maxBytes {
			return fmt.Errorf("naive: alloc of %d bytes, not 0 to %d: %w", bytes, maxBytes, device.ErrOutOfMemory)
		}
		b = &buffer{device: d, len: bytes, data: make([]byte, bytes)}
		return nil
	})
	return b, err
}

// Run is where the work is done. A device may queue it; naive does it at once, so a launch may
// take long, and Run returns early when its context ends. Check finds everything that would be
// wrong on any device. That the buffers are its own, and alive, only the device knows.
func (d *naive) Run(ctx context.Context, l *device.Launch) error {
	if err := l.Check(d.Info()); err != nil {
		return err
	}
	e := device.Observe(d, l)
	err := d.do(func() error {
		for _, o := range slices.Concat(l.In, l.Out) {
			if b, ok := o.Buffer.(*buffer); o.Buffer != nil && (!ok || b.device != d) {
				return fmt.Errorf("naive: a buffer of another device")
			} else if ok && b.data == nil {
				return fmt.Errorf("naive: run: %w", device.ErrReleased)
			}
		}
		if l.InPlace() && ctx.Err() == nil { // a launch in place is finished, or not begun
			ctx = context.WithoutCancel(ctx)
		}
		return newRun(l).do(ctx)
	})
	e.End(err) // without the mutex: an observer may take its time
	return err
}

// Sync has nothing to wait for, but a caller whose context has ended gets its error.
func (d *naive) Sync(ctx context.Context) error { return d.do(ctx.Err) }

// Close waits for a running launch, by the mutex. Go collects the memory.
func (d *naive) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return nil
}

// buffer is memory of a naive device: bytes, guarded by the device's mutex.
type buffer struct {
	device *naive
	len    int    // does not change, so that Len needs no lock
	data   []byte // nil once released
}

func (b *buffer) Len() int { return b.len }

func (b *buffer) Write(offset int, src []byte) error {
	return b.use(context.Background(), offset, len(src), func(data []byte) { copy(data, src) })
}

func (b *buffer) Read(ctx context.Context, offset int, dst []byte) error {
	return b.use(ctx, offset, len(dst), func(data []byte) { copy(dst, data) })
}

func (b *buffer) Release() {
	b.device.mu.Lock()
	defer b.device.mu.Unlock()
	b.data = nil
}

// use calls f with the n bytes from offset on, if the buffer has them and is not released.
func (b *buffer) use(ctx context.Context, offset, n int, f func(data []byte)) error {
	return b.device.do(func() error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case b.data == nil:
			return device.ErrReleased
		case offset < 0 || offset > b.len || n > b.len-offset:
			return fmt.Errorf("naive: %d bytes at %d of a buffer of %d", n, offset, b.len)
		}
		f(b.data[offset : offset+n])
		return nil
	})
}

// run is a running launch, group by group. A program without groups goes by pieces.
type run struct {
	*device.Launch
	in, out [][]int // where the elements of each operand lie, in row-major order
	first   int     // the current group, or the first element of the piece
	size    int     // its elements
	values  [][]op.Scalar
	stores  []store // elements with a place: written when all are known to have one
	fault   *device.IndexError
}

type store struct {
	output, at int
	value      op.Scalar
}

// chunk is how many elements of a program without groups are taken at a time.
const chunk = 1024

func newRun(l *device.Launch) *run {
	p := l.Program
	r := &run{Launch: l, values: make([][]op.Scalar, p.Result(len(p.Code())))}
	for i, s := range l.Scalars {
		r.values[len(l.In)+i] = []op.Scalar{s}
	}
	for i, o := range l.In {
		r.in = append(r.in, positions(o, p.Input(i).Places))
	}
	for i, o := range l.Out {
		r.out = append(r.out, positions(o, len(p.Output(i).At)))
	}
	return r
}

// positions lists where the elements of an operand lie, before places are added. A broadcast
// operand repeats positions, by a stride of 0.
func positions(o device.Operand, places int) []int {
	axes := o.Layout.Rank() - places
	o.Layout.Shape, o.Layout.Strides = o.Layout.Shape[:axes], o.Layout.Strides[:axes]
	return slices.Collect(o.Layout.Offsets())
}

// do runs the launch until ctx ends. It has no idea which operations there are, so it never has to
// learn a new one.
func (r *run) do(ctx context.Context) error {
	kept := r.Kept()
	groups, chunks, all := broadcast.RowMajor(r.Shape[:kept]...).Len(), 1, broadcast.RowMajor(r.Shape[kept:]...).Len()
	if r.Levels == nil {
		chunks = chunk
	}
	for r.first = 0; r.first < groups; r.first += chunks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.size = all; r.Levels == nil {
			r.size = min(chunk, groups-r.first)
		}
		r.runGroup()
	}
	if r.fault != nil {
		r.Fault.Set(r.fault)
		return nil
	}
	r.storeAll()
	return nil
}

// count is how many elements a value of a level has in the group.
func (r *run) count(level int) int {
	if level == 0 && r.Levels != nil {
		return 1
	}
	return r.size
}

// index is the number, of all elements of a level, that element i of the group has.
func (r *run) index(level, i int) int {
	switch {
	case r.Levels == nil:
		return r.first + i
	case level == 0:
		return r.first
	}
	return r.first*r.size + i
}

// runGroup runs the program for one group. All reads come before the first write.
func (r *run) runGroup() {
	p := r.Program
	for k, o := range r.In {
		in := p.Input(k)
		r.values[k] = make([]op.Scalar, r.count(in.Level))
		for i := range r.values[k] {
			if from := r.in[k][r.index(in.Level, i)]; in.Position {
				r.values[k][i] = o.Type.FromInt(int64(from))
			} else if in.Places == 0 {
				r.values[k][i] = o.Type.Load(element(o, from))
			}
		}
	}
	for k, in := range p.Code() {
		r.values[p.Result(k)] = r.eval(in, r.count(p.Level(p.Result(k))))
	}
	for k, v := range p.Outputs() {
		level, out, o := p.OutputLevel(k), p.Output(k), r.Out[k]
		for i := range r.count(level) {
			if from := r.out[k][r.index(level, i)]; len(out.At) == 0 {
				o.Type.Store(element(o, from), r.at(v, i))
			} else if at, ok := r.locate(o, from, out.At, i, out.Skip); ok {
				r.stores = append(r.stores, store{k, at, r.at(v, i)})
			}
		}
	}
}

// element is the bytes of an operand from one of its elements on.
func element(o device.Operand, at int) []byte {
	return o.Buffer.(*buffer).data[at*o.Type.Size():]
}

// at is element i of a value. A value with one element for the group is repeated.
func (r *run) at(v device.Value, i int) op.Scalar {
	return r.values[v][min(i, len(r.values[v])-1)]
}

// eval computes n elements of an instruction over the group, by its exact meaning.
func (r *run) eval(in device.Instr, n int) []op.Scalar {
	args, types := make([]op.Scalar, len(in.Args)), make([]op.DType, len(in.Args))
	for k, v := range in.Args {
		types[k] = r.Program.Type(v)
	}
	if g, ok := in.Op.Role.(*op.Group); ok {
		groups := make([][]op.Scalar, len(in.Args))
		for k, v := range in.Args { // a whole group, or one element that the row takes once
			groups[k] = r.values[v]
		}
		return g.Eval(groups, types, in.Type)
	}
	results := make([]op.Scalar, n)
	for i := range results {
		switch role := in.Op.Role.(type) {
		case op.Load:
			results[i] = r.load(in.Args, role, i)
		case op.Find:
			results[i] = r.find(in.Args, role, i)
		default:
			for k, v := range in.Args {
				args[k] = r.at(v, i)
			}
			results[i] = in.Eval(args, types)
		}
	}
	return results
}

// load reads an input at a computed place.
func (r *run) load(args []device.Value, role op.Load, i int) op.Scalar {
	o, from := r.In[args[0]], r.in[args[0]][r.index(r.Program.Level(args[0]), i)]
	at, ok := r.locate(o, from, args[1:1+r.Program.Input(int(args[0])).Places], i, role.Or)
	switch {
	case ok:
		return o.Type.Load(element(o, at))
	case role.Or:
		return r.at(args[len(args)-1], i)
	}
	return 0
}

// locate finds an element by places. One that does not exist is skipped, or an error.
func (r *run) locate(o device.Operand, from int, places []device.Value, i int, skip bool) (at int, ok bool) {
	indices := make([]device.Index, len(places))
	for k, v := range places {
		indices[k] = device.IndexOf(r.Program.Type(v), r.at(v, i))
	}
	at, bad := o.Locate(from, indices, !skip)
	if number := r.index(1, i); bad != nil && !skip && (r.fault == nil || number < r.fault.Element) {
		r.fault, bad.Element = bad, number
	}
	return at, bad == nil
}

// find searches a sorted input.
func (r *run) find(args []device.Value, role op.Find, i int) op.Scalar {
	o, from := r.In[args[0]], r.in[args[0]][r.index(r.Program.Level(args[0]), i)]
	last := o.Layout.Rank() - 1
	return op.Scalar(role.Count(o.Type, r.at(args[1], i), o.Layout.Shape[last], func(j int) op.Scalar {
		return o.Type.Load(element(o, from+j*o.Layout.Strides[last]))
	}))
}

// storeAll writes the elements that have places: the last one stays, or all are combined with the
// content.
func (r *run) storeAll() {
	met := map[[2]int][]op.Scalar{}
	for _, s := range r.stores {
		o, target := r.Out[s.output], [2]int{s.output, s.at}
		if r.Program.Output(s.output).Combine == nil {
			o.Type.Store(element(o, s.at), s.value)
			continue
		}
		if met[target] == nil {
			met[target] = []op.Scalar{o.Type.Load(element(o, s.at))}
		}
		met[target] = append(met[target], s.value)
	}
	for place, elements := range met {
		o, combine := r.Out[place[0]], r.Program.Output(place[0]).Combine.Role.(*op.Group)
		o.Type.Store(element(o, place[1]), combine.Eval([][]op.Scalar{elements}, []op.DType{o.Type}, o.Type)[0])
	}
}
