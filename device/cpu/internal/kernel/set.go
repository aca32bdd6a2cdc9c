package kernel

import (
	"fmt"
	"slices"
	"strings"
	"sync"

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
	over       []*vector.Set       // assembly, the best last
	types      [16]kernels         // by the type of the operands
	transposes [9]vector.Transpose // by the bytes of an element
	gathers    [9][6]vector.Gather // by the bytes, and the distance of neighbours in elements plus 1
}

// kernels are those in assembly for operands of one type. They are made when a program first needs
// one: a program has few types, and Go scans what is made at each collection.
type kernels struct {
	once sync.Once
	own  map[Key]Kernel
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
	t := &Set{Name: name, over: over}
	for _, v := range over {
		for size, run := range v.Transposes {
			t.transposes[size] = run
		}
		for s, run := range v.Gathers {
			t.gathers[s.Size][s.Stride+1] = run
		}
	}
	return t
}

// of returns the kernels in assembly for operands of a type.
func (t *Set) of(from op.DType) *kernels {
	all := &t.types[from]
	all.once.Do(func() {
		all.own = map[Key]Kernel{}
		for _, v := range t.over {
			for _, e := range v.Entries() {
				if e.From == from {
					all.enter(e, v.Name)
				}
			}
		}
	})
	return all
}

// Backend returns the set's name in Info.
func (t *Set) Backend() string {
	if t.Name == Plain {
		return "go"
	}
	return "go+" + t.Name
}

// enter replaces the plain loop by a kernel.
func (all *kernels) enter(e vector.Entry, from string) {
	k := Kernel{Cost: costOf(e), Set: from, Vector: true, Least: e.Least, Rows: e.Run, above: e.FallbackAbove, below: e.FallbackBelow}
	k.sizes = [4]int8{int8(e.To.Size()), int8(e.From.Size()), int8(e.From.Size()), int8(e.From.Size())}
	if e.Ops[0].Rule == op.Select {
		k.sizes[1] = int8(op.Bool.Size())
	}
	all.own[Key{e.Ops, e.From, e.To}] = k
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
	return len(e.Ops.List())
}

// Approximate reports whether the kernel replaces a row's meaning. Its results are within the row's
// tolerance, and have other bits.
func Approximate(e vector.Entry) bool { return e.Ops[0].Tol.For(e.To) > 0 }

// Together returns a kernel in assembly of several operations.
func (t *Set) Together(k Key) (p Kernel, ok bool) {
	p, ok = t.of(k.From).own[k]
	return p, ok
}

// Loop returns a kernel that is more than its row's meaning. Ok is false if there is none.
func (t *Set) Loop(k Key) (p Kernel, ok bool) {
	if p, ok = t.of(k.From).own[k]; ok {
		return p.withFallback(t, k), true
	}
	entered.Do(enterLoops)
	if run, ok := loops[k]; ok {
		return Kernel{loop: run, Cost: plainCost}, true
	}
	return t.halfCast(k)
}

// For returns the kernel of an instruction that has been checked.
func (t *Set) For(o *op.Op, from, to op.DType) Kernel {
	if k, ok := t.Loop(One(o, from, to)); ok {
		return k
	}
	return t.Meaning(o, from, to)
}
