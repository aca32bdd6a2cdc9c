package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// formChecks are about programs that do more than maps. A device that lists no forms only has to
// refuse them.
func (f forms) formChecks() []check {
	all := []check{
		{"forms/listed", "a program of a form that Info does not list is refused with errors.ErrUnsupported, and changes nothing; one that it lists is run", f.checkListed},
	}
	add := func(needs device.Forms, name, rule string, run func() error) {
		if f.info.Forms.Has(needs) {
			all = append(all, check{name, rule, run})
		}
	}
	for _, row := range op.Groups() {
		f.addRow(add, row)
	}
	add(device.Reductions, "forms/layouts", "operands lie anywhere, and any axes are the group", f.checkGroupLayouts)
	add(device.Reductions, "forms/inplace", "all reads of a group come before its first write", f.checkGroupInPlace)
	add(device.Reductions, "forms/phases", "maps stand before, between and after reductions; a value of a group is repeated for its elements", f.checkPhases)
	add(device.Positions, "forms/positions", "a position's element is the offset that its layout gives", f.checkPositions)
	add(device.Loads, "forms/loads", "a load reads the element at the places; load_or gives its last operand where there is none", f.checkLoads)
	add(device.Finds, "forms/finds", "find_left counts the lesser elements, find_right those that are not greater; NaN is the greatest, zeros are equal", f.checkFinds)
	add(device.Stores, "forms/stores", "the last element at a place stays, or all are combined with the content; what has no place is skipped", f.checkStores)
	add(device.Loads|device.Stores, "forms/indices", "the first index error in row-major order is the Fault's; Run is nil, and outputs with places stay as they were", f.checkIndices)
	add(device.Random, "forms/random", "random bits are threefry2x32's", f.checkRandomBits)
	add(device.AllForms, "forms/programs", "random programs of all forms give what the rows mean", f.checkFormPrograms)
	return all
}

// listed has a program for each form.
var listed = []string{
	"(%0 bool level 1)\n%1 bool = any %0\nreturn %1",
	"(%0 bool level 1)\n%1 bool = cummax %0\nreturn %1",
	"(%0 bool level 1)\n%1 bool = sort %0\nreturn %1",
	"(%0 int32 position)\nreturn %0",
	"(%0 bool places 1, %1 int32; %2 bool)\n%3 bool = load_or %0 %1 %2\nreturn %3",
	"(%0 bool places 1, %1 bool)\n%2 int64 = find_left %0 %1\nreturn %2",
	"(%0 bool, %1 int32)\nreturn %0 at %1 skip",
	"(%0 uint64, %1 uint64)\n%2 uint32 = random_bits %0 %1\nreturn %2",
}

// has reports whether the device computes in all types of the program.
func (f forms) has(p *device.Program) bool {
	return !slices.ContainsFunc(types(p), func(dt op.DType) bool { return !f.info.DTypes.Has(dt) })
}

func (f forms) checkListed() error {
	var all faults
	for _, text := range listed {
		t := &formTrial{program: program("%s", text), shape: []int{3, 4}}
		if t.program.Forms()&(device.Reductions|device.Scans|device.Sorts) != 0 {
			t.levels = []int{1}
		}
		if f.operands(t, 3); f.has(t.program) || !f.info.Forms.Has(t.program.Forms()) {
			all.add(f.judge(t))
		}
	}
	return all.join()
}

// groupRows returns the exact rows of groups that have one operand.
func groupRows() (rows []*op.Op) {
	for _, o := range op.Groups() {
		if g := o.Role.(*op.Group); o.Arity == 1 && g.Bound == nil {
			rows = append(rows, o)
		}
	}
	return rows
}

// arrangement is how an operand of [3 4 5] lies, and which axes are its group.
type arrangement struct {
	name  string
	view  view
	order []int // of the operand's axes in the launch; the last ones are the group
	group int
}

var arrangements = []arrangement{
	{"rows", dense, []int{0, 1, 2}, 1},
	{"columns", dense, []int{1, 2, 0}, 1},
	{"the middle", dense, []int{0, 2, 1}, 1},
	{"two axes", dense, []int{1, 0, 2}, 2},
	{"all", dense, []int{0, 1, 2}, 3},
	{"none", dense, []int{0, 1, 2}, 0},
	{"transposed", transpose, []int{0, 1, 2}, 2},
	{"rotated", rotate, []int{0, 1, 2}, 1},
	{"stepped", stepBy(1, 2), []int{0, 1, 2}, 1},
	{"reversed", reverse, []int{0, 1, 2}, 2},
	{"backwards in the group", mirror, []int{0, 1, 2}, 1},
	{"repeated in the group", along(0, 1), []int{0, 1, 2}, 1},
	{"repeated groups", along(2), []int{0, 1, 2}, 1},
	{"overlapping windows", windows, []int{0, 1, 2}, 1},
}

// windows are overlapping ranges of one axis: element (i, j, k) lies at 2i+j+k.
func windows(shape []int) broadcast.Layout {
	l := broadcast.Layout{Shape: shape, Strides: make([]int, len(shape))}
	for axis := range shape {
		l.Strides[axis] = 1
	}
	l.Strides[0] = 2
	return l
}

// checkGroupLayouts has every layout meet every type, and every row.
func (f forms) checkGroupLayouts() error {
	var all faults
	rows, dts := groupRows(), f.dtypes()
	for k := range max(len(rows), len(dts)) {
		for j, a := range arrangements {
			row, dt := rows[(k+j)%len(rows)], dts[(k+2*j)%len(dts)]
			p := f.single(row, dt)
			if !f.info.Forms.Has(p.Forms()) || !f.has(p) {
				continue
			}
			if err := f.judgeArranged(p, dt, a); err != nil {
				all.add(fmt.Errorf("layout %s: %w", a.name, err))
			}
		}
	}
	return all.join()
}

