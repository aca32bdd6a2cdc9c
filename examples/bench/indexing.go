package main

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// indexing are the cases of sorts, indices and random numbers of some n elements.
func indexing(n int) []*job {
	columns := 1 << (bits.Len(uint(n)) / 2)
	rows := max(n/columns, 1)
	of := func(dt op.DType, shape ...int) operand { return operand{Type: dtype{dt}, Shape: shape} }
	sorted := func(name, row string, out operand) *job {
		j := operation(name, out, []step{{Op: row, Axes: []int{1}}}, of(op.Float32, rows, columns))
		j.Type, j.N = single, rows*columns
		return j
	}
	flat, table := of(op.Float32, n), of(op.Float32, 1<<16)
	none := []operand{}  // not null, in JSON
	few := min(n, 1<<20) // each element of the result is judged by all of them
	jobs := []*job{
		sorted("sort 1", "sort", of(op.Float32, rows, columns)),
		sorted("argsort 1", "argsort", of(op.Int64, rows, columns)),
		sorted("topk 1", "topk", of(op.Float32, rows, mostTop)),
		operation("take", flat, []step{{Op: "take", Args: []any{"b"}}}, table, of(op.Uint16, n)),
		operation("scatter_add", table, []step{{Op: "scatter_add", Args: []any{"b", "c"}}}, table, of(op.Uint16, few), of(op.Float32, few)),
		operation("uniform", flat, []step{{Op: "uniform", N: n}}, none...),
		operation("normal", flat, []step{{Op: "normal", N: n}}, none...),
	}
	jobs[4].N = few
	return jobs
}

// mostTop is how many elements topk gives.
const mostTop = 10

// greatest are the greatest elements along an axis.
func greatest(t *tensor.Tensor, axis int) *tensor.Tensor {
	values, indices := t.Topk(axis, mostTop)
	indices.Release()
	return values
}

// drawn are numbers of a key.
func (s *step) drawn() *tensor.Tensor {
	key := random.NewKey(seed)
	if s.Op == "normal" {
		return random.Normal(key, tensor.Float32, s.N)
	}
	return random.Uniform(key, tensor.Float32, s.N)
}

const seed = 1

// indexed is the meaning of work that draws numbers or uses an index, for element at of the result. Ok
// is false of other work.
func (w *work) indexed(at int) (want value, ok bool) {
	if len(w.Steps) != 1 {
		return value{}, false
	}
	switch dt := w.Out.Type.DType; w.Steps[0].Op {
	case "take":
		return w.In[0].at(0, []int{int(w.In[1].at(1, []int{at}).Scalar)}), true
	case "scatter_add":
		terms := []op.Scalar{w.In[0].at(0, []int{at}).Scalar}
		for i := range w.In[1].len() {
			if int(w.In[1].at(1, []int{i}).Scalar) == at {
				terms = append(terms, w.In[2].at(2, []int{i}).Scalar)
			}
		}
		return value{op.Sum.Role.(*op.Group).Eval([][]op.Scalar{terms}, []op.DType{dt}, dt)[0], dt}, true
	case "uniform":
		return value{dt.FromFloat(float64(w.drawn(at)>>9) * 0x1p-23), dt}, true
	case "normal":
		return value{dt.FromFloat(float64(op.Normal(w.drawn(at)))), dt}, true
	}
	return value{}, false
}

// drawn are the random bits of an element.
func (w *work) drawn(at int) uint32 {
	return uint32(op.RandomBits.Role.(*op.Bits).Eval(seed, uint64(at)))
}
