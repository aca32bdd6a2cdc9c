package devicetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// phased are programs of several instructions around rows of groups. TYPE stands for a
// type, SUM and MEAN for those of its sums and means. All results are exact.
var phased = []string{
	`(%0 TYPE level 1, %1 TYPE, %2 TYPE level 1; %3 TYPE)
	%4 TYPE = mul %0 %1
	%5 TYPE = max %4
	%6 TYPE = sub %4 %5
	%7 TYPE = add %6 %2
	%8 TYPE = min %7
	%9 TYPE = mul %8 %3
	%10 TYPE = sub %7 %8
	return %10 %9 %5`,
	`(%0 TYPE level 1, %1 TYPE level 1; %2 TYPE)
	%3 TYPE = mul %0 %1
	%4 SUM = sum %3
	%5 TYPE = max %0
	%6 SUM = cast %5
	%7 SUM = sub %4 %6
	return %7`,
	`(%0 TYPE level 1, %1 TYPE)
	%2 MEAN = mean %0
	%3 MEAN = cast %0
	%4 MEAN = sub %3 %2
	%5 bool = any %4
	%6 int64 = argmax %4
	%7 MEAN = min %4
	%8 MEAN = cast %1
	%9 MEAN = maximum %7 %8
	return %4 %5 %6 %9`,
	`(%0 TYPE level 1, %1 TYPE)
	%2 TYPE = sub %0 %1
	%3 TYPE = cummax %2
	%4 TYPE = mul %3 %0
	%5 SUM = cumsum %4
	%6 SUM = cast %1
	%7 SUM = sub %5 %6
	return %7 %3`,
	`(%0 TYPE level 1)
	%1 TYPE = max %0
	%2 TYPE = sub %1 %0
	%3 TYPE = cummax %2
	%4 TYPE = min %3
	%5 TYPE = add %2 %4
	%6 TYPE = cummin %5
	%7 TYPE = max %6
	%8 int64 = argmin %6
	%9 TYPE = sub %7 %3
	return %9 %8 %7`,
	`(%0 TYPE level 1, %1 TYPE)
	%2 TYPE = add %0 %1
	%3 TYPE = sort %2
	%4 TYPE = min %3
	%5 TYPE = sub %3 %4
	%6 TYPE = cummax %5
	%7 TYPE = sort_descending %6
	return %7 %4`,
}

// phasedIn is the i-th of these programs in a type.
func phasedIn(i int, dt op.DType) *device.Program { return inType(phased[i], dt) }

// inType is a program with a type instead of TYPE, and those of its sums and means.
func inType(text string, dt op.DType) *device.Program {
	types := strings.NewReplacer("TYPE", dt.String(), "SUM", resultOf(op.Sum, dt).String(), "MEAN", resultOf(op.Mean, dt).String())
	return program("%s", types.Replace(text))
}

// groupShape is a shape with the number of axes of its groups.
type groupShape struct {
	shape []int
	group int
}

var groupShapes = []groupShape{
	{[]int{4, 9}, 1}, {[]int{1, 70}, 1}, {[]int{33, 1}, 1}, {[]int{6}, 0}, {[]int{2, 700}, 1}, {[]int{130, 3}, 1},
	{[]int{1, 5000}, 1}, {[]int{3, 40, 30}, 2}, {[]int{70, 70}, 1}, {[]int{2, 3, 257}, 1},
}

// checkPhases has every program meet every type, shape and view, but not all of them at once.
func (f forms) checkPhases() error {
	var all faults
	dts := []op.DType{op.Float32, op.Float16, op.Int32, op.Float64, op.Int8, op.Uint32}
	views := []view{dense, transpose, windows, padded, mirror, every(1), rotate}
	for k := range phased {
		for j, s := range groupShapes {
			dt := dts[(k+j)%len(dts)]
			p := phasedIn(k, dt)
			if !f.runs(p) || f.frugal() && (k+j)%len(phased) > 0 {
				continue
			}
			t := f.operands(&formTrial{program: p, shape: s.shape, levels: []int{s.group}})
			for i := range t.in {
				if p.Input(i).Level > 0 {
					t.in[i] = f.array(dt, views[(i+j+k)%len(views)](s.shape))
				}
				t.in[i].fill(func(int) op.Scalar { return f.moderate(dt) })
			}
			all.add(f.judge(t))
		}
	}
	return all.join()
}

// overwriting are programs whose result has the elements of the first input.
var overwriting = []string{
	"(%%0 %[1]v level 1)\n%%1 %[1]v = max %%0\n%%2 %[1]v = min %%0\n%%3 %[1]v = bitwise_xor %%1 %%2\n%%4 %[1]v = bitwise_xor %%3 %%0\nreturn %%4",
	"(%%0 %[1]v level 1)\n%%1 %[1]v = cummax %%0\nreturn %%1",
	"(%%0 %[1]v level 1)\n%%1 %[1]v = sort_descending %%0\nreturn %%1",
	"(%%0 %[1]v level 1)\n%%1 %[1]v = max %%0\n%%2 %[1]v = sub %%1 %%0\n%%3 %[1]v = cummin %%2\n%%4 %[1]v = min %%3\n%%5 %[1]v = sub %%2 %%4\nreturn %%5",
	"(%%0 %[1]v level 1)\n%%1 %[1]v = cummax %%0\n%%2 %[1]v = max %%1\n%%3 %[1]v = bitwise_xor %%1 %%2\n%%4 %[1]v = bitwise_xor %%3 %%0\nreturn %%4",
}