// judgeArranged judges a program of one operand that lies as the arrangement says.
func (f forms) judgeArranged(p *device.Program, dt op.DType, a arrangement) error {
	own := a.view([]int{3, 4, 5})
	l := must(own.Permute(a.order...))
	x := f.array(dt, own).fill(func(int) op.Scalar { return f.value(dt) })
	x.layout = must(x.layout.Permute(a.order...))
	t := &formTrial{program: p, shape: l.Shape, levels: []int{a.group}, in: []array{x}}
	shape := l.Shape
	if p.OutputLevel(0) == 0 {
		shape = l.Shape[:3-a.group]
	}
	out := pick(f.source, []view{dense, transpose, stepBy(0, 2), reverse})
	t.out = []array{f.array(p.Type(p.Outputs()[0]), out(shape))}
	return f.judge(t)
}

// checkGroupInPlace writes the results of a group over its elements.
func (f forms) checkGroupInPlace() error {
	var all faults
	texts := []string{
		"(%%0 %[1]v level 1)\n%%1 %[1]v = max %%0\n%%2 %[1]v = min %%0\n%%3 %[1]v = bitwise_xor %%1 %%2\n%%4 %[1]v = bitwise_xor %%3 %%0\nreturn %%4",
		"(%%0 %[1]v level 1)\n%%1 %[1]v = cummax %%0\nreturn %%1",
		"(%%0 %[1]v level 1)\n%%1 %[1]v = sort_descending %%0\nreturn %%1",
	}
	for _, dt := range []op.DType{op.Int8, op.Int32, op.Uint16, op.Int64} {
		for k, text := range texts {
			p := program(text, dt)
			if !f.has(p) || !f.info.Forms.Has(p.Forms()) {
				continue
			}
			for _, v := range []view{dense, transpose, reverse, stepBy(1, 2)} {
				x := f.random(dt, v([]int{5, 7 + k}))
				all.add(f.judge(&formTrial{program: p, shape: x.layout.Shape, levels: []int{1}, in: []array{x}, out: []array{x}}))
			}
		}
	}
	return all.join()
}

// checkPhases joins maps of both levels with reductions.
func (f forms) checkPhases() error {
	var all faults
	for _, dt := range []op.DType{op.Float32, op.Float16, op.Int32, op.Float64} {
		p := program(`(%%0 %[1]v level 1, %%1 %[1]v, %%2 %[1]v level 1; %%3 %[1]v)
			%%4 %[1]v = mul %%0 %%1
			%%5 %[1]v = max %%4
			%%6 %[1]v = sub %%4 %%5
			%%7 %[1]v = add %%6 %%2
			%%8 %[1]v = min %%7
			%%9 %[1]v = mul %%8 %%3
			%%10 %[1]v = sub %%7 %%8
			return %%10 %%9 %%5`, dt)
		if !f.has(p) {
			continue
		}
		for _, shape := range [][]int{{4, 9}, {1, 70}, {33, 1}} {
			t := f.operands(&formTrial{program: p, shape: shape, levels: []int{1}})
			for _, a := range t.in {
				a.fill(func(int) op.Scalar { return f.moderate(dt) })
			}
			t.in[2].layout.Strides = []int{0, 1} // along the group alone, as a weight is
			all.add(f.judge(t))
		}
	}
	return all.join()
}

func (f forms) checkPositions() error {
	var all faults
	for _, dt := range []op.DType{op.Int32, op.Int64} {
		p := program("(%%0 %[1]v position, %%1 %[1]v)\n%%2 %[1]v = add %%0 %%1\nreturn %%0 %%2", dt)
		if !f.has(p) {
			continue
		}
		for _, strides := range [][]int{{1, 0}, {0, 1}, {-7, 3}, {100, -1}, {0, 0}} {
			t := f.operands(&formTrial{program: p, shape: []int{5, 6}})
			t.in[0].layout.Strides, t.in[0].layout.Offset = strides, f.rng.IntN(50)-25
			t.out[0] = f.array(dt, transpose([]int{5, 6}))
			all.add(f.judge(t))
		}
	}
	grouped := program("(%%0 int64 level 1 position, %%1 int64 position)\n%%2 int64 = max %%0\n%%3 int64 = sub %%2 %%1\nreturn %%3")
	if f.has(grouped) && f.info.Forms.Has(grouped.Forms()) {
		t := f.operands(&formTrial{program: grouped, shape: []int{5, 6}, levels: []int{1}})
		t.in[0].layout.Strides, t.in[1].layout.Offset = []int{10, -1}, 3
		all.add(f.judge(t))
	}
	return all.join()
}

func (f forms) checkRandomBits() error {
	p := program("(%%0 uint64; %%1 uint64)\n%%2 uint64 = threefry2x32 %%1 %%0\n%%3 uint32 = random_bits %%1 %%0\nreturn %%2 %%3")
	if !f.has(p) {
		return nil
	}
	t := f.operands(&formTrial{program: p, shape: []int{100}})
	t.in[0].fill(func(int) op.Scalar { return op.Scalar(f.rng.Uint64() >> f.rng.IntN(64)) })
	t.scalars[0] = op.Scalar(f.rng.Uint64())
	return f.judge(t)
}
