package tensor

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// Compiled is a function of tensors that is recorded once for each kind of arguments. [Compile]
// makes one.
type Compiled[A, R any] struct {
	f func(A) R
	*compiler
}

// Compile returns a function that records f at its first call, and runs the recording in later
// calls. The results have the same bits. It pays for a function that is called often on tensors of
// the same shapes, most of all on small tensors and with [Compiled.Into].
//
// A and R are *Tensor, or structs, arrays and slices of *Tensor. Pass several arguments as a
// struct. A may also contain [Number], [Key], bool, Go's numbers and strings. Compile panics on a field of
// another type, on a nil function, and on a WGTENSOR_COMPILE that is neither empty nor "check".
//
// To record a call, Compile runs f on stand-ins for the tensors. The results of f may depend
// only on its argument and on tensors:
//
//   - f is recorded again for other shapes, strides, dtypes, devices and lengths of slices, and for
//     other values of Go's numbers, bools and strings. It is also recorded again if other arguments
//     share their storage. A Number or a Key may have another value in each call. 64 recordings are kept;
//     WGTENSOR_DEBUG=1 reports recordings beyond eight. Each keeps the memory of a call for the next
//     one, unless a collection finds that memory idle.
//   - f may use tensors that are not in its argument; each call reads their current elements. Each
//     call repeats the writes of f to tensors. Any other effect of f happens only while f is
//     recorded. Any other variable keeps the value that it had then.
//   - There are no elements while f is recorded. A call in f that needs an element, such as
//     Data, Item or Eval, is an error that names the line. A tensor of another device is one, too.
//   - A compiled function that f calls becomes a part of the recording, and so do operations on
//     other goroutines that have a tensor of f as an operand. From any other tensor of another
//     goroutine, each call reads the tensor that f got while it was recorded. No call repeats a
//     write to one.
//
// With WGTENSOR_COMPILE=check in the environment, each call also runs f and compares all bits: see
// [ErrCompiled]. No other goroutine may write to the tensors meanwhile.
//
// Each tensor of a result is a handle of its own, also where f returns its argument: releasing it leaves
// the argument alone.
//
// Several goroutines may call a Compiled at once. If nothing is recorded yet, each goroutine runs
// f, and one recording is kept.
func Compile[A, R any](f func(A) R) *Compiled[A, R] {
	in, out := reflect.TypeFor[A](), reflect.TypeFor[R]()
	if f == nil {
		panic("tensor: compile: nil function")
	}
	switch mode := os.Getenv("WGTENSOR_COMPILE"); mode {
	case "":
	case "check":
		checking.Store(true)
	default:
		panic(fmt.Sprintf("tensor: compile: WGTENSOR_COMPILE is %q; \"check\" compares each call with the function itself", mode))
	}
	c := &Compiled[A, R]{f, &compiler{
		name: runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name(),
		in:   newTree("the argument", in, true),
		out:  newTree("the result", out, false),
	}}
	c.all.Store(new([]*traced))
	return c
}

// Recording reports whether the goroutine is in a function that [Compile] records. What the function
// does beside operations on tensors then happens once, and not in each call.
func Recording() bool { return underWay() != nil }

// errNoFunction is the error of a Compiled that Compile has not made.
var errNoFunction = errors.New("a zero Compiled has no function; make one with Compile")

func (c *Compiled[A, R]) zero() bool { return c == nil || c.compiler == nil }

// Call returns f(a). What f computes is in new tensors; a tensor that f only passes on, or a view of
// one, shares its memory as in f itself. If f's tensors carry an error, or the run fails, all tensors of
// the result carry it. If there may be none, use Into, which returns the error. For tensors that f
// writes, see [Compiled.Into].
//
// Call waits until its arguments are computed. To bound the wait by a context, call Eval(ctx, …)
// with them first. It returns when its own launches are queued on a GPU, or done on the CPU.
func (c *Compiled[A, R]) Call(a A) (r R) {
	if c.zero() {
		return filled(newTree("the result", reflect.TypeFor[R](), false), r, nil, failure("call", errNoFunction))
	}
	r, _ = c.call("call", a, nil)
	return r
}

