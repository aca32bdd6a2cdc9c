package tensor

import (
	"os"
	"reflect"
	"runtime"
	"unsafe"
)

// Compiled is a function of tensors that is recorded once for each kind of arguments: see
// [Compile].
type Compiled[A, R any] struct {
	f func(A) R
	*compiler
}

// Compile returns f as a function that is recorded at its first call, and then run again without
// building its expressions anew. The results have the same bits. It pays off where one function is
// called often on tensors of the same shapes, most of all on small ones and by [Compiled.Into].
//
// A and R are *Tensor, or structs, arrays and slices of such; several arguments are a struct. A may
// also have [Number], bool, Go's numbers and strings. Compile panics on a field of another type.
//
// A call is recorded by running f on stand-ins for the tensors. So f has to be a function of what
// it is given, and of tensors:
//
//   - It is recorded anew for other shapes, strides, dtypes, devices, lengths of slices, and values of
//     Go's numbers, bools and strings, and if other arguments share their storage. A Number may
//     have another value at each call. 64 recordings are kept; WGTENSOR_DEBUG=1 tells of those beyond
//     eight.
//   - Tensors that f knows other than from its argument are read as they are at each call. What f
//     writes to tensors is written at each call. Any other effect takes place only while f is recorded,
//     and any other variable has the value for ever that it had then.
//   - The elements are not there yet: a call of Data, Item, Eval and the like in f is an error that names
//     the line. So is a tensor of another device.
//   - A compiled function that f calls becomes a part of it. What other goroutines compute for f
//     becomes one only as far as it is computed from f's argument. Else f reads, at each call, the
//     tensor that it got when it was recorded.
//
// With WGTENSOR_COMPILE=check in the environment each call runs f too, and compares all bits: see
// [ErrCompiled].
//
// A Compiled may be called by several goroutines at once. Those that find nothing recorded run f side
// by side, and one recording is kept.
func Compile[A, R any](f func(A) R) *Compiled[A, R] {
	in, out := reflect.TypeFor[A](), reflect.TypeFor[R]()
	if f == nil {
		panic("tensor: compile: nil function")
	}
	if os.Getenv("WGTENSOR_COMPILE") == "check" {
		checking.Store(true)
	}
	return &Compiled[A, R]{f, &compiler{
		name: runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name(),
		in:   newTree("the argument", in, true),
		out:  newTree("the result", out, false),
	}}
}

// Call returns f(a), in new tensors. If f's tensors carry an error, or the run fails, all tensors
// of the result carry it, and what f writes is as [Compiled.Into] says. It returns when the
// launches are queued.
func (c *Compiled[A, R]) Call(a A) (r R) {
	args := newArguments(c.in, unsafe.Pointer(&a), -1)
	defer args.recycle()
	if args.nested() {
		return c.f(a)
	}
	t := c.find(args)
	if t == nil || checking.Load() {
		return c.callTraced(a, args)
	}
	tensors := t.run("call", args)
	if c.out.slices() {
		return c.withSlices(tensors, t.lengths)
	}
	c.out.fillFlat(unsafe.Pointer(&r), tensors)
	return r
}

// withSlices makes a result that has slices.
func (c *Compiled[A, R]) withSlices(tensors []*Tensor, lengths []uint64) (r R) {
	c.out.fill(unsafe.Pointer(&r), tensors, lengths)
	return r
}

// callTraced is Call of what was not traced before, or is to be checked.
func (c *Compiled[A, R]) callTraced(a A, args *arguments) (r R) {
	t, err := c.trace(args, func(tr *tracing, stand *stands) {
		b := a
		c.in.change(unsafe.Pointer(&b), stand.tensor, stand.number)
		r = c.f(b)
		tr.returns(c.out, unsafe.Pointer(&r), stand)
	})
	if err == nil && checking.Load() {
		return c.checkCall(t, a, args)
	}
	if err == nil {
		return c.withSlices(t.run("call", args), t.lengths)
	}
	c.out.change(unsafe.Pointer(&r), func(*Tensor) *Tensor { return failed(err) }, nil)
	return r
}

// Into writes f(a) to the tensors of out, which have the shapes and dtypes of f's results. Its
// arguments may be among them. It allocates nothing, and needs no other buffers if out is not read
// by f, or each element only where it is written.
//
// On an error the tensors of out, and others that f writes, are as they were before the call. But
// one that a launch has begun to write in its place carries the error from then on, until all of
// it is written.
func (c *Compiled[A, R]) Into(out R, a A) error {
	args := newArguments(c.in, unsafe.Pointer(&a), -1)
	defer args.recycle()
	args.appendOuts(c.out, unsafe.Pointer(&out))
	if args.nested() {
		return c.assignNested(out, a)
	}
	t := c.find(args)
	if t == nil || checking.Load() {
		return c.intoTraced(out, a, args)
	}
	return t.runInto(args)
}

// intoTraced is Into of what was not traced before, or is to be checked.
func (c *Compiled[A, R]) intoTraced(out R, a A, args *arguments) error {
	t, err := c.trace(args, func(tr *tracing, stand *stands) {
		b, to := a, out
		c.in.change(unsafe.Pointer(&b), stand.tensor, stand.number)
		c.out.change(unsafe.Pointer(&to), stand.tensor, nil)
		r := c.f(b)
		tr.writes(c.out, unsafe.Pointer(&r), unsafe.Pointer(&to), stand)
	})
	if err != nil {
		return err
	}
	if checking.Load() {
		return c.checkInto(t, a, args)
	}
	return t.runInto(args)
}

// assignNested is Into in a function that is being compiled itself: results come before any is
// written.
func (c *Compiled[A, R]) assignNested(out R, a A) error {
	r := c.f(a)
	return assignAll(c.out, unsafe.Pointer(&r), unsafe.Pointer(&out))
}

// Explain tells what was recorded: for each kind of arguments how many launches a call runs, what
// they need, how often it was called, and why it was not recorded before.
func (c *Compiled[A, R]) Explain() string { return c.explain() }
