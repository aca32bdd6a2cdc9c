package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// guard is how many bytes before and behind a result have to stay as they are.
const guard = 64

// twin is a kernel beside what it has to agree with.
type twin struct {
	vector.Entry
	rows     vector.Kernel // the assembly; nil if it is right of some operands only
	operands []op.DType
	want     func(n int, args [3][]byte) []byte
}

// eachTwin calls f for every kernel of every kernel set.
func eachTwin(t *testing.T, f func(t *testing.T, w twin)) {
	oneGoroutine(t)
	for _, set := range kernel.Assembled() {
		for _, e := range set.Entries() {
			if e.Ops[0].As != nil {
				continue // package cpu tests compositions
			}
			rows := e.Run
			if approximate(e) { // with what is beyond its limit
				k := kernels(set.Name).For(e.Ops[0], e.From, e.To)
				e.Run = oneRow(k.Run)
			}
			t.Run(fmt.Sprintf("%s/%v/%v/%v", set.Name, e.Ops.List(), e.From, e.To), func(t *testing.T) {
				w := newTwin(e)
				if w.rows = rows; e.FallbackAbove > 0 || e.FallbackBelow > 0 {
					w.rows = nil
				}
				f(t, w)
			})
		}
	}
}

// approximate reports whether the kernel replaces a row's meaning. Its results are within the row's
// tolerance, and have other bits. A composition's are those of its steps.
func approximate(e vector.Entry) bool { return e.Ops[0].As == nil && e.Ops[0].Tol.For(e.To) > 0 }

// oneRow is a kernel that knows no rows as one that does.
func oneRow(run kernel.Loop) vector.Kernel {
	return func(n int, to, x, y, z unsafe.Pointer, how vector.Mode, _ int, _ *vector.Call) {
		run(n, to, x, y, z, how)
	}
}

// newTwin has the operations of the entry computed one by one, by the plain loops if they are exact.
func newTwin(e vector.Entry) twin {
	w := twin{Entry: e, operands: operands(e.Ops[0], e.From)}
	for _, o := range e.Ops.List()[1:] {
		w.operands = append(w.operands, operands(o, e.From)[1:]...)
	}
	if approximate(e) {
		w.want = oneByOne(e, len(w.operands))
		return w
	}
	w.want = func(n int, args [3][]byte) []byte {
		var at [3]unsafe.Pointer
		for k := range w.operands {
			at[k] = unsafe.Pointer(&args[k][0])
		}
		result := make([]byte, 8*n+8)
		to, next, from := unsafe.Pointer(&result[0]), e.Ops[0].Arity, e.From
		for i, o := range e.Ops.List() {
			x, y, z := to, unsafe.Pointer(nil), unsafe.Pointer(nil)
			if i == 0 {
				x, y, z = at[0], at[1], at[2]
			} else if o.Arity > 1 {
				y, next = at[next], next+1
			}
			out := from
			if o == op.Cast || i == len(e.Ops.List())-1 {
				out = e.To
			}
			set := kernel.Plain
			if o.Tol.For(out) > 0 { // then it has the bits that every kernel in assembly has
				set = kernel.Names()[1]
			}
			loop := kernels(set).For(o, from, out)
			loop.Run(n, to, x, y, z, 0)
			from = out
		}
		return result[:n*e.To.Size()]
	}
	return w
}

// oneByOne computes each element alone, by the first kernel set that has assembly. The bits depend
// neither on the kernel set nor on the element's position.
func oneByOne(e vector.Entry, operands int) func(n int, args [3][]byte) []byte {
	first := kernels(kernel.Names()[1]).For(e.Ops[0], e.From, e.To)
	return func(n int, args [3][]byte) []byte {
		result, size := make([]byte, e.To.Size()*n), e.From.Size()
		for i := range n {
			var at [3]unsafe.Pointer
			for k := range operands {
				at[k] = unsafe.Pointer(&args[k][i*size])
			}
			first.Run(1, unsafe.Pointer(&result[i*e.To.Size()]), at[0], at[1], at[2], 0)
		}
		return result
	}
}

// misalign copies bytes so that they lie off an aligned address.
func misalign(bytes []byte, off int) []byte {
	room := make([]byte, len(bytes)+2*guard+off)
	start := int(-uintptr(unsafe.Pointer(&room[0]))%guard) + off
	copy(room[start:], bytes)
	return room[start : start+len(bytes) : start+len(bytes)]
}

// arguments makes n elements of each operand: often special ones.
func (w *twin) arguments(r *rand.Rand, n int) (args [3][]byte) {
	for k := range w.operands {
		args[k] = w.argument(r, k, n)
	}
	return args
}

