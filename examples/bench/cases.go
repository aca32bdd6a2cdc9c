package main

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/wgtensor/wgtensor/device/op"
)

// single is the type of the cases that are not about types.
var single = dtype{op.Float32}

// elementwise lists the cases of some n elements each.
func elementwise(n int) []*job {
	flat := operand{Type: single, Shape: []int{n}}
	add := []step{{Op: "add", Args: []any{"b"}}}
	var jobs []*job
	for _, dt := range op.DTypes() {
		o := operand{Type: dtype{dt}, Shape: []int{n}}
		steps := add
		if dt == op.Bool {
			steps = []step{{Op: "logical_and", Args: []any{"b"}}}
		}
		jobs = append(jobs, operation("same", o, steps, o, o))
	}
	jobs = append(jobs, operation("scalar", flat, []step{{Op: "add", Args: []any{3}}}, flat))
	jobs = append(jobs, freshSum(n))
	jobs = append(jobs, layouts(n, add)...)
	jobs = append(jobs, functions(n)...)
	for _, steps := range []int{3, 8, 20} {
		jobs = append(jobs, chains(n, steps)...)
	}
	return jobs
}

// layouts are additions, and a product, of operands that are not contiguous.
func layouts(n int, add []step) []*job {
	columns := 1 << (bits.Len(uint(n)) / 2)
	rows := max(n/columns, 1)
	side := int(math.Sqrt(float64(n)))
	k := max(int(math.Sqrt(math.Sqrt(float64(n)))+1e-9), 1)
	of := func(shape ...int) operand { return operand{Type: single, Shape: shape} }
	as := func(view string, shape ...int) operand { return operand{Type: single, Shape: shape, View: view} }
	matrix := of(rows, columns)
	half := max(n/2, 1)
	return []*job{
		operation("row", matrix, add, matrix, of(columns)),
		operation("column", matrix, add, matrix, of(rows, 1)),
		operation("outer", matrix, add, of(rows, 1), of(columns)),
		operation("4d", of(k, k, k, k), []step{{Op: "mul", Args: []any{"b"}}}, of(k, 1, k, k), of(1, k, 1, k)),
		operation("transposed", of(side, side), add, of(side, side), as("T", side, side)),
		operation("stepped", of(half), add, as("::2", 2*half), as("::2", 2*half)),
		operation("reversed", of(n), add, as("::-1", n), of(n)),
	}
}

// functions are the cases that compute more than a sum.
func functions(n int) []*job {
	of := func(dt op.DType) operand { return operand{Type: dtype{dt}, Shape: []int{n}} }
	f := of(op.Float32)
	var jobs []*job
	for _, name := range []string{"exp", "tanh", "sigmoid"} {
		jobs = append(jobs, operation(name, f, []step{{Op: name}}, f))
	}
	cast := func(name string, from, to op.DType) *job {
		return operation(name, of(to), []step{{Op: op.Cast.Name, To: &dtype{to}}}, of(from))
	}
	return append(jobs,
		operation("where", f, []step{{Op: "where", Args: []any{"b", "c"}}}, of(op.Bool), f, f),
		operation("compare", of(op.Bool), []step{{Op: "gt", Args: []any{"b"}}}, f, f),
		cast("cast float32", op.Float32, op.Int32),
		cast("cast float32", op.Float32, op.Float16),
		cast("cast uint8", op.Uint8, op.Float32))
}

// chains are count steps, in one launch and in as many launches. All steps are exact, so that both
// give the bits that the naive computation gives.
func chains(n, count int) []*job {
	steps := []step{{Op: "mul", Args: []any{"b"}}, {Op: "add", Args: []any{"c"}}, {Op: "relu"}}
	cycle := []step{
		{Op: "mul", Args: []any{2}}, {Op: "add", Args: []any{"b"}}, {Op: "maximum", Args: []any{0}}, {Op: "sub", Args: []any{1}},
		{Op: "mul", Args: []any{"c"}}, {Op: "minimum", Args: []any{100}}, {Op: "abs"}, {Op: "neg"},
	}
	for i := 0; len(steps) < count; i++ {
		steps = append(steps, cycle[i%len(cycle)])
	}
	flat := operand{Type: single, Shape: []int{n}}
	one := operation(fmt.Sprintf("chain%d", count), flat, steps, flat, flat, flat)
	many := operation(fmt.Sprintf("chain%d unfused", count), flat, steps, flat, flat, flat)
	many.Work.Mode = unfused
	return []*job{one, many}
}

// sweepSizes are the N of the sweep.
func sweepSizes() []int {
	sizes := []int{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}
	for k := 21; k <= 28; k++ {
		sizes = append(sizes, 1<<k)
	}
	return sizes
}

// sweep is one addition at every size, into memory that is there and into a new tensor.
func sweep() []*job {
	var jobs []*job
	for _, n := range sweepSizes() {
		flat := operand{Type: single, Shape: []int{n}}
		jobs = append(jobs, operation("same", flat, []step{{Op: "add", Args: []any{"b"}}}, flat, flat), freshSum(n))
	}
	return jobs
}

// freshSum is the addition of two float32 tensors into a new one.
func freshSum(n int) *job {
	flat := operand{Type: single, Shape: []int{n}}
	j := operation("fresh", flat, []step{{Op: "add", Args: []any{"b"}}}, flat, flat)
	j.Work.Mode = fresh
	return j
}

// copyOf is a copy of so many float32.
func copyOf(words int) *job {
	flat := operand{Type: single, Shape: []int{words}}
	return operation("copy", flat, []step{}, flat)
}

// copyWords is the number of float32 in a copy that moves that many bytes, or at least half. It is
// no more than a device takes in one buffer.
func copyWords(moved, limit int64) int {
	words := max(moved/8, 1)
	if limit > 0 {
		words = min(words, limit/4)
	}
	return 1 << (bits.Len64(uint64(words)) - 1)
}

// operation is the job of some work.
func operation(name string, out operand, steps []step, in ...operand) *job {
	w := &work{In: in, Steps: steps, Out: out, Mode: into}
	t := out.Type
	if len(steps) == 1 && steps[0].Op == "gt" {
		t = in[0].Type // compares them
	}
	return &job{result: result{Name: name, Type: t, N: out.len(), Bytes: w.traffic(), Work: w}}
}