// checkGroupInPlace writes the results of a group over its elements.
func (f forms) checkGroupInPlace() error {
	var all faults
	dts := []op.DType{op.Int8, op.Int32, op.Uint16, op.Int64}
	views := []view{dense, transpose, reverse, stepBy(1, 2)}
	for j, dt := range dts {
		for k, text := range overwriting {
			p := program(text, dt)
			if !f.runs(p) || f.frugal() && (j+k)%len(dts) > 0 {
				continue
			}
			for i, v := range views {
				shapes := []groupShape{{[]int{5, 7 + k}, 1}, {[]int{130, 3}, 1}, {[]int{2, 5000}, 1}, {[]int{2, 30, 40}, 2}}
				for m, s := range shapes {
					if m > 0 && (i+j+k)%3 != m-1 || f.frugal() && (i > 1 || m > 0 && k%2 > 0) { // the first always
						continue
					}
					x := f.random(dt, v(s.shape))
					all.add(f.judge(&formTrial{program: p, shape: s.shape, levels: []int{s.group}, in: []array{x}, out: []array{x}}))
				}
			}
		}
	}
	return all.join()
}

// softmax in a type. Its exponentials are not exact, so it is not judged by the walk of the rows.
const softmax = `(%%0 %[1]v level 1)
	%%1 %[1]v = max %%0
	%%2 %[1]v = sub %%0 %%1
	%%3 %[1]v = exp %%2
	%%4 %[1]v = sum %%3
	%%5 %[1]v = div %%3 %%4
	return %%5`

// checkSoftmax compares softmax with its exact value, and softmax in place with it.
func (f forms) checkSoftmax() error {
	var all faults
	for _, c := range []struct {
		dt     op.DType
		shapes []groupShape
	}{
		{op.Float32, []groupShape{{[]int{4, 9}, 1}, {[]int{130, 3}, 1}, {[]int{1, 5000}, 1}}},
		{op.Float16, []groupShape{{[]int{2, 300}, 1}, {[]int{2, 5, 8}, 2}}},
	} {
		dt, p := c.dt, program(softmax, c.dt)
		if !f.runs(p) || f.frugal() && dt != op.Float32 {
			continue
		}
		for _, s := range c.shapes {
			x := f.array(dt, dense(s.shape)).fill(func(int) op.Scalar { return dt.FromFloat(f.rng.NormFloat64() * 4) })
			inPlace := array{&memory{host: slices.Clone(x.host)}, dt, x.layout}
			apart := &formTrial{program: p, shape: s.shape, levels: []int{s.group}, in: []array{x}, out: []array{f.array(dt, dense(s.shape))}}
			same := &formTrial{program: p, shape: s.shape, levels: []int{s.group}, in: []array{inPlace}, out: []array{inPlace}}
			if err := f.judgeSoftmax(apart, same); err != nil {
				all.add(fmt.Errorf("softmax in %v over shape %v: %w", dt, s.shape, err))
			}
		}
	}
	return all.join()
}

// judgeSoftmax allows what exp and div may be off by, twice exp because it is summed too.
func (f forms) judgeSoftmax(apart, same *formTrial) error {
	for _, t := range []*formTrial{apart, same} {
		if err := f.runForm(t); err != nil {
			return err
		}
	}
	x, y := apart.in[0], apart.out[0]
	_, want := apart.walk()
	allowed := 2*op.Exp.Tol.For(y.dtype) + op.Div.Tol.For(y.dtype) + 3
	for i, at := range y.offsets() {
		got := y.load(y.after, at)
		f.report.Elements++
		if off := op.ULP(y.dtype, number(y.dtype, got), number(y.dtype, want[i].value)); !(off <= allowed) {
			f.report.Wrong++
			return fmt.Errorf("element %d: got %s, want %s within %v units", i, show(y.dtype, got), show(y.dtype, want[i].value), allowed)
		}
		if other := x.load(same.out[0].after, x.offsets()[i]); other != got {
			return fmt.Errorf("element %d: %s, and in place %s", i, show(y.dtype, got), show(y.dtype, other))
		}
	}
	return nil
}

// checkAgain runs launches twice, of rows that need not be exact.
func (f forms) checkAgain() error {
	var all faults
	for k, row := range []*op.Op{op.Dot, op.Var, op.Prod, op.Cumprod, op.Logcumsumexp, op.Sum} {
		for j, s := range []groupShape{{[]int{1, 5000}, 1}, {[]int{3, 700}, 1}, {[]int{130, 9}, 1}, {[]int{2, 40, 30}, 2}} {
			dt := []op.DType{op.Float32, op.Float16}[(j+k)%2]
			p := f.single(row, dt)
			if !f.runs(p) || f.frugal() && (j > 0 || k%2 > 0) {
				continue
			}
			t := f.operands(&formTrial{program: p, shape: s.shape, levels: []int{s.group}})
			for _, a := range t.in {
				a.fill(func(int) op.Scalar { return dt.FromFloat(1 + f.rng.NormFloat64()/16) })
			}
			if row == op.Var {
				t.scalars[0] = p.Scalars()[0].FromFloat(1)
			}
			all.add(f.judgeAgain(t))
		}
	}
	return all.join()
}

// judgeAgain runs a launch several times.
func (f forms) judgeAgain(t *formTrial) error {
	if err := f.judge(t); err != nil || f.over() {
		return err
	}
	for range 2 {
		first := t.out[0].after
		if err := f.runForm(t); err != nil {
			return err
		}
		if !bytes.Equal(first, t.out[0].after) {
			return fmt.Errorf("the same launch of %s over shape %v gave other bits when it ran again", t.program.Name(), t.shape)
		}
	}
	return nil
}
