// Package vector says what kernels in assembly are: loops over contiguous elements, a register at a
// time. Below it are a package for each kernel set, and module gen, which writes them for amd64 and
// arm64. On other processors, and with the build tag purego, there are none. DESIGN.md gives the
// reasons.
//
// Every kernel gives the bits of the plain loop that it replaces, except that the bits of a NaN may
// differ. For rows without a plain loop, such as exp, it is within the row's tolerance, and all
// kernels in assembly give the same bits.
package vector

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Kernel computes rows of n elements, at least the entry's Least. It writes to, and reads as many of
// x, y and z as the operation has operands. to may be x, y or z if their elements have one size,
// unless it streams. The call may be nil for one row without constants.
type Kernel func(n int, to, x, y, z unsafe.Pointer, how Mode, rows int, call *Call)

// Fold combines the elements of rows. A row is n registers of Least elements, at least one. They begin a step in bytes
// apart, and the next row begins a stride in bytes behind it. The registers of a row are combined to one, in any order,
// and those of all rows are stored one after the other. Registers side by side are prefetched so
// many bytes ahead, if that is not 0.
type Fold func(rows, n int, to, x unsafe.Pointer, stride, step, ahead int)

// Call is what a kernel of many rows takes besides: the bytes from one row to the next, for to, x, y and
// z, and the elements that are constants of a composition, each at the start of a word.
type Call struct {
	Strides   [4]int
	Constants [MostConstants]uint64
}

// MostConstants is how many constants a composition with a kernel has.
const MostConstants = 6

// Mode says how a kernel reads and writes.
type Mode = uint

// X, Y and Z say which operands are one element for the whole row; kernels of one operand ignore X.
// Stream writes past the caches, on amd64: call Fence before another processor may read.
const (
	X Mode = 1 << iota
	Y
	Z
	Stream
)

// Entry is a kernel and what it computes: Ops one after the other, each on the result of the one
// before. Operands have the dtype From, the result has To. Further operands of a later operation
// follow those of the operations before it. A row that is a composition stands alone: see [Composition].
type Entry struct {
	Ops      Ops
	From, To op.DType
	Run      Kernel
	Least    int
	Fold     Fold // nil but for operations that reductions combine elements by
	// If FallbackAbove is not 0, elements of a larger magnitude need another kernel.
	FallbackAbove float32
	// If FallbackBelow is not 0, results of a smaller magnitude may lack digits, and need another
	// kernel.
	FallbackBelow float32
}

// Ops are up to three operations; the rest is nil.
type Ops [3]*op.Op

// List returns the operations.
func (o Ops) List() []*op.Op { return slices.DeleteFunc(o[:], func(o *op.Op) bool { return o == nil }) }

// Table is lists of entries, made when their kernel set is first used.
type Table []func() []Entry

// Entries makes all lists.
func (t Table) Entries() (list []Entry) {
	for _, of := range t {
		list = append(list, of()...)
	}
	return list
}

// Set is a kernel set: the kernels for processors with some instructions. They add to the kernels
// of the sets before, or replace them.
type Set struct {
	Name       string
	Entries    func() []Entry
	Transposes map[int]Transpose // by the bytes of an element
	Gathers    map[Spacing]Gather
	Compresses map[int]Compress // by the bytes of an element
	Sums       map[SumOf]Sum
	Products   map[Tile]Multiply
	Acrosses   map[Tile]Across // of one row
	Alongs     map[Tile]Along  // of one row, and the rows and columns of y
	Inners     map[Tile]Inner  // of a vector, and the rows of y

	// These sort, by the bytes of a key.
	Keys       map[int]Key
	Partitions map[int]Partition
	Networks   map[int]Network
	LineSorts  map[int]Lines
	LineMerges map[int]Lines
}

// Spacing is the distance of elements, in elements of Size bytes.
type Spacing struct{ Size, Stride int }

// Gather copies rows of n strided elements to contiguous rows. toRow and fromRow are the bytes from
// one row to the next. n is positive and, unless the stride is 0 or 1, at least Square.
type Gather func(rows, n int, to, from unsafe.Pointer, toRow, fromRow int)

// Transpose copies m lines of n elements to n lines of m: to[i*toStride][j] is from[j*fromStride][i],
// with strides in bytes. n and m are multiples of Square.
type Transpose func(to, from unsafe.Pointer, toStride, fromStride, n, m int)

// Square is the side of the squares that a Transpose works in: how many elements of a size in bytes
// fill a register of AVX2.
func Square(size int) int { return 32 / size }

// Compress copies those of n elements whose byte of the mask is 1, one after the other, and returns how many
// there are. To elements of eight bytes it adds by; to others, by is 0. n is a multiple of Round. Behind the
// copies it may write the rest of n elements.
type Compress func(n int, to, from, mask unsafe.Pointer, by int) int

// Round is how many elements a Compress takes at a time.
const Round = 16

// Key makes keys of rows of n elements, or elements of keys, as a KeyForm says. toRow and fromRow are the bytes from one
// row to the next. If elements are floats, it returns other than 0 for NaN or -0 among them.
type Key func(rows, n int, to, from unsafe.Pointer, toRow, fromRow int, form unsafe.Pointer) uint