// Into writes f(a) to the tensors of out, which have the shapes and dtypes of f's results, and share
// no elements. Arguments of f may be among them. Into allocates no Go memory. It needs no temporary
// buffers if f does not read out, or reads each element only where it writes it. It waits as Call
// does.
//
// After an error the tensors of out, and others that f writes, are as they were before the call.
// The exception is a tensor that a launch has begun to write in place. Reading it returns the error
// until all its elements are written.
func (c *Compiled[A, R]) Into(out R, a A) error {
	if c.zero() {
		return failure("into", errNoFunction)
	}
	_, err := c.call("into", a, &out)
	return err
}

// call is Into, or Call if out is nil.
func (c *Compiled[A, R]) call(name string, a A, out *R) (r R, err error) {
	args := newArguments(c.in, unsafe.Pointer(&a))
	defer args.recycle()
	if out != nil {
		args.read(c.out, unsafe.Pointer(out))
	}
	if args.err != nil {
		return filled(c.out, r, nil, args.err), args.err
	}
	if tr := args.outer(); tr != nil { // the call is a part of that recording
		if r = c.f(a); out != nil {
			err = tr.assigns(c.out, unsafe.Pointer(&r), unsafe.Pointer(out), false)
		}
		return r, err
	}
	if args.stands {
		err = errorf(name, "a key of the argument belongs to a call of another compiled function; use it only in that function")
		return filled(c.out, r, nil, err), err
	}
	t := c.find(args)
	if t == nil || checking.Load() {
		return c.callTraced(name, a, out, args)
	}
	tensors, err := t.run(name, args)
	if out != nil {
		return r, err
	}
	return filled(c.out, t.bare.(R), tensors, err), err
}

// callTraced is a call that was not recorded before, or is to be checked.
func (c *Compiled[A, R]) callTraced(name string, a A, out *R, args *arguments) (r R, err error) {
	into := out != nil
	var given R
	if into {
		given = *out // so that out need not be on the heap
	}
	t, err := c.trace(args, func(tr *tracing) {
		b, to, next := a, given, inOrder(tr.stands)
		c.in.change(unsafe.Pointer(&b), stands{next, tr.nextNumber, tr.nextKey})
		if r = c.f(b); tr.refuses(c.out, unsafe.Pointer(&r)) {
			r = *new(R)
		} else if into {
			c.out.change(unsafe.Pointer(&to), stands{tensor: next})
			_ = tr.assigns(c.out, unsafe.Pointer(&r), unsafe.Pointer(&to), true)
		} else {
			tr.returns(c.out, unsafe.Pointer(&r))
		}
		bare := r
		c.out.change(unsafe.Pointer(&bare), stands{tensor: func(*Tensor) *Tensor { return nil }})
		tr.bare = bare
	})
	if err != nil {
		return filled(c.out, r, nil, err), err
	}
	tensors, err := c.runChecked(name, t, a, args)
	return filled(c.out, t.bare.(R), tensors, err), err
}

// filled returns r with these tensors, or with tensors that carry an error.
func filled[R any](out *tree, r R, tensors []*Tensor, err error) R {
	next := inOrder(tensors)
	if err != nil {
		next = func(*Tensor) *Tensor { return fail(err) }
	}
	out.change(unsafe.Pointer(&r), stands{tensor: next})
	return r
}

// Explain describes the recordings. For each kind of arguments it says how many launches a call
// runs at most, what they need, and how often it was called. A call leaves out copies of elements to
// where they lie. Explain also says why an earlier recording did not fit.
func (c *Compiled[A, R]) Explain() string {
	if c.zero() {
		return errNoFunction.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", c.name)
	all := *c.all.Load()
	if len(all) == 0 {
		return b.String() + "not called yet"
	}
	fmt.Fprintf(&b, "recorded for %s of arguments", counted(len(all), "kind", "kinds"))
	for _, t := range all {
		buffers, bytes := t.plan.Scratch()
		fmt.Fprintf(&b, "\n%s: %s, %s of %s for intermediate results; %s; recorded because of %s", t.text(),
			counted(t.plan.Launches(), "launch", "launches"), counted(buffers, "buffer", "buffers"), counted(bytes, "byte", "bytes"),
			counted(int(t.calls.Load()), "call", "calls"), t.why)
	}
	return b.String()
}
