package devicetest

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// product is a dot whose operands lie in two ways over a shape.
type product struct {
	name  string
	shape []int
	group int
	x, y  broadcast.Layout // of the shape, without an offset
}

// strided is a layout whose strides alone count.
func strided(strides ...int) broadcast.Layout { return broadcast.Layout{Strides: strides} }

var products = []product{
	{"a matrix product", []int{5, 7, 33}, 1, strided(33, 0, 1), strided(0, 1, 7)},
	{"a matrix product by rows", []int{5, 7, 33}, 1, strided(33, 0, 1), strided(0, 33, 1)},
	{"a matrix product of transposes", []int{4, 9, 20}, 1, strided(1, 0, 4), strided(0, 20, 1)},
	{"a large matrix product", []int{20, 36, 65}, 1, strided(65, 0, 1), strided(0, 1, 36)},
	{"a padded matrix product", []int{6, 5, 12}, 1, strided(15, 0, 1), strided(0, 1, 9)},
	{"products of many matrices", []int{3, 4, 5, 6}, 1, strided(24, 6, 0, 1), strided(30, 0, 1, 5)},
	{"products with one matrix", []int{3, 4, 5, 6}, 1, strided(24, 6, 0, 1), strided(0, 0, 1, 5)},
	{"a matrix and a vector", []int{9, 300}, 1, strided(300, 1), strided(0, 1)},
	{"a vector and a matrix", []int{9, 40}, 1, strided(0, 1), strided(1, 9)},
	{"two long vectors", []int{5000}, 1, strided(1), strided(1)},
	{"every pair", []int{6, 7}, 0, strided(1, 0), strided(0, 1)},
	{"nothing to add", []int{3, 4, 0}, 1, strided(1, 0, 1), strided(0, 1, 1)},
	{"one operand repeated along the group", []int{6, 70}, 1, strided(70, 1), strided(1, 0)},
	{"both repeated along the group", []int{6, 10}, 1, strided(1, 0), strided(0, 0)},
	{"windows", []int{4, 20, 5}, 1, strided(0, 1, 1), strided(5, 0, 1)},
	{"windows of two axes", []int{3, 8, 2, 5}, 2, strided(0, 2, 30, 1), strided(10, 0, 5, 1)},
	{"windows of one operand", []int{20, 15}, 1, strided(1, 1), strided(2, 1)},
	{"a gradient of windows", []int{3, 5, 4, 20}, 2, strided(0, 1, 30, 1), strided(20, 0, 60, 1)},
	{"columns", []int{7, 300}, 1, strided(1, 7), strided(1, 7)},
}

// checkProducts has every product meet every type, or one in a run that saves kernels. A quick run has long
// ones in some types. A product alone may be off by dot's bound. Between maps the numbers are small and
// whole, and so exact.
func (f forms) checkProducts() error {
	var all faults
	dts := f.dtypes()
	for k, c := range products {
		for j, dt := range dts {
			long := broadcast.RowMajor(c.shape...).Len() > 2000
			if f.frugal() && j != k%len(dts) || f.quick && long && (j+k)%4 > 0 {
				continue
			}
			alone := program("(%%0 %[1]v level 1, %%1 %[1]v level 1)\n%%2 %[1]v = dot %%0 %%1\nreturn %%2", dt)
			between := program(`(%%0 %[1]v level 1, %%1 %[1]v level 1, %%2 %[1]v)
				%%3 %[1]v = maximum %%0 %%2
				%%4 %[1]v = dot %%3 %%1
				%%5 %[1]v = maximum %%4 %%2
				%%6 %[1]v = dot %%1 %%3
				return %%5 %%6`, dt)
			value := func() op.Scalar { return f.moderate(dt) }
			if (j+k)%2 > 0 {
				alone, value = between, func() op.Scalar { return dt.FromInt(int64(f.rng.IntN(3))) }
			}
			if !f.runs(alone) {
				continue
			}
			if err := f.judge(f.productTrial(alone, c, value)); err != nil {
				all.add(fmt.Errorf("%s: %w", c.name, err))
			}
		}
	}
	return all.join()
}

// paddings are where the windows of a product lie in a padded table of paddedLen elements: element k of window n at
// first + n * step + k * by.
var paddings = []struct {
	name            string
	first, step, by int
}{
	{"windows that overlap", -4, 1, 1},
	{"reversed windows", 45, -1, 1},
	{"windows of an axis that goes back", 3, 2, -1},
	{"windows far apart", -100, 700, 2},
	{"windows outside of the table", paddedLen, 1, 1},
	{"windows inside the table", 1, 1, 1},
}

const paddedLen = 50

// checkPadded has each of these meet some types; a run that saves kernels has one of them.
func (f forms) checkPadded() error {
	var all faults
	dts := f.dtypes()
	for k, c := range paddings {
		for j, dt := range dts {
			p := program(`(%%0 %[1]v level 1, %%1 %[1]v level 1 places 1, %%2 int32 level 1 position; %%3 %[1]v)
				%%4 %[1]v = load_or %%1 %%2 %%3
				%%5 %[1]v = dot %%0 %%4
				return %%5`, dt)
			if f.frugal() && j != k%len(dts) || f.quick && !f.frugal() && j%len(paddings) != k || !f.runs(p) {
				continue
			}
			rows := []int{33, 3}[j/len(paddings)%2] // more than a tile of them, or few
			t := f.operands(&formTrial{program: p, shape: []int{rows, 40, 17}, levels: []int{1}}, paddedLen)
			t.in[0] = f.array(dt, broadcast.Layout{Shape: t.shape, Strides: []int{17, 0, 1}})
			t.in[1] = f.array(dt, broadcast.Layout{Shape: append(t.shape[:3:3], paddedLen), Strides: []int{0, 0, 0, 1}})
			t.in[2].layout = broadcast.Layout{Shape: t.shape, Strides: []int{0, c.step, c.by}, Offset: c.first}
			for _, a := range t.in[:2] {
				a.fill(func(int) op.Scalar { return f.moderate(dt) })
			}
			if err := f.judge(t); err != nil {
				all.add(fmt.Errorf("%s: %w", c.name, err))
			}
		}
	}
	return all.join()
}

// productTrial is a trial whose first two operands lie as the product says.
func (f forms) productTrial(p *device.Program, c product, value func() op.Scalar) *formTrial {
	t := f.operands(&formTrial{program: p, shape: c.shape, levels: []int{c.group}})
	for k, l := range []broadcast.Layout{c.x, c.y} {
		t.in[k] = f.array(t.in[k].dtype, broadcast.Layout{Shape: c.shape, Strides: l.Strides})
	}
	for _, a := range t.in {
		a.fill(func(int) op.Scalar { return value() })
	}
	return t
}
