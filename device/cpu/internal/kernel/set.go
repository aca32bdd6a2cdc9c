package kernel

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Env is the environment variable that chooses a device's kernels.
const Env = "WGTENSOR_CPU"

// Plain is the name of the kernels in Go alone.
const Plain = "plain"

// Set is the kernel set of a device: the plain loops, and the assembly that replaces them.
type Set struct {
	Name       string
	plain      func() *Set // nil if it is this one
	Loops      map[Key]Kernel
	fused      map[Chain]Kernel
	transposes [9]vector.Transpose // by the bytes of an element
	gathers    [9][6]vector.Gather // by the bytes, and the distance of neighbours in elements plus 1
	scatters   [9][6]vector.Gather // the same

	sync.RWMutex
	made map[Key]Kernel // of rows without a loop, once they have been asked for
}

// Sets returns every kernel set that this processor can run, the best one last. A set is made at
// its first use.
var Sets = sync.OnceValue(func() []func() *Set {
	plain := sync.OnceValue(func() *Set { return newSet(Plain, nil, nil) })
	all := []func() *Set{plain}
	for i, v := range Assembled() {
		all = append(all, sync.OnceValue(func() *Set { return newSet(v.Name, plain, Assembled()[:i+1]) }))
	}
	return all
})

// Names returns the names of Sets, in the same order.
func Names() []string {
	names := []string{Plain}
	for _, v := range Assembled() {
		names = append(names, v.Name)
	}
	return names
}

// Find returns the set of the given name, or the best one for "".
func Find(name string) (*Set, error) {
	all, names := Sets(), Names()
	if name == "" {
		return all[len(all)-1](), nil
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("cpu: no kernels %q here; this processor and build have %s (option KernelSet, or %s)",
			name, strings.Join(names, ", "), Env)
	}
	return all[i](), nil
}

// newSet makes a set of the plain loops. Kernels of the sets in over replace them, a later one those
// of an earlier one.
func newSet(name string, plain func() *Set, over []*vector.Set) *Set {
	enterLoops()
	t := &Set{Name: name, plain: plain, Loops: maps.Clone(loops), fused: map[Chain]Kernel{}, made: map[Key]Kernel{}}
	for _, v := range over {
		for _, e := range v.Entries {
			t.enter(e, v.Name)
		}
		for size, run := range v.Transposes {
			t.transposes[size] = run
		}
		for s, run := range v.Gathers {
			t.gathers[s.Size][s.Stride+1] = run
		}
		for s, run := range v.Scatters {
			t.scatters[s.Size][s.Stride+1] = run
		}
		if v.Move != nil {
			t.enterMove(v.Move)
		}
	}
	for _, h := range Halves {
		t.halfCasts(h)
	}
	return t
}

// Backend returns the set's name in Info.
func (t *Set) Backend() string {
	if t.Name == Plain {
		return "go"
	}
	return "go+" + t.Name
}

// enter replaces the plain loop by a kernel. If both give the same bits, the loop still computes
// as few elements as the kernel does not take. An approximate kernel gives other bits than its row's
// meaning, so it computes few elements too (withPadding).
func (t *Set) enter(e vector.Entry, from string) {
	if Approximate(e) {
		k := Kernel{Run: withPadding(e), Cost: vectorCost, Vector: true, Set: from, Rows: e.Run, Least: e.Least}
		wrapAbove, wrapBelow := fallbackAbove[float32], fallbackBelow[float32]
		if e.From == op.Float64 {
			wrapAbove, wrapBelow = fallbackAbove[float64], fallbackBelow[float64]
		}
		if e.FallbackAbove > 0 {
			k.Run, k.Rows = wrapAbove(t, e, k.Run), nil
		}
		if e.FallbackBelow > 0 {
			k.Run, k.Rows = wrapBelow(t, e, k.Run), nil
		}
		t.Loops[Key{e.Ops[0], e.From, e.To}] = k
		return
	}
	plainLoop := t.plainChain(e)
	k := Kernel{Cost: costOf(e), Vector: true, Set: from, Rows: e.Run, Least: e.Least}
	switch before := t.Loops[Key{e.Ops[0], e.From, e.To}]; {
	case len(e.Ops) == 1 && before.Vector: // of another set, whose bits are the same
		k.Run = withShort(e, before.Run)
	case sameNaNs(e, plainLoop):
		k.Run = withShort(e, withConstants(plainLoop, operandSizes(e), e.To.Size()))
	default:
		k.Run = withPadding(e)
	}
	if len(e.Ops) > 1 {
		c := Chain{DType: e.From}
		copy(c.Ops[:], e.Ops)
		t.fused[c] = k
		return
	}
	t.Loops[Key{e.Ops[0], e.From, e.To}] = k
}