// KeyForm is the form of keys. An element or a key is first combined with Before, by exclusive or. Where its sign is
// set then, it is combined with Negative, and in the end with Behind. TwiceInfinity is twice the bits of infinity.
type KeyForm struct{ Before, Negative, Behind, TwiceInfinity uint64 }

// Partition moves keys up to a pivot to the front of a list, and the others to the front of their own. It returns how
// many are not above the pivot. It may read and write a register of [Line] bytes behind both lists.
type Partition func(n int, pivot uint, less, all unsafe.Pointer) int

// Network puts keys of pairs of lines in order, the lower one into the first line. A line has [Line] bytes. Each of n
// pairs is two uint16, the bytes in front of each line. n is positive.
type Network func(n int, pairs, lines unsafe.Pointer)

// Lines puts the keys of lines in order, of n times [Together] of them, each for itself. One sorts, and one merges lines
// that rise and then fall, or fall and then rise.
type Lines func(n int, lines unsafe.Pointer)

// Line is how many bytes a line of a Network has, and Together how many lines a Lines takes at a time.
const (
	Line     = 64
	Together = 16
)

// Sum adds or multiplies lines of floats in float64: 32 float32, or 16 float64. stride is the bytes from one
// line to the next, or from one row of lines side by side.
type Sum func(lines int, x unsafe.Pointer, stride int, to *Sums)

// SumOf says what a Sum stores. Magnitudes are those of all elements.
type SumOf uint8

const (
	All               SumOf = iota // one sum of all elements, and magnitudes
	EachColumn                     // a sum of each column, and magnitudes
	WithErrors                     // a sum of each column, and errors
	AllWithErrors                  // four sums, and errors
	Product                        // four products, which together have all elements; Rows is 0 then if one overflows or underflows
	EachProduct                    // products of Rows columns, multiplied by those at At; Rows is 0 then if one overflows or underflows
	Doubles                        // four sums of float64, with errors and magnitudes
	EachDouble                     // a sum of each column of float64, with errors and magnitudes
	Distances                      // four sums of what elements are above Of[0], and in Errors of the squares
	Unrounded                      // a sum of each of Rows rows, with its error
	UnroundedProducts              // the same of products with rows at At, Stride bytes apart
	UnroundedColumns               // sums of Rows columns, added to those at At; Rows is 0 then if one is rounded
)

// Columns is how many float32 a line of a Sum has, and DoubleColumns how many float64.
const (
	Columns       = 32
	DoubleColumns = 16
)

// Sums is what a Sum stores: its sums or products, what rounding took from them, and the magnitudes of
// all elements, as bits: of float64 the upper 32.
type Sums struct {
	Least      uint32 // the least magnitude above 0, less 1
	Most       uint32
	Of, Errors [Columns]float64
	Rows       int            // before: how many there are; behind: how many have a sum that is exact with its error
	At         unsafe.Pointer // float64s, or of products the float32 of the other operand
	Ahead      int            // how many bytes ahead Unrounded prefetches, if that is not 0
	Stride     int            // from one row of the other operand to the next
}

// Depth is the most products that a sum has before it is added to other sums. The bound of [op.Dot]
// relies on it.
const Depth = 256

// Tile is the part of a product of matrices that a Multiply computes, of elements of a type.
type Tile struct {
	Type          op.DType
	Rows, Columns int
}

// Multiply multiplies a tile's rows of x, of n elements, by n rows of y: to[i][j] is the sum of
// x[i][k]*y[k][j], in ascending order of k. With Add that sum is added to what is there. The distances
// are in bytes: from one row to the next, and of x from one element of a row to the next too. n is
// positive.
//
//	for i := range rows {
//		for j := range columns {
//			sum := 0.0
//			for k := range n {
//				sum = FMA(x[i*xRow+k*xStep], y[k*yRow][j], sum)
//			}
//			to[i*toRow][j] = sum // += with Add
//		}
//	}
type Multiply func(n int, to, x, y unsafe.Pointer, toRow, xRow, xStep, yRow int, how Mode)

// Across multiplies a row by columns whose elements lie side by side, yColumn bytes from one column to
// the next. Otherwise it is a Multiply. n elements fill cache lines of
// 64 bytes.
type Across func(n int, to, x, y unsafe.Pointer, yColumn int, how Mode)

// Along adds rows of y to sums: as many as its tile has, each of n elements and multiplied by an element
// of x. They are added in ascending order: one after the other, with FMA. Without Add the sums are 0
// before. n is a multiple of the tile's columns.
type Along func(n int, to, x, y unsafe.Pointer, xStep, yRow int, how Mode)

// Inner multiplies a vector by m rows of y whose elements lie side by side. m is a multiple of the tile's rows. A row has
// n elements, a multiple of [InnerLanes]. Lane j of a sum has the products of the elements j, j+lanes, … in ascending
// order, added with FMA. Then lanes are added: the second quarter to the first one, the fourth to the third one, and that
// to the first one. Of the lanes that are left, one half is added to the other, until there is one. With Add the sum is added to what is
// there. Sums lie side by side.
type Inner func(m, n int, to, x, y unsafe.Pointer, yRow int, how Mode)

// InnerLanes is how many lanes an Inner has, for elements of a size in bytes.
func InnerLanes(size int) int { return 128 / size }

// Add is a Mode of products alone.
const Add Mode = 1
