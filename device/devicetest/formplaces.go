package devicetest

import (
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// indices fills an array with random indices of an axis of the given size. If outside is not 0,
// about one in outside may be out of bounds.
func (f forms) indices(a array, size, outside int) array {
	return a.fill(func(int) op.Scalar {
		if outside > 0 && f.rng.IntN(outside) == 0 {
			return pick(f.source, []op.Scalar{a.dtype.FromInt(int64(size)), a.dtype.FromInt(int64(-size - 1)), f.value(a.dtype)})
		}
		i := f.rng.IntN(size)
		if a.dtype.Kind() == op.Signed && f.rng.IntN(2) == 0 {
			i -= size
		}
		return a.dtype.FromInt(int64(i))
	})
}

// integers are the types of indices. A device without integers has to refuse an index of int32.
func (f forms) integers() []op.DType {
	all := slices.DeleteFunc(f.dtypes(), func(dt op.DType) bool { return !dt.IsInteger() })
	if len(all) == 0 {
		return []op.DType{op.Int32}
	}
	return all
}

func (f forms) checkLoads() error {
	var all faults
	integers := f.integers()
	for k, dt := range f.dtypes() {
		index := integers[k%len(integers)]
		one := program("(%%0 %[1]v places 1, %%1 %[2]v; %%2 %[1]v)\n%%3 %[1]v = load %%0 %%1\n%%4 %[1]v = load_or %%0 %%1 %%2\nreturn %%3 %%4", dt, index)
		two := program("(%%0 %[1]v places 2, %%1 %[2]v, %%2 %[2]v)\n%%3 %[1]v = load %%0 %%1 %%2\nreturn %%3", dt, index)
		t := f.operands(&formTrial{program: one, shape: []int{4, 5}}, 9)
		f.indices(t.in[1], 9, 0)
		all.add(f.judge(t))
		t = f.operands(&formTrial{program: two, shape: []int{4, 5}}, 3, 6)
		t.in[0] = f.random(dt, broadcast.Layout{Shape: []int{4, 5, 3, 6}, Strides: []int{0, 7, 0, 1}})
		t.in[0].layout.Strides = []int{0, 0, -6, 1} // one table for all, with a reversed axis
		t.in[0].layout.Offset = guard + 12
		f.indices(t.in[1], 3, 0)
		f.indices(t.in[2], 6, 0)
		all.add(f.judge(t))
		or := program("(%%0 %[1]v places 1, %%1 %[2]v; %%2 %[1]v)\n%%3 %[1]v = load_or %%0 %%1 %%2\nreturn %%3", dt, index)
		t = f.operands(&formTrial{program: or, shape: []int{7, 5}}, 3)
		f.indices(t.in[1], 3, 2)
		all.add(f.judge(t))
		empty := f.operands(&formTrial{program: or, shape: []int{3}}, 0)
		all.add(f.judge(empty))
	}
	return all.join()
}

func (f forms) checkFinds() error {
	var all faults
	for _, dt := range f.dtypes() {
		p := program("(%%0 %[1]v places 1, %%1 %[1]v)\n%%2 int64 = find_left %%0 %%1\n%%3 int64 = find_right %%0 %%1\nreturn %%2 %%3", dt)
		for _, n := range []int{0, 1, 2, 31, 64, 100} {
			t := f.operands(&formTrial{program: p, shape: []int{3, 20}}, n)
			values := make([]op.Scalar, 0, n)
			for range n {
				values = append(values, pick(f.source, []op.Scalar{f.value(dt), f.moderate(dt), 0}))
			}
			values = op.Sort.Role.(*op.Group).Eval([][]op.Scalar{values}, []op.DType{dt}, dt)
			t.in[0] = f.list(dt, values)
			t.in[0].layout = broadcast.Layout{Shape: []int{3, 20, n}, Strides: []int{0, 0, 1}, Offset: guard}
			t.in[1].fill(func(int) op.Scalar {
				if n > 0 && f.rng.IntN(2) == 0 {
					return pick(f.source, values)
				}
				return f.value(dt)
			})
			all.add(f.judge(t))
		}
	}
	return all.join()
}

func (f forms) checkStores() error {
	var all faults
	integers := f.integers()
	for k, dt := range f.dtypes() {
		index := integers[k%len(integers)]
		for _, end := range []string{"", " skip", " sum", " prod skip", " min", " max skip"} {
			p := program("(%%0 %v, %%1 %v)\nreturn %%0 at %%1%s", dt, index, end)
			t := f.operands(&formTrial{program: p, shape: []int{3, 40}}, 11)
			t.out[0] = f.array(dt, dense([]int{11})).fill(func(int) op.Scalar { return f.moderate(dt) })
			t.out[0].layout = broadcast.Layout{Shape: []int{3, 40, 11}, Strides: []int{0, 0, 1}, Offset: guard}
			f.indices(t.in[1], 11, 0)
			if end == " skip" || end == " prod skip" || end == " max skip" {
				f.indices(t.in[1], 11, 3)
			}
			all.add(f.judge(t))
		}
		two := program("(%%0 %[1]v, %%1 %[2]v, %%2 %[2]v)\nreturn %%0 at %%1 %%2", dt, index)
		t := f.operands(&formTrial{program: two, shape: []int{30}}, 3, 4)
		t.out[0] = f.random(dt, transpose([]int{3, 4}))
		t.out[0].layout = broadcast.Layout{Shape: []int{30, 3, 4}, Strides: slices.Concat([]int{0}, t.out[0].layout.Strides), Offset: guard}
		f.indices(t.in[1], 3, 0)
		f.indices(t.in[2], 4, 0)
		all.add(f.judge(t))
	}
	f.checkDistinct(&all)
	for _, end := range []string{" any", " all", " sum"} {
		p := program("(%%0 bool, %%1 int32)\nreturn %%0 at %%1%s", end)
		t := f.operands(&formTrial{program: p, shape: []int{9}}, 4)
		t.out[0].layout = broadcast.Layout{Shape: []int{9, 4}, Strides: []int{0, 1}, Offset: guard}
		if f.indices(t.in[1], 4, 0); f.runs(p) {
			all.add(f.judge(t))
		}
	}
	return all.join()
}

// checkDistinct stores at places that are all different.
func (f forms) checkDistinct(all *faults) {
	p := program("(%%0 int32, %%1 int64)\nreturn %%0 at %%1 skip distinct")
	if !f.runs(p) {
		return
	}
	places := f.rng.Perm(700)
	t := f.operands(&formTrial{program: p, shape: []int{700}}, 500)
	t.out[0] = f.random(op.Int32, dense([]int{500}))
	t.out[0].layout = broadcast.Layout{Shape: []int{700, 500}, Strides: []int{0, 1}, Offset: guard}
	t.in[1].fill(func(i int) op.Scalar { return op.Scalar(places[i]) })
	all.add(f.judge(t))
}

// failing are programs that may have several index errors. The inputs of type INDEX are indices.
var failing = []string{
	"(%0 int32 places 1, %1 INDEX)\n%2 int32 = load %0 %1\nreturn %2",
	"(%0 int32 places 2, %1 INDEX, %2 INDEX)\n%3 int32 = load %0 %1 %2\nreturn %3",
	"(%0 int32, %1 INDEX)\nreturn %0 at %1",
	"(%0 int32, %1 INDEX)\nreturn %0 at %1 sum",
	"(%0 int32 places 1, %1 INDEX, %2 int32)\n%3 int32 = load %0 %1\nreturn %3 at %2 skip",
	"(%0 int32 places 1, %1 INDEX, %2 INDEX)\n%3 int32 = load %0 %1\n%4 int32 = load %0 %2\n%5 int32 = add %3 %4\nreturn %5",
	"(%0 int32 places 1, %1 INDEX, %2 INDEX)\n%3 int32 = load %0 %1\nreturn %3 at %2",
	"(%0 int32, %1 INDEX, %2 INDEX)\nreturn %0 at %1, %0 at %2 max",
	"(%0 int32 places 1, %1 INDEX level 1, %2 INDEX)\n%3 int32 = load %0 %2\n%4 int32 = load %0 %1\n%5 int32 = max %4\n%6 int32 = add %5 %3\nreturn %6 at %2, %4",
	"(%0 int32 level 1 places 1, %1 INDEX level 1, %2 INDEX)\n%3 bool = any %1\n%4 int32 = load %0 %1\n%5 int32 = cummax %4\nreturn %5 at %1, %3 at %2",
}

// checkIndices gives launches wrong indices, few and many. Errors come by element, then by
// instruction, then by place. One of level 0 has the number of its group's first element.
func (f forms) checkIndices() error {
	var all faults
	for k, index := range f.integers() {
		for j, text := range failing {
			p := program("%s", strings.ReplaceAll(text, "INDEX", index.String()))
			for m, outside := range []int{0, 1, 5, 90, 400} {
				s := groupShape{[]int{8, 13}, 1}
				if outside == 400 {
					s.shape = []int{230, 3} // an error comes late
				}
				if !f.runs(p) || (j+k+m)%2 > 0 && f.frugal() {
					continue
				}
				all.add(f.judge(f.failingTrial(p, index, s, outside)))
			}
		}
		empty := program("%s", strings.ReplaceAll(failing[len(failing)-1], "INDEX", index.String()))
		if f.runs(empty) {
			all.add(f.judge(f.failingTrial(empty, index, groupShape{[]int{4, 0}, 1}, 1)))
		}
	}
	return all.join()
}

// failingTrial is a launch over a shape, of groups if the program has any. One in outside of its
// indices may be wrong.
func (f forms) failingTrial(p *device.Program, index op.DType, s groupShape, outside int) *formTrial {
	t := &formTrial{program: p, shape: s.shape}
	if p.Forms()&(device.Reductions|device.Scans|device.Sorts) != 0 {
		t.levels = []int{s.group}
	}
	f.operands(t, 5, 5)
	for i := range t.in {
		if t.in[i].dtype == index && p.Input(i).Places == 0 {
			f.indices(t.in[i], 5, outside)
		}
	}
	return t
}