// costOf is the cost of an exact kernel: that of one addition for each operation. Divisions and
// powers of integers cost as much as a real function.
func costOf(e vector.Entry) int {
	switch e.Ops[0] {
	case op.FloorDivide, op.TruncDivide, op.Fmod, op.Remainder, op.Pow:
		return vectorCost
	}
	return len(e.Ops)
}

// Approximate reports whether the kernel replaces a row's meaning. Its results are within the row's
// tolerance, and have other bits.
func Approximate(e vector.Entry) bool {
	_, plain := loops[Key{e.Ops[0], e.From, e.To}]
	return !plain && e.Ops[0].Tol.For(e.To) > 0
}

// withPadding is the kernel for any number of elements. If they are too few, it fills the operands
// up. So a result does not depend on how many elements are computed with it.
func withPadding(e vector.Entry) Loop {
	least, run, sizes, arity := e.Least, e.Run, operandSizes(e), arity(e)
	return func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if n >= least {
			run(n, to, x, y, z, how, 1, nil)
			return
		}
		s := scratches.Get().(*scratch)
		from := [3]unsafe.Pointer{x, y, z}
		for i := range arity {
			if how&(vector.X<<i) == 0 {
				Fill(s.at(i), sizes[i], least, Load(from[i], sizes[i], false))
				copyBytes(s.at(i), from[i], n*sizes[i])
				from[i] = s.at(i)
			}
		}
		run(least, s.at(0), from[0], from[1], from[2], how&^vector.Stream, 1, nil)
		copyBytes(to, s.at(0), n*e.To.Size())
		scratches.Put(s)
	}
}

func copyBytes(to, from unsafe.Pointer, n int) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// plainChain is an entry's operations one after the other, by the plain loops.
func (t *Set) plainChain(e vector.Entry) Loop {
	if len(e.Ops) == 1 {
		return t.plainly(e.Ops[0], e.From, e.To)
	}
	var runs []Loop
	for _, o := range e.Ops {
		runs = append(runs, t.plainly(o, e.From, e.To))
	}
	return func(n int, to, x, y, z unsafe.Pointer, _ vector.Mode) {
		s := scratches.Get().(*scratch)
		between, next := s.at(0), z
		runs[0](n, between, x, y, nil, 0)
		for i, run := range runs[1:] {
			result := between
			if i == len(runs)-2 {
				result = to
			}
			run(n, result, between, next, nil, 0)
		}
		scratches.Put(s)
	}
}

// plainly is the plain set's kernel, which for halves is made when it is wanted.
func (t *Set) plainly(o *op.Op, from, to op.DType) Loop {
	if p, ok := loops[Key{o, from, to}]; ok {
		return p.Run
	}
	return func(n int, result, x, y, z unsafe.Pointer, how vector.Mode) {
		t.plain().For(o, from, to).Run(n, result, x, y, z, how)
	}
}

// withShort is the kernel, with a loop for fewer elements than the kernel takes.
func withShort(e vector.Entry, shortLoop Loop) Loop {
	least, run := e.Least, e.Run
	return func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if n >= least {
			run(n, to, x, y, z, how, 1, nil)
			return
		}
		shortLoop(n, to, x, y, z, how)
	}
}

