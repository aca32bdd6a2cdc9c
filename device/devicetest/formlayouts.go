package devicetest

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// groupRows returns the exact rows of groups that have one operand.
func groupRows() (rows []*op.Op) {
	for _, o := range op.Groups() {
		if g := o.Role.(*op.Group); o.Arity == 1 && g.Bound == nil {
			rows = append(rows, o)
		}
	}
	return rows
}

// arrangement is how an operand lies, and which axes are its group.
type arrangement struct {
	name  string
	view  view
	shape []int
	order []int // of the operand's axes in the launch; the last ones are the group
	group int
}

var arrangements = []arrangement{
	{"rows", dense, []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"columns", dense, []int{3, 4, 5}, []int{1, 2, 0}, 1},
	{"the middle", dense, []int{3, 4, 5}, []int{0, 2, 1}, 1},
	{"two axes", dense, []int{3, 4, 5}, []int{1, 0, 2}, 2},
	{"all", dense, []int{3, 4, 5}, []int{0, 1, 2}, 3},
	{"none", dense, []int{3, 4, 5}, []int{0, 1, 2}, 0},
	{"transposed", transpose, []int{3, 4, 5}, []int{0, 1, 2}, 2},
	{"rotated", rotate, []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"stepped", stepBy(1, 2), []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"reversed", reverse, []int{3, 4, 5}, []int{0, 1, 2}, 2},
	{"backwards in the group", mirror, []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"repeated in the group", along(0, 1), []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"repeated groups", along(2), []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"overlapping windows", windows, []int{3, 4, 5}, []int{0, 1, 2}, 1},
	{"many rows", dense, []int{130, 3}, []int{0, 1}, 1},
	{"many columns", dense, []int{3, 700}, []int{1, 0}, 1},
	{"many groups of one element", padded, []int{2, 70}, []int{0, 1}, 0},
}

// longArrangements have groups that are longer than a tile of a processor, or a workgroup's share.
var longArrangements = []arrangement{
	{"a long row", dense, []int{1, 5000}, []int{0, 1}, 1},
	{"padded rows", padded, []int{3, 300}, []int{0, 1}, 1},
	{"long columns", dense, []int{300, 7}, []int{1, 0}, 1},
	{"a long column", dense, []int{5000, 1, 2}, []int{1, 2, 0}, 1},
	{"long and backwards", mirror, []int{2, 3, 600}, []int{0, 1, 2}, 1},
	{"long and stepped", stepBy(1, 3), []int{2, 700}, []int{0, 1}, 1},
	{"two long axes", dense, []int{2, 50, 60}, []int{0, 1, 2}, 2},
	{"two long axes, transposed", dense, []int{2, 50, 60}, []int{0, 2, 1}, 2},
	{"two axes apart", dense, []int{40, 3, 50}, []int{1, 0, 2}, 2},
	{"two axes, padded", padded, []int{3, 20, 30}, []int{0, 1, 2}, 2},
	{"long windows", windows, []int{5, 400}, []int{0, 1}, 1},
	{"repeated in a long group", along(0), []int{3, 900}, []int{0, 1}, 1},
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

// padded has three elements after each row that belong to nothing.
func padded(shape []int) broadcast.Layout {
	last := len(shape) - 1
	stored := slices.Clone(shape)
	stored[last] += 3
	return must(dense(stored).Slice(last, 0, shape[last], 1))
}

// checkGroupLayouts has every layout meet every type, and every row. Layouts of long groups, and all
// layouts of a run that saves kernels, meet some of them.
func (f forms) checkGroupLayouts() error {
	var all faults
	rows, dts := groupRows(), f.dtypes()
	for k := range max(len(rows), len(dts)) {
		for j, a := range slices.Concat(arrangements, longArrangements) {
			row, dt := rows[(k+j)%len(rows)], dts[(k+2*j)%len(dts)]
			long := j >= len(arrangements)
			if p := f.single(row, dt); f.runs(p) && !(f.frugal() && (k > 0 || long && j%3 > 0)) && !(f.quick && long && (j+k)%4 > 0) {
				if err := f.judgeArranged(p, dt, a); err != nil {
					all.add(fmt.Errorf("layout %s: %w", a.name, err))
				}
			}
		}
	}
	return all.join()
}

// judgeArranged judges a program of one operand that lies as the arrangement says.
func (f forms) judgeArranged(p *device.Program, dt op.DType, a arrangement) error {
	l := must(a.view(a.shape).Permute(a.order...))
	x := f.random(dt, a.view(a.shape))
	x.layout = must(x.layout.Permute(a.order...))
	t := &formTrial{program: p, shape: l.Shape, levels: []int{a.group}, in: []array{x}}
	shape := l.Shape
	if p.OutputLevel(0) == 0 {
		shape = l.Shape[:len(l.Shape)-a.group]
	}
	out := pick(f.source, []view{dense, transpose, stepBy(0, 2), reverse})
	t.out = []array{f.array(p.Type(p.Outputs()[0]), out(shape))}
	return f.judge(t)
}

// checkEmptyGroups has no groups, groups without elements, and groups of one element without axes.
func (f forms) checkEmptyGroups() error {
	var all faults
	for k, c := range []struct {
		shape []int
		group int
	}{
		{[]int{}, 0}, {[]int{5}, 0}, {[]int{0}, 0}, {[]int{2, 70}, 0},
		{[]int{0, 5}, 1}, {[]int{3, 0}, 1}, {[]int{0, 0}, 1},
		{[]int{3, 0, 4}, 2}, {[]int{3, 0, 4}, 1}, {[]int{0, 2, 3}, 2}, {[]int{0}, 1}, {[]int{1, 1}, 2},
	} {
		empty := slices.Contains(c.shape[len(c.shape)-c.group:], 0)
		for i, row := range op.Groups() {
			dts := f.info.DTypes.List()
			dt := dts[(i+k)%len(dts)]
			if f.frugal() {
				dt = op.Float32
			}
			p := f.single(row, dt)
			if f.runs(p) && !(f.frugal() && i%2 > 0) && !(empty && row.Role.(*op.Group).Some) {
				all.add(f.judge(f.operands(&formTrial{program: p, shape: c.shape, levels: []int{c.group}})))
			}
		}
	}
	return all.join()
}
