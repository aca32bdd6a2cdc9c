package devicetest

import (
	"math"
	"slices"
	"sort"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// numbersOf are a group's elements as float64.
func numbersOf(x []op.Scalar, dt op.DType) []float64 {
	all := make([]float64, len(x))
	for i, s := range x {
		all[i] = dt.Float(s)
	}
	return all
}

// float64s computes a row of floats in float64, where the group is one of those asked for.
func float64s(row *op.Op, these func(dt op.DType, n int) bool, f func(x []float64) float64) func(r *reference) {
	return insteadOf(row, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if x := args[0]; types[0].IsFloat() && len(x) > 0 && these(types[0], len(x)) {
			return []op.Scalar{result.FromFloat(f(numbersOf(x, types[0])))}
		}
		return compute()
	})
}

func plainSum(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// compensated is Neumaier's sum.
func compensated(x []float64) float64 {
	sum, lost := 0., 0.
	for _, v := range x {
		t := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			lost += sum - t + v
		} else {
			lost += v - t + sum
		}
		sum = t
	}
	if lost != lost || math.IsInf(sum, 0) {
		return sum
	}
	return sum + lost
}

// kahan32 is Kahan's sum in float32.
func kahan32(x []float64) float64 {
	var sum, lost float32
	for _, v := range x {
		y := float32(v) - lost
		t := sum + y
		lost, sum = t-sum-y, t
	}
	return float64(sum)
}

func halves(dt op.DType, _ int) bool { return dt.Size() == 2 }

func beyond(n int) func(op.DType, int) bool {
	return func(_ op.DType, size int) bool { return size > n }
}

