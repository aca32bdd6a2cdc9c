package exec

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// compiled is a program that was compiled for a kernel set. It serves all launches.
type compiled struct {
	source  *device.Program
	set     *kernel.Set
	values  []value
	outputs []device.Value // those with places have their elements here
	stores  []store
	choices []choice // of stores that need no places
	steps   []step
	slots   int  // for values that steps hand on to others
	cost    int  // of one element, in additions by assembly
	bytes   int  // of the widest elements
	widest  int  // the same, or float if there are loops in Go
	least   int  // elements of a row that the kernels take where it is
	rowless bool // a kernel takes one row only
	faulty  bool // a launch may have an index error
	plain   bool // it is made of maps, and can have no index error

	// Of a program with groups: the phases of a group that is longer than a tile, and those of one
	// that stays in a tile, so that each element is computed once.
	phases, resident []phase
	whole            bool         // a row needs all elements of a group at once
	inOrder          bool         // a scan needs them one after the other
	numbered         bool         // a row needs the numbers of elements
	ranks            device.Value // see ranksOf

	choosing *compiled // the form for launches with choices, or nil: see formFor
}

// value is a program's value: an input, a scalar, a result, or an output's copy of another value.
type value struct {
	bytes   int    // of an element
	most    uint64 // the largest bits of an element
	level   int
	operand int  // of the launch, which it is read from; or -1
	uses    int  // the number of operands and outputs that are the value
	made    int  // when it is computed for the first time, as the number of a turn
	last    int  // when it is read for the last time; beyond all if it is an output
	slot    int  // where it lies if steps hand it on, else -1
	full    bool // it is read as a whole tile, though it may be constant
	list    bool // it is read as one element for each group, though it may be constant
	counter bool // it is a position that is counted in 64 bits
}

// typeOf is the type of a value, in a tile.
func (c *compiled) typeOf(v device.Value) op.DType {
	if c.values[v].counter {
		return op.Uint64
	}
	return c.source.Type(v)
}

// step is an instruction, or several instructions that one kernel computes.
type step struct {
	kernel.Kernel
	to        device.Value
	from      []device.Value // a step with places reads a table first
	constants []device.Value // scalars: see vector.Call
	access    *access        // of such a step, else nil
	name      string         // the operations
	chain     kernel.Key     // the operations and their types
	group     *op.Group      // of a reduction, a scan or a sort, else nil

	// Of a row of groups with a kernel. Others are computed by their meaning.
	reduction             kernel.Reduction
	scan                  kernel.Scan
	sort                  kernel.Sort
	reduces, scans, sorts bool
	factors               []device.Value // of a reduction that adds products: see factorsOf
}

// reads are the values that a step may read.
func (s *step) reads() []device.Value { return append(slices.Clip(s.from), s.factors...) }

// counts reports whether a step needs the numbers of elements.
func (p *compiled) counts() bool { return p.numbered || p.faulty || p.kept() > 0 }

// constant reports whether the kernel takes operand k, if it is constant, as one element.
func (s *step) constant(k int) bool { return s.Vector && len(s.from) > 1 || s.access != nil && k == 0 }

// whole reports whether the kernel takes operand k as a whole tile only. Rows of groups take any matrix.
func (s *step) whole(k int) bool { return s.group == nil && !s.constant(k) }

// once reports whether operand k is a list of the groups' elements.
func (s *step) once(k int) bool { return s.group != nil && s.group.Once && k > 0 }

// float is the bytes of a float32: work is counted in float32 additions. The time and memory of a
// vector grow with the size of its elements. A loop in Go takes the same time for all sizes.
const float = 4

// work is what n elements cost, in additions of float32 by assembly.
func (p *compiled) work(n int) int64 { return int64(n) * int64(p.cost+1) * int64(p.widest) / float }

// programs keeps compiled programs, each in one of two slots. Goroutines read it without a lock.
type programs [1 << 10]atomic.Pointer[compiled]

// Of returns the compiled form of a program.
func (all *programs) Of(p *device.Program, set *kernel.Set) *compiled {
	hash := uintptr(unsafe.Pointer(p)) >> 4
	hash ^= hash >> 10
	slots := [2]*atomic.Pointer[compiled]{&all[hash%uintptr(len(all))], &all[(hash^1)%uintptr(len(all))]}
	for _, at := range slots {
		if c := at.Load(); c != nil && c.source == p {
			return c
		}
	}
	c := compile(p, set)
	if slots[0].Load() != nil { // the older one gives way
		slots[1].Store(slots[0].Load())
	}
	slots[0].Store(c)
	return c
}
