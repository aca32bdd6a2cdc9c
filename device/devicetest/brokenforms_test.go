package devicetest

import (
	"cmp"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// changeNest changes a part of the walk over launches of all forms.
func changeNest(spoil func(w *nest)) func(r *reference) {
	return func(r *reference) {
		r.nest = func(w *nest) {
			spoil(w)
			w.run()
		}
	}
}

// instead of a row of groups, f is computed. right is the row's meaning.
func insteadOf(row *op.Op, f func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar) func(r *reference) {
	return changeNest(func(w *nest) {
		group := w.group
		w.group = func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar {
			if o != row {
				return group(o, args, types, result)
			}
			return f(args, types, result, func() []op.Scalar { return group(o, args, types, result) })
		}
	})
}

// float32s computes a row of groups of float32.
func float32s(row *op.Op, f func(x []float32) float32) func(r *reference) {
	return insteadOf(row, func(args [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		if types[0] != op.Float32 {
			return compute()
		}
		x := make([]float32, len(args[0]))
		for i, s := range args[0] {
			x[i] = math.Float32frombits(uint32(s))
		}
		return []op.Scalar{op.Scalar(math.Float32bits(f(x)))}
	})
}

// changeElements gives a row other elements.
func changeElements(row *op.Op, change func(elements []op.Scalar, dt op.DType) []op.Scalar) func(r *reference) {
	return insteadOf(row, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) []op.Scalar {
		return row.Role.(*op.Group).Eval([][]op.Scalar{change(slices.Clone(args[0]), types[0])}, types, result)
	})
}

func sequential(x []float32) (sum float32) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// pairwise is NumPy's order of additions.
func pairwise(x []float32) float32 {
	if len(x) < 9 {
		return sequential(x)
	}
	return pairwise(x[:len(x)/2]) + pairwise(x[len(x)/2:])
}

var wrongForms = []broken{
	{fault: "runs a form that it does not list", check: "forms/listed", spoil: func(r *reference) {
		forms := r.info.Forms &^ device.Sorts
		r.check = func(r *reference, l *device.Launch) error { return nil }
		r.info.Forms = forms
	}},
	{fault: "reads after a write of its group", check: "forms/inplace", spoil: func(r *reference) {
		r.nest = func(w *nest) { // the first phase is computed again after half of the group is written
			w.size = 1
			for _, n := range w.Shape[w.Kept():] {
				w.size *= n
			}
			for w.first = range max(1, w.Shape[0]) {
				for _, half := range [][2]int{{0, w.size / 2}, {w.size / 2, w.size}} {
					w.read()
					w.compute()
					w.writeAll(half[0], half[1])
				}
			}
		}
	}},
	{fault: "a sum depends on the order", check: "forms/rows/sum", spoil: float32s(op.Sum, sequential)},
	{fault: "a sum is pairwise", check: "forms/rows/sum", spoil: float32s(op.Sum, pairwise)},
	{fault: "a sum in float64 is rounded twice", check: "forms/rows/sum", spoil: float32s(op.Sum, func(x []float32) float32 {
		sum := 0.
		for _, v := range x {
			sum += float64(v)
		}
		return float32(sum)
	})},
	{fault: "a sum loses the tie to even", check: "forms/rows/sum", spoil: insteadOf(op.Sum, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if types[0] != op.Float32 {
			return compute()
		}
		sum := 0.
		for _, s := range args[0] {
			sum += types[0].Float(s)
		}
		if bits := math.Float64bits(sum); bits&(1<<29-1) == 1<<28 { // half way: away from zero
			return []op.Scalar{types[0].FromFloat(math.Float64frombits(bits + 1))}
		}
		return compute()
	})},
	{fault: "a sum of -0 is -0", check: "forms/rows/sum", spoil: float32s(op.Sum, func(x []float32) float32 {
		sum := float32(math.Copysign(0, -1))
		for _, v := range x {
			sum += v
		}
		if sum == 0 {
			return sum
		}
		all := make([]op.Scalar, len(x))
		for i, v := range x {
			all[i] = op.Scalar(math.Float32bits(v))
		}
		f := op.Float32
		return float32(f.Float(op.Sum.Role.(*op.Group).Eval([][]op.Scalar{all}, []op.DType{f}, f)[0]))
	})},
	{fault: "a sum of uint32 wraps", check: "forms/rows/sum", spoil: insteadOf(op.Sum, func(_ [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		sum := compute()
		if types[0] == op.Uint32 {
			sum[0] &= math.MaxUint32
		}
		return sum
	})},
	{fault: "a reduction forgets what is beyond 64", check: "forms/rows/sum", spoil: changeElements(op.Sum, func(x []op.Scalar, _ op.DType) []op.Scalar {
		return x[:min(64, len(x))]
	})},
	{fault: "a mean of int64 wraps", check: "forms/rows/mean", spoil: insteadOf(op.Mean, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if types[0] != op.Int64 || len(args[0]) == 0 {
			return compute()
		}
		sum := int64(0)
		for _, s := range args[0] {
			sum += int64(s)
		}
		return []op.Scalar{result.FromFloat(float64(sum) / float64(len(args[0])))}
	})},
	{fault: "a mean rounds the sum first", check: "forms/rows/mean", spoil: float32s(op.Mean, func(x []float32) float32 { return sequential(x) / float32(len(x)) })},
	{fault: "var is E(x²) - E(x)²", check: "forms/rows/var", spoil: float32s(op.Var, func(x []float32) float32 {
		var s, q float32
		for _, v := range x {
			s, q = s+v, q+v*v
		}
		n := float32(len(x))
		return q/n - s/n*s/n
	})},
	{fault: "a product overflows on the way", check: "forms/rows/prod", spoil: float32s(op.Prod, func(x []float32) float32 {
		p := float32(1)
		for _, v := range x {
			p *= v
		}
		return p
	})},
	{fault: "a minimum loses NaN", check: "forms/rows/min", spoil: float32s(op.Min, func(x []float32) float32 {
		least := float32(math.Inf(1))
		for _, v := range x {
			if v < least {
				least = v
			}
		}
		return least
	})},
	{fault: "a maximum loses the sign of zero", check: "forms/rows/max", spoil: insteadOf(op.Max, func(_ [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		most := compute()
		if types[0].IsFloat() && types[0].Float(most[0]) == 0 {
			most[0] = 0
		}
		return most
	})},
	{fault: "argmax loses the tie", check: "forms/rows/argmax", spoil: insteadOf(op.Argmax, func(args [][]op.Scalar, types []op.DType, _ op.DType, _ func() []op.Scalar) []op.Scalar {
		best := 0
		for i, s := range args[0] {
			if !op.Less(types[0], s, args[0][best]) {
				best = i
			}
		}
		return []op.Scalar{op.Scalar(best)}
	})},
	{fault: "argmin takes a number before NaN", check: "forms/rows/argmin", spoil: insteadOf(op.Argmin, func(args [][]op.Scalar, types []op.DType, _ op.DType, _ func() []op.Scalar) []op.Scalar {
		best := 0
		for i, s := range args[0] {
			if op.Less(types[0], s, args[0][best]) {
				best = i
			}
		}
		return []op.Scalar{op.Scalar(best)}
	})},
	{fault: "argmax counts in the order of memory", check: "forms/layouts", spoil: changeNest(func(w *nest) {
		group := w.group
		w.group = func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar {
			got := group(o, args, types, result)
			if s := w.In[0].Layout.Strides; o == op.Argmax && len(s) > 0 && s[len(s)-1] < 0 {
				got[0] = op.Scalar(len(args[0])-1) - got[0]
			}
			return got
		}
	})},
	{fault: "any takes NaN for false", check: "forms/rows/any", spoil: changeElements(op.AnyOf, func(x []op.Scalar, dt op.DType) []op.Scalar {
		for i, s := range x {
			if dt.IsFloat() && dt.Float(s) != dt.Float(s) {
				x[i] = 0
			}
		}
		return x
	})},
	{fault: "all of nothing is false", check: "forms/rows/all", spoil: insteadOf(op.AllOf, func(args [][]op.Scalar, _ []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		if len(args[0]) == 0 {
			return []op.Scalar{0}
		}
		return compute()
	})},
	{fault: "cumsum adds rounded prefixes", check: "forms/rows/cumsum", spoil: insteadOf(op.Cumsum, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if types[0] != op.Float32 {
			return compute()
		}
		sum, all := float32(0), make([]op.Scalar, len(args[0]))
		for i, s := range args[0] {
			sum += float32(types[0].Float(s))
			all[i] = op.Scalar(math.Float32bits(sum))
		}
		return all
	})},
	{fault: "a scan begins anew after 64", check: "forms/rows/cumsum", spoil: insteadOf(op.Cumsum, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) (all []op.Scalar) {
		for part := range slices.Chunk(args[0], 64) {
			all = append(all, op.Cumsum.Role.(*op.Group).Eval([][]op.Scalar{part}, types, result)...)
		}
		return all
	})},
	{fault: "cummax gives the first of ties", check: "forms/rows/argcummax", spoil: insteadOf(op.Argcummax, func(args [][]op.Scalar, types []op.DType, _ op.DType, _ func() []op.Scalar) []op.Scalar {
		best, all := 0, make([]op.Scalar, len(args[0]))
		for i, s := range args[0] {
			if op.Less(types[0], args[0][best], s) {
				best = i
			}
			all[i] = op.Scalar(best)
		}
		return all
	})},
	{fault: "a logarithm of a sum overflows", check: "forms/rows/logcumsumexp", spoil: insteadOf(op.Logcumsumexp, func(args [][]op.Scalar, types []op.DType, result op.DType, compute func() []op.Scalar) []op.Scalar {
		if types[0] != op.Float32 {
			return compute()
		}
		sum, all := 0., make([]op.Scalar, len(args[0]))
		for i, s := range args[0] {
			sum += math.Exp(types[0].Float(s))
			all[i] = result.FromFloat(math.Log(sum))
		}
		return all
	})},
	{fault: "an unstable sort", check: "forms/rows/argsort", spoil: insteadOf(op.Argsort, func(args [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		indices := compute()
		for i := range len(indices) - 1 {
			if x, y := args[0][indices[i]], args[0][indices[i+1]]; !op.Less(types[0], x, y) {
				indices[i], indices[i+1] = indices[i+1], indices[i]
				break
			}
		}
		return indices
	})},
	{fault: "sorts by bits", check: "forms/rows/sort", spoil: insteadOf(op.Sort, func(args [][]op.Scalar, _ []op.DType, _ op.DType, _ func() []op.Scalar) []op.Scalar {
		return slices.SortedFunc(slices.Values(args[0]), cmp.Compare[op.Scalar])
	})},
	{fault: "descending is ascending backwards", check: "forms/rows/argsort_descending", spoil: insteadOf(op.ArgsortDescending, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) []op.Scalar {
		indices := op.Argsort.Role.(*op.Group).Eval(args, types, result)
		slices.Reverse(indices)
		return indices
	})},
	{fault: "puts -0 before 0", check: "forms/rows/sort", spoil: insteadOf(op.Sort, func(_ [][]op.Scalar, types []op.DType, _ op.DType, compute func() []op.Scalar) []op.Scalar {
		sorted := compute()
		slices.SortStableFunc(sorted, func(x, y op.Scalar) int {
			if types[0].IsFloat() && types[0].Float(x) == 0 && types[0].Float(y) == 0 {
				return cmp.Compare(y, x)
			}
			return 0
		})
		return sorted
	})},
	{fault: "a dot loses its last block", check: "forms/rows/dot", spoil: insteadOf(op.Dot, func(args [][]op.Scalar, types []op.DType, result op.DType, _ func() []op.Scalar) []op.Scalar {
		n := len(args[0]) &^ 1
		return op.Dot.Role.(*op.Group).Eval([][]op.Scalar{args[0][:n], args[1][:n]}, types, result)
	})},
	{fault: "a value of a group is that of the first group", check: "forms/phases", spoil: func(r *reference) {
		r.nest = func(w *nest) {
			var firsts [][]op.Scalar
			eval := w.eval
			w.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
				if v := in.Args[len(in.Args)-1]; w.first > 0 && w.Program.Level(v) == 0 && len(w.values[v]) == 1 {
					args[len(args)-1] = firsts[v][0]
				} else if w.first == 0 {
					firsts = w.values
				}
				return eval(in, args, types)
			}
			w.run()
		}
	}},

	{fault: "random bits of half the counter", check: "forms/random", spoil: changeNest(func(w *nest) {
		eval := w.eval
		w.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if in.Op == op.Threefry2x32 {
				args[1] &= math.MaxUint32
			}
			return eval(in, args, types)
		}
	})},
	{fault: "normal numbers are rounded once, not step by step", check: "forms/random", spoil: changeNest(func(w *nest) {
		eval := w.eval
		w.eval = func(in device.Instr, args []op.Scalar, types []op.DType) op.Scalar {
			if in.Op == op.RandomNormal {
				odd := int64(args[0]>>9<<2) - (1<<24 - 1)
				return op.Float32.FromFloat(math.Sqrt2 * math.Erfinv(float64(odd)/(1<<24)))
			}
			return eval(in, args, types)
		}
	})},
	{fault: "groups are columns", check: "forms/programs", spoil: changeNest(func(w *nest) {
		group := w.group
		w.group = func(o *op.Op, args [][]op.Scalar, types []op.DType, result op.DType) []op.Scalar {
			if g := o.Role.(*op.Group); g.Ordered || g.Numbered {
				args = [][]op.Scalar{slices.Clone(args[0])}
				slices.Reverse(args[0])
			}
			return group(o, args, types, result)
		}
	})},
}