// unstable sorts groups of more than n elements so that equal ones are in no order, or the last first.
func unstable(row *op.Op, n int, order func(x []int, less func(i, j int) bool)) func(r *reference) {
	return insteadOf(row, func(args [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		x, descending := args[0], row == op.SortDescending || row == op.ArgsortDescending
		if len(x) <= n {
			return compute()
		}
		all := make([]int, len(x))
		for i := range all {
			all[i] = i
		}
		slices.Reverse(all)
		order(all, func(i, j int) bool {
			if descending {
				i, j = j, i
			}
			return op.Less(types[0], x[all[i]], x[all[j]])
		})
		sorted := make([]op.Scalar, len(x))
		for i, k := range all {
			if sorted[i] = x[k]; row == op.Argsort || row == op.ArgsortDescending {
				sorted[i] = op.Scalar(k)
			}
		}
		return sorted
	})
}

func lastFirst(x []int, less func(i, j int) bool) { sort.SliceStable(x, less) }
func noOrder(x []int, less func(i, j int) bool)   { sort.Slice(x, less) }

// wrongWhere spoils the results of rows of groups where the launch is as asked for.
func wrongWhere(is func(w *nest, row *op.Op) bool) func(r *reference) {
	return changeNest(func(w *nest) {
		group := w.group
		w.group = func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar {
			got := group(o, args, types, result)
			if is(w, o) && len(got) > 0 {
				got = slices.Clone(got)
				got[len(got)-1] = result.FromInt(1) ^ got[len(got)-1]
			}
			return got
		}
	})
}

// within are the sizes and strides of the axes of the first operand's group.
func within(w *nest) (shape, strides []int) {
	l, kept := w.In[0].Layout, w.Kept()
	return l.Shape[min(kept, l.Rank()):], l.Strides[min(kept, l.Rank()):]
}

// second reports whether a row's argument needs the result of another row of a group.
func second(w *nest, row *op.Op) bool {
	groups := 0
	for _, in := range w.Program.Code() {
		if _, ok := in.Op.Role.(*op.Group); ok {
			groups++
		}
		if in.Op == row && groups > 1 {
			return true
		}
	}
	return false
}

// wrongGroups are faults of rows over many groups, long ones, and those that lie in special ways.
var wrongGroups = []broken{
	{fault: "a sum of more than 100 is one of float64", check: "forms/rows/sum", spoil: float64s(op.Sum, beyond(100), plainSum)},
	{fault: "a sum of more than 4,100 is one of float64", check: "forms/rows/sum", spoil: float64s(op.Sum, beyond(4100), plainSum)},
	{fault: "a sum of halves is one of float64", check: "forms/rows/sum", spoil: float64s(op.Sum, halves, plainSum)},
	{fault: "a sum is compensated", check: "forms/rows/sum", spoil: float64s(op.Sum, beyond(0), compensated)},
	{fault: "a sum of float32 is compensated in float64", check: "forms/rows/sum", spoil: float64s(op.Sum, func(dt op.DType, _ int) bool { return dt == op.Float32 }, compensated)},
	{fault: "a sum of halves is compensated in float32", check: "forms/rows/sum", spoil: float64s(op.Sum, halves, kahan32)},
	{fault: "a mean is one of float64", check: "forms/rows/mean", spoil: float64s(op.Mean, beyond(0), func(x []float64) float64 { return plainSum(x) / float64(len(x)) })},
	{fault: "a mean rounds its sum before it divides", check: "forms/rows/mean", spoil: insteadOf(op.Mean, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if !types[0].IsFloat() || len(args[0]) == 0 {
			return compute()
		}
		sum := op.Sum.Role.(*op.Group).Eval(args, types, result)
		return []op.Scalar{result.FromFloat(result.Float(sum[0]) / float64(len(args[0])))}
	})},
	{fault: "a cumsum is one of float64", check: "forms/rows/cumsum", spoil: insteadOf(op.Cumsum, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if !types[0].IsFloat() {
			return compute()
		}
		sum, all := 0., make([]op.Scalar, len(args[0]))
		for i, x := range numbersOf(args[0], types[0]) {
			sum += x
			all[i] = result.FromFloat(sum)
		}
		return all
	})},
	{fault: "var squares in float64 and subtracts", check: "forms/rows/var", spoil: insteadOf(op.Var, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if !types[0].IsFloat() || len(args[0]) == 0 {
			return compute()
		}
		sum, squares, n := 0., 0., float64(len(args[0]))
		for _, x := range numbersOf(args[0], types[0]) {
			sum, squares = sum+x, squares+x*x
		}
		return []op.Scalar{result.FromFloat((squares - sum*sum/n) / max(n-types[1].Float(args[1][0]), 0))}
	})},
	{fault: "var takes the correction for 1", check: "forms/rows/var", spoil: insteadOf(op.Var, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) []op.Scalar {
		return op.Var.Role.(*op.Group).Eval([][]op.Scalar{args[0], {types[1].FromFloat(1)}}, types, result)
	})},
	{fault: "a dot rounds to halves on the way", check: "forms/rows/dot", spoil: insteadOf(op.Dot, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if dt := types[0]; dt == op.Float16 || dt == op.BFloat16 {
			sum := 0.
			for i := range args[0] {
				sum = dt.Float(dt.FromFloat(sum + dt.Float(args[0][i])*dt.Float(args[1][i])))
			}
			return []op.Scalar{result.FromFloat(sum)}
		}
		return compute()
	})},
	{fault: "argmax gives the last of equals", check: "forms/rows/argmax", spoil: insteadOf(op.Argmax, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) []op.Scalar {
		all := op.Argcummax.Role.(*op.Group).Eval(args, types, result)
		return all[len(all)-1:]
	})},
	{fault: "an unstable argsort", check: "forms/rows/argsort", spoil: unstable(op.Argsort, 0, lastFirst)},
	{fault: "an unstable argsort of more than 32", check: "forms/rows/argsort", spoil: unstable(op.Argsort, 32, lastFirst)},
	{fault: "an unstable argsort of more than 300", check: "forms/rows/argsort", spoil: unstable(op.Argsort, 300, lastFirst)},
	{fault: "an unstable descending argsort of more than 300", check: "forms/rows/argsort_descending", spoil: unstable(op.ArgsortDescending, 300, lastFirst)},
	{fault: "a descending argsort by a quick sort", check: "forms/rows/argsort_descending", spoil: unstable(op.ArgsortDescending, 0, noOrder)},
	{fault: "an unstable sort", check: "forms/rows/sort", spoil: unstable(op.Sort, 0, lastFirst)},
	{fault: "an unstable descending sort", check: "forms/rows/sort_descending", spoil: unstable(op.SortDescending, 0, lastFirst)},

	{fault: "a dot of an operand repeated along kept axes", check: "forms/dot", spoil: wrongWhere(func(w *nest, row *op.Op) bool {
		return row == op.Dot && w.Kept() > 1 && slices.Contains(w.In[1].Layout.Strides[:w.Kept()], 0)
	})},
	{fault: "a dot between maps", check: "forms/dot", spoil: wrongWhere(func(w *nest, row *op.Op) bool { return row == op.Dot && len(w.Program.Code()) > 1 })},
	{fault: "a dot of windows", check: "forms/dot", spoil: wrongWhere(func(w *nest, row *op.Op) bool {
		_, strides := within(w)
		k := slices.Index(w.In[0].Layout.Strides[:w.Kept()], 1)
		return row == op.Dot && k >= 0 && slices.Contains(strides, 1)
	})},
	{fault: "groups after the first 64", check: "forms/layouts", spoil: wrongWhere(func(w *nest, _ *op.Op) bool { return w.first >= 64 })},
	{fault: "columns after the first 512", check: "forms/layouts", spoil: wrongWhere(func(w *nest, _ *op.Op) bool { return w.first >= 512 })},
	{fault: "long columns", check: "forms/layouts", spoil: wrongWhere(func(w *nest, _ *op.Op) bool {
		_, strides := within(w)
		return w.size > 100 && len(strides) == 1 && strides[0] > 3
	})},
	{fault: "two long axes", check: "forms/layouts", spoil: wrongWhere(func(w *nest, _ *op.Op) bool {
		shape, _ := within(w)
		return w.size > 100 && len(shape) == 2
	})},
	{fault: "groups of one element without axes", check: "forms/layouts", spoil: wrongWhere(func(w *nest, _ *op.Op) bool { return w.Levels[0] == 0 && w.first > 60 })},
	{fault: "a second phase of more than 100", check: "forms/phases", spoil: wrongWhere(func(w *nest, row *op.Op) bool { return w.size > 100 && second(w, row) })},
	{fault: "a second phase of more than 4,000", check: "forms/phases", spoil: wrongWhere(func(w *nest, row *op.Op) bool { return w.size > 4000 && second(w, row) })},
	{fault: "a second phase after 64 groups", check: "forms/phases", spoil: wrongWhere(func(w *nest, row *op.Op) bool { return w.first >= 64 && second(w, row) })},
	{fault: "a scan after another row", check: "forms/phases", spoil: wrongWhere(func(w *nest, row *op.Op) bool {
		return row.Role.(*op.Group).Gives == op.Prefixes && second(w, row)
	})},
	{fault: "long groups in place", check: "forms/inplace", spoil: wrongWhere(func(w *nest, _ *op.Op) bool { return w.size > 4000 && w.In[0].Buffer == w.Out[0].Buffer })},
	{fault: "softmax in place", check: "forms/softmax", spoil: wrongWhere(func(w *nest, row *op.Op) bool { return row == op.Sum && w.In[0].Buffer == w.Out[0].Buffer })},
	{fault: "a sum of nothing is 1", check: "forms/empty", spoil: insteadOf(op.Sum, func(args [][]op.Scalar, _ []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if len(args[0]) == 0 {
			return []op.Scalar{result.FromInt(1)}
		}
		return compute()
	})},
	{fault: "another order of additions each time", check: "forms/again", spoil: func(r *reference) {
		runs := 0
		float32s(op.Var, func(x []float32) float32 {
			runs++
			v := op.Var.Role.(*op.Group)
			elements := make([]op.Scalar, len(x))
			for i := range x {
				elements[i] = op.Scalar(math.Float32bits(x[i]))
			}
			got := v.Eval([][]op.Scalar{elements, {op.Float32.FromFloat(1)}}, []op.DType{op.Float32, op.Float32}, op.Float32)
			return math.Float32frombits(uint32(got[0]) + uint32(runs%2))
		})(r)
	}},
	{fault: "takes any groups for those of the output", check: "forms/refusals", spoil: func(r *reference) {
		check := r.check
		r.check = func(r *reference, l *device.Launch) error {
			if len(l.Levels) > 0 && l.Levels[0] == 2 {
				return nil
			}
			return check(r, l)
		}
		r.nest = func(w *nest) {
			if w.Levels[0] < 2 {
				w.run()
			}
		}
	}},
	{fault: "binds as many operands as it says, groups or not", check: "forms/operands", spoil: func(r *reference) {
		r.info.Limits.Buffers = 8
		r.check = func(r *reference, l *device.Launch) error {
			info := r.info
			info.Limits.Buffers = 9
			return l.Check(info)
		}
	}},
	{fault: "runs a row that it says it lacks", check: "forms/lacks", spoil: func(r *reference) {
		r.info.Lacks = &device.Gaps{op.Var: op.SetOf(op.Float16)}
		r.check = func(r *reference, l *device.Launch) error {
			info := r.info
			info.Lacks = nil
			return l.Check(info)
		}
	}},
	{fault: "does not say which row it lacks", check: "forms/lacks", spoil: func(r *reference) {
		r.info.Lacks = &device.Gaps{op.Var: op.SetOf(op.Float16)}
		check := r.check
		r.check = func(r *reference, l *device.Launch) error {
			if check(r, l) != nil {
				return &device.UnsupportedError{Device: r.info.Name}
			}
			return nil
		}
	}},
	{fault: "lacks a row of a form that it does not list", check: "forms/lacks", spoil: func(r *reference) {
		r.info.Forms &^= device.Sorts
		r.info.Lacks = &device.Gaps{op.Sort: op.SetOf(op.Float16)}
	}},

	{fault: "the error of the first wrong instruction, not element", check: "forms/indices", spoil: changeNest(func(w *nest) {
		w.fails = func(w *nest, e *device.IndexError) {
			if w.fault == nil {
				w.fault = e
			}
		}
	})},
	{fault: "the last wrong instruction of an element", check: "forms/indices", spoil: changeNest(func(w *nest) {
		w.fails = func(w *nest, e *device.IndexError) {
			if w.fault == nil || e.Element <= w.fault.Element {
				w.fault = e
			}
		}
	})},
	{fault: "places before instructions", check: "forms/indices", spoil: changeNest(func(w *nest) {
		place := false
		w.locate = func(o *device.Operand, from int, at []device.Index, fromEnd bool) (int, *device.IndexError) {
			place = false
			for k := range w.Out {
				place = place || o == &w.Out[k]
			}
			return o.Locate(from, at, fromEnd)
		}
		places := false // whether the error is one of a place
		w.fails = func(w *nest, e *device.IndexError) {
			if w.fault == nil || e.Element < w.fault.Element || e.Element == w.fault.Element && place && !places {
				w.fault, places = e, place
			}
		}
	})},
	{fault: "an error of a group has the group's number", check: "forms/indices", spoil: changeNest(func(w *nest) {
		w.fails = func(w *nest, e *device.IndexError) {
			if w.Levels != nil && e.Element == w.first*w.size {
				e.Element = w.first
			}
			w.fail(e)
		}
	})},
	{fault: "stores in batches, each after its own check", check: "forms/indices", spoil: func(r *reference) {
		r.nest = func(w *nest) {
			if w.run(); w.fault != nil {
				var early []stored
				for _, c := range w.met {
					if w.fault.Element >= 200 && c.i < 200 {
						early = append(early, c)
					}
				}
				w.combine(early)
			}
		}
	}},
}
