// Package vector has kernels in assembly: loops over contiguous elements, a register at a time.
// Module gen writes them, for amd64 and arm64. On other processors, and with the build tag purego,
// there are none. DESIGN.md gives the reasons.
//
// Every kernel gives the bits of the plain loop that it replaces, except that the bits of a NaN may
// differ. For rows without a plain loop, such as exp, it is within the row's tolerance, and all
// kernels in assembly give the same bits.
package vector

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Kernel computes rows of n elements each, and n is at least the entry's Least. It computes to from
// x, y and z, as many of them as the operation takes. to may be x, y or z if their sizes agree,
// unless the kernel streams. With one row it does not read the steps.
type Kernel func(n int, to, x, y, z unsafe.Pointer, how Mode, rows int, steps *Steps)

// Steps are the bytes from one row to the next: for to, x, y and z.
type Steps = [4]int

// Mode says how a kernel reads and writes.
type Mode = uint

// X, Y and Z say that an operand is one element, which serves a whole row. Operations on one
// operand do not support it. Stream writes past the caches, on amd64: call Fence before others may
// read.
const (
	X Mode = 1 << iota
	Y
	Z
	Stream
)

// Entry is a kernel with the operations that it computes. The result of each operation in Ops is
// the first operand of the next. Operands have the type From, and the result has the type To. Other
// operands of a later operation follow those of the operations before.
type Entry struct {
	Ops      []*op.Op
	From, To op.DType
	Run      Kernel
	Least    int
	Limit    float32 // if not 0, Run is of no use for elements of larger magnitude
	Doubt    float32 // if not 0, results of Run may lack digits where they are of smaller magnitude
}

// entries are lists of them, made when a kernel set is wanted first.
type entries []func() []Entry

func (lists entries) all() (list []Entry) {
	for _, of := range lists {
		list = append(list, of()...)
	}
	return list
}

// Tier is an instruction set: its name, and the kernels that it adds to those of the sets before
// it, or that replace them.
type Tier struct {
	Name       string
	Entries    []Entry
	Transposes map[int]Transpose // by the bytes of an element
	Gathers    map[Stride]Gather
	Scatters   map[Stride]Gather // the way back, of twice Square elements at least; ahead is nothing to them
	Move       Move              // if processors have a quick one
}

// Tiers has what this processor, and its operating system, can run, the best one last.
var Tiers = sync.OnceValue(tiers)

// Move copies bytes by the processor's copy instruction. That knows the length, so it need not read
// the bytes that it overwrites.
type Move func(to, from unsafe.Pointer, bytes int)

// reciprocals and reciprocals512 are filled in by generated files.
var reciprocals, reciprocals512 entries

// Reciprocals returns kernels of operations by one number: shifts by z, where y masks the remaining
// bits of an element, and FloorDivide by a number d of at least 2. FloorDivide takes two single
// elements: the shift z, which has 64 bits, and the reciprocal y. For types of N bits they are:
//
//	l = ceil(log2(d))
//	z = l - 1
//	y = floor(2^(N+l-1)/d) + 1            of signed types,
//	    floor(2^N * (2^l-d)/d) + 1        of unsigned ones,
//	    floor((2^16-1)/d) + 1, of 16 bits, where N is 8, whatever z
func (t *Tier) Reciprocals() []Entry {
	switch t.Name {
	case "avx2":
		return reciprocals.all()
	case "avx512":
		return reciprocals512.all()
	}
	return nil
}

// Stride is the size of an element in bytes, and the distance between elements, in elements.
type Stride struct{ Size, Step int }

// Gather copies rows of n elements that lie a stride apart to rows of contiguous elements. toRow
// and fromRow are the bytes from one row to the next. n is positive and, for a stride other than 0
// or 1, at least Square. ahead is the distance in bytes at which it prefetches; with stride 1 it
// prefetches in every row.
type Gather func(rows, n int, to, from unsafe.Pointer, toRow, fromRow, ahead int)

// Transpose copies an element of each of m lines to each of n: to[i*toStep][j] is
// from[j*fromStep][i], the steps in bytes. n and m are multiples of Square.
type Transpose func(to, from unsafe.Pointer, toStep, fromStep, n, m int)

// Square returns how many elements of a size fill a register. It is the side of the squares in
// which a Transpose works.
func Square(size int) int { return 32 / size }