func (w *twin) argument(r *rand.Rand, k, n int) []byte {
	dt, elements := w.operands[k], make([]op.Scalar, n+1)
	for i := range elements {
		elements[i] = element(r, dt)
		switch {
		case dt.IsFloat() && r.IntN(8) == 0: // zeros of either sign meet
			elements[i] = op.Scalar(r.IntN(2)) << (8*dt.Size() - 1)
		// At even lengths the kernel computes all elements, and none is beyond its limit.
		case w.FallbackAbove > 0 && n%2 == 0 && math.Abs(dt.Float(elements[i])) > float64(w.FallbackAbove):
			elements[i] = dt.FromFloat(1000 * r.NormFloat64())
		}
	}
	return misalign(pack(dt, elements...), r.IntN(guard/dt.Size())*dt.Size())
}

// check runs the kernel in the given mode into a guarded result, or in place of an operand.
func (w *twin) check(t *testing.T, r *rand.Rand, n int, how vector.Mode, inPlace int) {
	args := w.arguments(r, n)
	full, at := args, [3]unsafe.Pointer{}
	for k, dt := range w.operands {
		if how&(vector.X<<k) != 0 {
			full[k] = make([]byte, len(args[k]))
			kernel.Fill(unsafe.Pointer(&full[k][0]), dt.Size(), n, uint64(dt.Load(args[k])))
		}
		at[k] = unsafe.Pointer(&args[k][0])
	}
	want, size := w.want(n, full), w.To.Size()
	room := make([]byte, n*size+3*guard)
	for i := range room {
		room[i] = 0xa5
	}
	start := guard + r.IntN(guard/size)*size
	to := unsafe.Pointer(&room[start])
	got := room[start : start+n*size]
	if inPlace >= 0 {
		to, got = at[inPlace], args[inPlace][:n*size]
	}
	w.Run(n, to, at[0], at[1], at[2], how, 1, nil)
	vector.Fence()
	for i := range n {
		g, want := w.To.Load(got[i*size:]), w.To.Load(want[i*size:])
		if !equal(w.To, g, want) {
			t.Fatalf("n=%d how=%b in place of %d: element %d is %#x, want %#x", n, how, inPlace, i, g, want)
		}
	}
	for i, b := range room {
		if b != 0xa5 && (inPlace >= 0 || i < start || i >= start+n*size) {
			t.Fatalf("n=%d how=%b: byte %d beside the result is written", n, how, i-start)
		}
	}
}

func TestAssemblyAgreesWithThePlainLoopsAtEveryLength(t *testing.T) {
	eachTwin(t, func(t *testing.T, w twin) {
		r := rand.New(rand.NewPCG(3, uint64(w.Least)))
		for n := w.Least; n < w.Least+70; n++ {
			w.check(t, r, n, 0, -1)
		}
		for _, n := range []int{127, 128, 129, 257, 1025} {
			w.check(t, r, n, 0, -1)
			w.check(t, r, n, vector.Stream, -1)
		}
	})
}

func TestAssemblyStreamsToAnyPlaceInALine(t *testing.T) {
	eachTwin(t, func(t *testing.T, w twin) {
		r := rand.New(rand.NewPCG(6, uint64(w.Least)))
		for range 128 / w.To.Size() {
			w.check(t, r, (4+r.IntN(4))*w.Least+r.IntN(w.Least), vector.Stream, -1)
		}
	})
}

func TestAssemblyTakesConstantsAndStreams(t *testing.T) {
	eachTwin(t, func(t *testing.T, w twin) {
		modes := vector.Mode(1) << len(w.operands)
		if len(w.operands) == 1 {
			modes = 1 // operations on one operand do not know constants
		}
		r := rand.New(rand.NewPCG(4, uint64(w.Least)))
		for how := range modes {
			for n := w.Least; n < 3*w.Least+3; n += 1 + r.IntN(w.Least/2) {
				w.check(t, r, n, how, -1)
				w.check(t, r, n, how|vector.Stream, -1)
			}
			n := (4+r.IntN(8))*w.Least + r.IntN(w.Least) // several times round the loop of several registers
			w.check(t, r, n, how, -1)
			w.check(t, r, n, how|vector.Stream, -1)
		}
	})
}

func TestAssemblyWritesInPlace(t *testing.T) {
	eachTwin(t, func(t *testing.T, w twin) {
		r := rand.New(rand.NewPCG(5, uint64(w.Least)))
		for k, dt := range w.operands {
			for n := w.Least; dt.Size() == w.To.Size() && n < 5*w.Least+3; n += 1 + r.IntN(w.Least/2) {
				w.check(t, r, n, 0, k)
			}
		}
	})
}

func TestWhatIsTooShortForAssemblyIsComputedInAScratch(t *testing.T) {
	best, r := kernels(""), rand.New(rand.NewPCG(7, 8))
	eachTwin(t, func(t *testing.T, w twin) {
		if w.Ops[1] != nil {
			return
		}
		k := best.For(w.Ops[0], w.From, w.To)
		w.Run = oneRow(k.Run)
		for n := 1; n < w.Least; n++ {
			w.check(t, r, n, 0, -1)
			if len(w.operands) > 1 {
				w.check(t, r, n, 1<<len(w.operands)-1, -1)
			}
		}
	})
}