// withConstants makes a plain loop take constant operands, which are one element. sizes and result
// are the bytes of an element.
func withConstants(plainLoop Loop, sizes [3]int, result int) Loop {
	return func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if how&(vector.X|vector.Y|vector.Z) == 0 {
			plainLoop(n, to, x, y, z, 0)
			return
		}
		s := scratches.Get().(*scratch)
		from, strides := [3]unsafe.Pointer{x, y, z}, sizes
		for k := range from {
			switch {
			case from[k] == nil: // no operand
				strides[k] = 0
			case how&(vector.X<<k) != 0:
				Fill(s.at(k), sizes[k], min(HalfPart, n), Load(from[k], sizes[k], false))
				from[k], strides[k] = s.at(k), 0
			}
		}
		for i := 0; i < n; i += HalfPart {
			at := from
			for k, stride := range strides {
				at[k] = unsafe.Add(at[k], i*stride)
			}
			plainLoop(min(HalfPart, n-i), unsafe.Add(to, i*result), at[0], at[1], at[2], 0)
		}
		scratches.Put(s)
	}
}

// sameNaNs tries whether the plain loop and the kernel give NaN the same bits. Some do not, such as
// maximum. Then the loop may not compute the end of a range that the kernel computes, because ranges
// depend on the number of threads.
func sameNaNs(e vector.Entry, plainLoop Loop) bool {
	if !e.From.IsFloat() || !e.To.IsFloat() {
		return true
	}
	n := max(e.Least, 64)
	s := new(scratch)
	for k, size := range operandSizes(e) {
		dt := e.From
		if size != dt.Size() {
			dt = op.Bool
		}
		for i := range n {
			x := dt.FromFloat(float64(1 - i%5))
			if i%4 == k && dt.IsFloat() { // of two NaN either will do
				x = dt.FromFloat(math.Copysign(math.NaN(), float64(1-i%3))) | op.Scalar(i%16)
			}
			Fill(unsafe.Add(s.at(k), i*size), size, 1, uint64(x))
		}
	}
	var got [HalfPart]float64
	e.Run(n, unsafe.Pointer(&got), s.at(0), s.at(1), s.at(2), 0, 1, nil)
	plainLoop(n, s.at(3), s.at(0), s.at(1), s.at(2), 0)
	size := n * e.To.Size()
	return bytes.Equal(unsafe.Slice((*byte)(unsafe.Pointer(&got)), size), unsafe.Slice((*byte)(s.at(3)), size))
}

// arity is how many operands an entry's kernel has.
func arity(e vector.Entry) int {
	n := 1
	for _, o := range e.Ops {
		n += o.Arity - 1
	}
	return n
}

// operandSizes are the bytes of an element of each operand.
func operandSizes(e vector.Entry) (sizes [3]int) {
	for i := range sizes {
		sizes[i] = e.From.Size()
	}
	if e.Ops[0].Rule == op.Select {
		sizes[0] = op.Bool.Size()
	}
	return sizes
}

// Has reports whether the row has a kernel other than its meaning.
func (t *Set) Has(o *op.Op, from, to op.DType) bool {
	_, ok := t.Loops[Key{o, from, to}]
	return ok
}

// Together returns the kernel of a chain of operations.
func (t *Set) Together(c Chain) (Kernel, bool) {
	k, ok := t.fused[c]
	return k, ok
}

// For returns the kernel of an instruction that has been checked.
func (t *Set) For(o *op.Op, from, to op.DType) Kernel {
	k := Key{o, from, to}
	if p, ok := t.Loops[k]; ok {
		return p
	}
	t.RLock()
	p, ok := t.made[k]
	t.RUnlock()
	if ok {
		return p
	}
	p = Kernel{Run: t.Meaning(o, from, to), Cost: callCost, Vector: takesModes(o, from)}
	switch {
	case takesModes(o, from):
		p.Cost, p.Set = t.halfCost(o, from, to)
	case o.Tol.For(to) > 0:
		p.Cost = functionCost
	}
	t.Lock()
	t.made[k] = p
	t.Unlock()
	return p
}
