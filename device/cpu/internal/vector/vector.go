// Package vector has kernels in assembly: loops over elements side by side, 2 to 64 at a
// time. Module gen writes them, for amd64 and arm64; elsewhere, and with the build tag
// purego, there are none.
//
// Every kernel gives the bits of the plain loop of package cpu that it takes the place of,
// except that one NaN is as good as another. Where there is no plain loop, as for exp, it is
// near the row's meaning, within the row's tolerance; all tiers give the same bits then.
package vector

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Kernel computes rows of n elements, of which there are at least the entry's Least: to from x, y
// and z, as many of them as the operation takes. to may be x, y or z where their sizes
// agree, unless it streams. Of one row it does not read the steps.
type Kernel func(n int, to, x, y, z unsafe.Pointer, how Mode, rows int, steps *Steps)

// Steps are the bytes from a row to the next one, of to, x, y and z.
type Steps = [4]int

// Mode is how a kernel reads and writes.
type Mode = uint

// An operand of X, Y and Z is one element that serves a row; operations on one operand do not
// know that. Stream writes past the caches, on amd64: Fence before others may read.
const (
	X Mode = 1 << iota
	Y
	Z
	Stream
)

// Entry is a kernel and what it computes: Ops in turn, each the first operand of the next,
// on operands of type From, to one of type To. What a later operation takes besides follows
// the operands of those before.
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

// Tier is what some processors have in common: its name, and the kernels that it adds to
// those of the tiers before it, or puts in their place.
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

// Move copies bytes by the instruction that processors have for that. It knows how much there is to come, so
// that it need not read what it will overwrite.
type Move func(to, from unsafe.Pointer, bytes int)

// reciprocals and reciprocals512 are filled in by generated files.
var reciprocals, reciprocals512 entries

// Reciprocals has the kernels of operations by one number: shifts by z, of which y has the bits that are
// left of an element, and FloorDivide by a number d of at least 2. For z, which is of 64 bits
// whatever the type, and y they take, as single elements, a shift and the reciprocal, for types of N bits:
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

// Stride is how far apart elements of so many bytes lie, in elements.
type Stride struct{ Size, Step int }

// Gather copies rows of n elements that lie a stride apart to rows of elements side by side;
// toRow and fromRow are the bytes from one row to the next. n is not 0 and, unless the stride is
// 0 or 1, at least Square. Ahead is how many bytes further on memory is asked for what comes next, of
// every row where the stride is 1.
type Gather func(rows, n int, to, from unsafe.Pointer, toRow, fromRow, ahead int)

// Transpose copies an element of each of m lines to each of n: to[i*toStep][j] is
// from[j*fromStep][i], the steps in bytes. n and m are multiples of Square.
type Transpose func(to, from unsafe.Pointer, toStep, fromStep, n, m int)

// Square is how many elements of so many bytes fill a register, the side of the
// squares that a Transpose works in.
func Square(size int) int { return 32 / size }
