package devicetest

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// rowChecks are about single rows of groups.
func (f forms) rowChecks() (all []check) {
	for i, row := range op.Groups() {
		if f.info.Forms.Has(f.single(row, op.Float32).Forms()) {
			all = append(all, check{"forms/rows/" + row.Name, row.Doc, func() error { return f.checkTypes(row, i) }})
		}
	}
	return all
}

// checkTypes has a row of groups, the i-th, meet types.
func (f forms) checkTypes(row *op.Op, i int) error {
	var all faults
	dts := f.info.DTypes.List()
	if f.frugal() { // each row meets two types, and each type two rows or more
		few := f.dtypes()
		dts = []op.DType{op.Float32, few[i%len(few)]}
	}
	for k, dt := range dts {
		if p := f.single(row, dt); f.runs(p) {
			all.add(f.checkRow(row, p, i+k))
		}
	}
	return all.join()
}

// single is the program of a row of groups in a type.
func (f forms) single(row *op.Op, dt op.DType) *device.Program {
	if row == op.Var {
		return program("(%%0 %v level 1; %%1 %v)\n%%2 %v = var %%0 %%1\nreturn %%2", dt, op.Correction(dt), resultOf(row, dt))
	}
	if row == op.Argkth {
		return program("(%%0 %v level 1; %%1 int64)\n%%2 int64 = argkth %%0 %%1\nreturn %%2", dt)
	}
	if row == op.Dot {
		return program("(%%0 %[1]v level 1, %%1 %[1]v level 1)\n%%2 %[1]v = dot %%0 %%1\nreturn %%2", dt)
	}
	return program("(%%0 %v level 1)\n%%1 %v = %v %%0\nreturn %%1", dt, resultOf(row, dt), row)
}

func resultOf(row *op.Op, dt op.DType) op.DType { return row.Role.(*op.Group).Type(dt) }

// checkRow judges a row over sizes of groups and kinds of numbers. Large sizes meet one kind; a quick
// run has two kinds for each size above 3. But sums and var of float32 meet every kind at every size.
func (f forms) checkRow(row *op.Op, p *device.Program, n int) error {
	var all faults
	kinds := groupKinds
	if !p.Inputs()[0].IsFloat() {
		kinds = kinds[:2]
	}
	sums := p.Inputs()[0] == op.Float32 && (row == op.Sum || row == op.Mean || row == op.Cumsum || row == op.Var)
	if sums && !f.frugal() {
		n = 0
	}
	for k, size := range f.groupSizes(n) {
		if size == 0 && row.Role.(*op.Group).Some {
			continue
		}
		for j, kind := range kinds {
			number := (j + k + int(p.Inputs()[0])) % len(kinds)
			if spares := size > 3 && f.quick && number > 1 || size > 257 && number > 0; spares && !sums { // pairs
				continue
			}
			t := f.operands(&formTrial{program: p, shape: []int{min(3, 1+1<<12/max(size, 1)), size}, levels: []int{1}})
			for _, a := range t.in {
				i := 0
				a.fill(func(int) op.Scalar { i++; return kind(f, a.dtype, (i-1)%size) })
			}
			switch row {
			case op.Var:
				t.scalars[0] = p.Scalars()[0].FromFloat(pick(f.source, []float64{0, 1, 0.5, 3, 70}))
			case op.Argkth:
				t.scalars[0] = op.Int64.FromInt(int64(pick(f.source, []int{0, size / 3, size / 2, size - 1, size, -1})))
			}
			all.add(f.judge(t))
		}
	}
	return all.join()
}

// groupSizes are the numbers of elements of groups that the n-th pair of a row and a type meets. In a
// quick run one pair in three meets long groups. A run that saves kernels has short groups or others.
func (f forms) groupSizes(n int) []int {
	short, others, long := []int{0, 1, 2, 3, 63, 64}, []int{65, 257}, []int{5000}
	switch {
	case !f.quick:
		others = []int{65, 255, 256, 257, 1023, 1024, 1025, 4096, 5000, 1<<14 + 1, 1 << 16}
		return append(short, others...)
	case f.frugal() && n%2 == 0:
		return short
	case f.frugal():
		return [][]int{others, long}[n/2%2]
	case n%3 == 0:
		return slices.Concat(short, others, long)
	}
	return append(short, others...)
}

// groupKinds are kinds of numbers that sums and orders meet, by their element i. The first two are of
// any type, the others of floats.
var groupKinds = []func(f forms, dt op.DType, i int) op.Scalar{
	func(f forms, dt op.DType, _ int) op.Scalar { return f.value(dt) }, // any bits
	func(f forms, dt op.DType, _ int) op.Scalar { // few, so that there are ties
		return dt.FromInt(int64(f.rng.IntN(3)))
	},
	func(_ forms, dt op.DType, i int) op.Scalar { // pairs that cancel, and what is left
		big := math.Ldexp(1+float64(i%5), map[op.DType]int{op.Float16: 9, op.BFloat16: 60, op.Float32: 60, op.Float64: 500}[dt])
		return dt.FromFloat([]float64{big, 1 / float64(i+1), -big}[i%3])
	},
	func(_ forms, dt op.DType, i int) op.Scalar { // ties of rounding: 1 and half a unit, and what breaks the tie
		u := map[op.DType]float64{op.Float16: 0x1p-11, op.BFloat16: 0x1p-8, op.Float32: 0x1p-24, op.Float64: 0x1p-53}[dt]
		far := map[op.DType]float64{op.Float16: 0x1p-24, op.BFloat16: 0x1p-70, op.Float32: 0x1p-70, op.Float64: 0x1p-200}[dt]
		if i < 3 {
			return dt.FromFloat([]float64{1, u, far}[i]) // float64 does not hold 1 and far
		}
		return dt.FromFloat([]float64{4 * u, -4 * u, 8 * u, -4 * u, -4 * u, 0}[(i-3)%6])
	},
	func(_ forms, dt op.DType, i int) op.Scalar { return dt.FromFloat(0.1 * float64(1-2*(i&1))) },
	func(f forms, dt op.DType, _ int) op.Scalar { // zeros of both signs and NaN, far apart
		return dt.FromFloat([]float64{0, math.Copysign(0, -1), 0, 1, -1, math.NaN(), math.Inf(1)}[f.rng.IntN(5+2*(f.rng.IntN(20)/19))])
	},
	func(_ forms, dt op.DType, i int) op.Scalar { // products overflow on the way, and do not in the end
		e := map[op.DType]int{op.Float16: 10, op.BFloat16: 80, op.Float32: 80, op.Float64: 700}[dt]
		return dt.FromFloat(math.Ldexp(1, []int{e, e, -e, -e}[i%4]))
	},
	func(_ forms, dt op.DType, i int) op.Scalar { // nothing but a NaN
		return dt.FromFloat([]float64{math.NaN(), 0}[min(i, 1)])
	},
	func(f forms, dt op.DType, _ int) op.Scalar { return f.moderate(dt) },
	func(_ forms, dt op.DType, i int) op.Scalar { // near each other, and far from 0
		digits := map[op.DType]int{op.Float16: 10, op.BFloat16: 7, op.Float32: 23, op.Float64: 52}[dt]
		return dt.FromFloat(math.Ldexp(1, digits) + float64(i%3))
	},
}
