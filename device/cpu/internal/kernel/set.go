package kernel

import (
	"fmt"
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

// Set is the kernel set of a device: assembly, and the plain loops where it has none.
type Set struct {
	Name       string
	own        map[Key]Kernel // in assembly, and casts of halves
	fused      map[Chain]Kernel
	transposes [9]vector.Transpose // by the bytes of an element
	gathers    [9][6]vector.Gather // by the bytes, and the distance of neighbours in elements plus 1
}

// sets has the kernel sets that were asked for.
var sets = struct {
	sync.Mutex
	made map[string]*Set
}{made: map[string]*Set{}}

// Names returns the names of the kernel sets that this processor can run, the best one last.
func Names() []string {
	names := []string{Plain}
	for _, v := range Assembled() {
		names = append(names, v.Name)
	}
	return names
}

// Find returns the set of the given name, or the best one for "". A set is made at its first use.
func Find(name string) (*Set, error) {
	names := Names()
	if name == "" {
		name = names[len(names)-1]
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("cpu: no kernels %q here; this processor and build have %s (option KernelSet, or %s)",
			name, strings.Join(names, ", "), Env)
	}
	sets.Lock()
	defer sets.Unlock()
	if sets.made[name] == nil {
		sets.made[name] = newSet(name, Assembled()[:i])
	}
	return sets.made[name], nil
}

// newSet makes a set. Kernels of the sets in over replace the plain loops, a later one those of an
// earlier one.
func newSet(name string, over []*vector.Set) *Set {
	enterLoops()
	t := &Set{Name: name, own: map[Key]Kernel{}, fused: map[Chain]Kernel{}}
	for _, v := range over {
		for _, e := range v.Entries() {
			t.enter(e, v.Name)
		}
		for size, run := range v.Transposes {
			t.transposes[size] = run
		}
		for s, run := range v.Gathers {
			t.gathers[s.Size][s.Stride+1] = run
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

// enter replaces the plain loop by a kernel.
func (t *Set) enter(e vector.Entry, from string) {
	k := Kernel{Run: withPadding(e), Cost: costOf(e), Vector: true, Set: from, Rows: e.Run, Least: e.Least}
	if len(e.Ops) > 1 {
		c := Chain{DType: e.From}
		copy(c.Ops[:], e.Ops)
		t.fused[c] = k
		return
	}
	if e.FallbackAbove > 0 || e.FallbackBelow > 0 {
		wrap := withFallback[float32]
		if e.From == op.Float64 {
			wrap = withFallback[float64]
		}
		k.Run, k.Rows = wrap(t, e, k.Run), nil
	}
	t.own[Key{e.Ops[0], e.From, e.To}] = k
}

// costOf is the cost of a kernel: that of one addition for each operation that is exact. Divisions
// and powers of integers cost as much as a real function.
func costOf(e vector.Entry) int {
	switch e.Ops[0] {
	case op.FloorDivide, op.TruncDivide, op.Fmod, op.Remainder, op.Pow:
		return vectorCost
	}
	if Approximate(e) {
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

// withPadding is the kernel for any number of elements. If they are too few, it computes them in a
// scratch, with any elements behind them. So a result does not depend on how many elements are
// computed with it.
func withPadding(e vector.Entry) Loop {
	least, run, sizes, result := e.Least, e.Run, operandSizes(e), e.To.Size()
	return func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
		if n >= least {
			run(n, to, x, y, z, how, 1, nil)
			return
		}
		s := scratches.Get().(*scratch)
		from := [3]unsafe.Pointer{x, y, z}
		for i, size := range sizes {
			if size > 0 && how&(vector.X<<i) == 0 {
				copyBytes(s.at(i), from[i], n*size)
				from[i] = s.at(i)
			}
		}
		run(least, s.at(0), from[0], from[1], from[2], how&^vector.Stream, 1, nil)
		copyBytes(to, s.at(0), n*result)
		scratches.Put(s)
	}
}

// operandSizes are the bytes of an element of each operand, and 0 beyond the last one.
func operandSizes(e vector.Entry) (sizes [3]int) {
	n := 1
	for _, o := range e.Ops {
		n += o.Arity - 1
	}
	for i := range n {
		sizes[i] = e.From.Size()
	}
	if e.Ops[0].Rule == op.Select {
		sizes[0] = op.Bool.Size()
	}
	return sizes
}

// Together returns the kernel of a chain of operations.
func (t *Set) Together(c Chain) (Kernel, bool) {
	k, ok := t.fused[c]
	return k, ok
}

// Loop returns a kernel that is more than its row's meaning. Ok is false if there is none.
func (t *Set) Loop(k Key) (p Kernel, ok bool) {
	if p, ok = t.own[k]; ok {
		return p, true
	}
	run, ok := loops[k]
	return Kernel{Run: run, Cost: plainCost}, ok
}

// For returns the kernel of an instruction that has been checked.
func (t *Set) For(o *op.Op, from, to op.DType) Kernel {
	if k, ok := t.Loop(Key{o, from, to}); ok {
		return k
	}
	return t.Meaning(o, from, to)
}
