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
	transposes [9]vector.Transpose // by the bytes of an element
	gathers    [9][6]vector.Gather // by the bytes, and the distance of neighbours in elements plus 1
	compresses [9]vector.Compress  // by the bytes
	sums       map[vector.SumOf]vector.Sum
	counters   [9]counter // by the bytes

	// Those in assembly, by the type of the operands. They are made when a program first needs one: a
	// program has few types, and Go scans what is made at each collection.
	types [16]struct {
		once         sync.Once
		kernels      map[Key]Kernel
		compositions []Composition
	}
}

// sets are the kernel sets that this processor and its operating system can run, the best one last.
// Kernels of one replace the plain loops, and those of the sets before it.
var sets = sync.OnceValue(func() []*Set {
	all := []*Set{{Name: Plain, sums: plainSums}}
	for _, set := range assembled {
		v, last := set(), all[len(all)-1]
		if v == nil {
			break // the next set builds on it
		}
		t := &Set{Name: v.Name, over: append(slices.Clone(last.over), v), transposes: last.transposes, gathers: last.gathers, compresses: last.compresses, sums: last.sums}
		if v.Sums != nil {
			for of, sum := range last.sums {
				if v.Sums[of] == nil {
					v.Sums[of] = sum
				}
			}
			if t.sums = v.Sums; !saysWhetherItRounds(t.sums[vector.Unrounded]) {
				for _, of := range []vector.SumOf{vector.Unrounded, vector.UnroundedProducts, vector.UnroundedColumns, vector.Product, vector.EachProduct} {
					delete(t.sums, of)
				}
			}
		}
		for size, run := range v.Transposes {
			t.transposes[size] = run
		}
		for size, run := range v.Compresses {
			t.compresses[size] = run
		}
		for s, run := range v.Gathers {
			t.gathers[s.Size][s.Stride+1] = run
		}
		all = append(all, t)
	}
	return all
})

// Names returns the names of the kernel sets, the best one last.
func Names() (names []string) {
	for _, t := range sets() {
		names = append(names, t.Name)
	}
	return names
}

// Assembled returns the assembly of the kernel sets, the best one last.
func Assembled() []*vector.Set { return sets()[len(sets())-1].over }

// Find returns the set of the given name, or the best one for "".
func Find(name string) (*Set, error) {
	for _, t := range slices.Backward(sets()) {
		if name == "" || name == t.Name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("cpu: no kernels %q here; this processor and build have %s (option KernelSet, or %s)",
		name, strings.Join(Names(), ", "), Env)
}

// of returns the kernels in assembly for operands of a type.
func (t *Set) of(from op.DType) map[Key]Kernel {
	of := &t.types[from]
	of.once.Do(func() {
		of.kernels = map[Key]Kernel{}
		for _, v := range t.over {
			for _, e := range v.Entries() {
				if e.From != from {
					continue
				}
				k := assembly(e, v.Name)
				if of.kernels[Key{e.Ops, e.From, e.To}] = k; e.Ops[0].As != nil {
					of.compositions = withComposition(of.compositions, e, k)
				}
			}
		}
	})
	return of.kernels
}

// Backend returns the set's name in Info.
func (t *Set) Backend() string {
	if t.Name == Plain {
		return "go"
	}
	return "go+" + t.Name
}

// assembly is the kernel of an entry of the named set.
func assembly(e vector.Entry, set string) Kernel {
	to, from := int8(e.To.Size()), int8(e.From.Size())
	k := Kernel{Cost: costOf(e), Set: set, Vector: true, Least: e.Least, Rows: e.Run, fold: e.Fold,
		sizes: [4]int8{to, from, from, from}, above: e.FallbackAbove, below: e.FallbackBelow}
	if e.Ops[0].Rule == op.Select {
		k.sizes[1] = int8(op.Bool.Size())
	}
	return k
}

// costOf is the cost of a kernel: that of one addition for each operation that is exact. Divisions
// and powers of integers cost as much as a real function, and random bits as much as four.
func costOf(e vector.Entry) int {
	if _, ok := e.Ops[0].Role.(*op.Bits); ok {
		return 4 * vectorCost
	}
	switch e.Ops[0] {
	case op.FloorDivide, op.TruncDivide, op.Fmod, op.Remainder, op.Pow:
		return vectorCost
	}
	switch {
	case slices.ContainsFunc(e.Ops.List(), func(o *op.Op) bool { return o.Tol.For(e.To) > 0 }):
		return vectorCost
	case e.Ops[0].As != nil: // the steps cost less than memory
		return 2
	}
	return len(e.Ops.List())
}

// Together returns a kernel in assembly of several operations.
func (t *Set) Together(k Key) (p Kernel, ok bool) {
	p, ok = t.of(k.From)[k]
	return p, ok
}

// Loop returns a kernel that is more than its row's meaning. Ok is false if there is none.
func (t *Set) Loop(k Key) (p Kernel, ok bool) {
	if p, ok = t.of(k.From)[k]; ok {
		return p.withFallback(t, k), true
	}
	entered.Do(enterLoops)
	if p, ok = loops[k]; ok {
		return p, true
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
