package tensor

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// ranked returns the first k elements of an order, and their indices.
func (x *Tensor) ranked(name string, at int, order Order, k int) (values, indices *Tensor) {
	var s steps
	defer s.release()
	x = s.now(x)
	among, of := (*Tensor)(nil), x
	if size := blockSize(x.layout.Shape[at], k); size > 1 {
		among = s.keep(x.candidates(name, at, order, k, size, &s))
		of = s.keep(x.TakeAlongAxis(at, among))
	}
	indices = of.firstOf(name, at, order, k, &s)
	if among != nil {
		indices = among.TakeAlongAxis(at, s.keep(indices))
	}
	return x.TakeAlongAxis(at, indices), indices
}

// firstOf returns the indices of the first k elements of an order. Each is stored at its rank, and no others are, so a
// device need not find them.
func (x *Tensor) firstOf(name string, at int, order Order, k int, s *steps) *Tensor {
	sorted := s.keep(x.scan(name, argsorts[order], at))
	if sorted.err != nil {
		return fail(*sorted.err)
	}
	shape := slices.Clone(x.layout.Shape)
	n := shape[at]
	if n == k {
		return sorted.again(name)
	}
	rank := broadcast.Layout{Shape: slices.Clone(shape), Strides: make([]int, len(shape))}
	rank.Strides[at] = 1
	shape[at] = k
	view := rowMajor(shape).Clone()
	along := newAxis(&view, at)
	view.Shape[at], view.Strides[at] = n, 0
	return collectAt(name, sorted, places{view, []indexedAxis{{axis: along, number: at, index: s.keep(positions(name, x.device, rank))}}}, shape)
}

// leastInBlocks is how many elements are cut in blocks. Of fewer all are sorted by one launch.
const leastInBlocks = 1 << 12

// blockSize is the size of blocks of n elements, if the first k of an order are wanted. It is the one for
// which there are as many blocks as elements in k of them. If these are not few beside n, it is 1.
func blockSize(n, k int) int {
	if k == 0 || n/k < 64 || n < leastInBlocks {
		return 1
	}
	return int(math.Sqrt(float64(n / k)))
}

// candidates returns the indices, in order, of elements among which the first k are. An axis is cut in
// blocks, and each has a first element. If an element is among the first k, less than k blocks have a
// first element before it. It is in the first k blocks, or in what is behind the last block.
func (x *Tensor) candidates(name string, at int, order Order, k, size int, s *steps) *Tensor {
	first := [...]*op.Op{Ascending: op.Nanmin, Descending: op.Max}[order] // NaN is the greatest
	shape := x.layout.Shape
	n := shape[at]
	blocks := n / size
	cut := slices.Replace(slices.Clone(shape), at, at+1, blocks, size)
	o := s.keep(s.keep(x.Slice(at, 0, blocks*size, 1)).Reshape(cut...)).Along(at + 1)
	chosen := s.keep(s.keep(o.row(first)).firstOf(name, at, order, k, s))
	chosen = s.keep(s.keep(chosen.Sort(at)).Mul(size))
	number := func(shape []int, axis, start int) *Tensor {
		l := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: start}
		l.Strides[axis] = 1
		return s.keep(positionsAs(Int64, name, x.device, &l))
	}
	cut[at] = k
	in := s.keep(s.keep(chosen.Unsqueeze(at + 1)).Add(number(cut, at+1, 0)))
	shape = slices.Clone(shape)
	shape[at] = k * size
	in = s.keep(in.Reshape(shape...))
	if shape[at] = n - blocks*size; shape[at] == 0 {
		return in.again(name)
	}
	return Concat(at, in, number(shape, at, blocks*size))
}
