package devicetest

import (
	"math/bits"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// formChecks are about programs that do more than maps. A device that lists no forms only has to
// refuse them.
func (f forms) formChecks() []check {
	all := []check{
		{"forms/listed", "a program of a form that Info does not list is refused with errors.ErrUnsupported, and changes nothing; one that it lists is run", f.checkListed},
	}
	if f.info.Lacks != nil {
		all = append(all, check{"forms/lacks", "a row that Info says the device lacks is refused with errors.ErrUnsupported, by an error that names the row and the type", f.checkLacks})
	}
	add := func(needs device.Forms, name, rule string, run func() error) {
		if f.info.Forms.Has(needs) {
			all = append(all, check{name, rule, run})
		}
	}
	add(device.Reductions, "forms/layouts", "operands lie anywhere, any axes are the group, and there are any numbers of groups and of elements", f.checkGroupLayouts)
	add(device.Reductions, "forms/dot", "a dot takes operands that lie anywhere, overlap or are repeated, and maps before and after it", f.checkProducts)
	add(device.Reductions|device.Loads|device.Positions, "forms/padded", "a dot takes windows of a table and of what lies around it, by load_or at positions", f.checkPadded)
	add(device.Reductions, "forms/phases", "maps stand before, between and after rows of groups; a value of a group is repeated for its elements", f.checkPhases)
	add(device.Reductions, "forms/inplace", "all reads of a group come before its first write", f.checkGroupInPlace)
	add(device.Reductions, "forms/softmax", "softmax is one launch, also in place, and gives the same bits there", f.checkSoftmax)
	add(device.Reductions, "forms/empty", "there may be no groups, groups of no elements, and groups without axes, of one element", f.checkEmptyGroups)
	add(device.Reductions, "forms/again", "the same launch gives the same bits again", f.checkAgain)
	add(device.Reductions, "forms/refusals", "a launch of groups that fails Launch.Check is an error that changes nothing", f.checkFormRefusals)
	add(device.Reductions, "forms/operands", "a launch of groups binds as many operands as Info().Limits.Buffers and Program.Spare say", f.checkFormOperands)
	add(device.Positions, "forms/positions", "a position's element is the offset that its layout gives", f.checkPositions)
	add(device.Loads, "forms/loads", "a load reads the element at the places; load_or gives its last operand where there is none", f.checkLoads)
	add(device.Finds, "forms/finds", "find_left counts the lesser elements, find_right those that are not greater; NaN is the greatest, zeros are equal", f.checkFinds)
	add(device.Stores, "forms/stores", "the last element at a place stays, or all are combined with the content; what has no place is skipped", f.checkStores)
	add(device.Loads|device.Stores, "forms/places", "so it is where there are many elements, in any layout and in long groups; sums of floats are exact", f.checkLongPlaces)
	add(device.Loads|device.Stores, "forms/indices", "the first index error in row-major order is the Fault's; Run is nil, and outputs with places stay as they were", f.checkIndices)
	add(device.Random, "forms/random", "random bits are threefry2x32's; normal and exponential numbers have the bits of their meaning", f.checkRandomBits)
	add(device.Reductions, "forms/programs", "random programs of all forms that the device lists give what the rows mean", f.checkFormPrograms)
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

func (f forms) checkListed() error {
	var all faults
	for _, text := range listed {
		t := &formTrial{program: program("%s", text), shape: []int{3, 4}}
		if t.program.Forms()&(device.Reductions|device.Scans|device.Sorts) != 0 {
			t.levels = []int{1}
		}
		if f.operands(t, 3); f.runs(t.program) || !f.info.Forms.Has(t.program.Forms()) {
			all.add(f.judge(t))
		}
	}
	return all.join()
}

func (f forms) checkPositions() error {
	var all faults
	for _, dt := range []op.DType{op.Int32, op.Int64} {
		p := program("(%%0 %[1]v position, %%1 %[1]v)\n%%2 %[1]v = add %%0 %%1\nreturn %%0 %%2", dt)
		if !f.runs(p) {
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
	if f.runs(grouped) {
		t := f.operands(&formTrial{program: grouped, shape: []int{5, 6}, levels: []int{1}})
		t.in[0].layout.Strides, t.in[1].layout.Offset = []int{10, -1}, 3
		all.add(f.judge(t))
	}
	return all.join()
}

func (f forms) checkRandomBits() error {
	p := program("(%%0 uint64; %%1 uint64)\n%%2 uint64 = threefry2x32 %%1 %%0\n%%3 uint32 = random_bits %%1 %%0\nreturn %%2 %%3")
	if !f.runs(p) {
		return nil
	}
	t := f.operands(&formTrial{program: p, shape: []int{100}})
	t.in[0].fill(func(int) op.Scalar { return op.Scalar(f.rng.Uint64() >> f.rng.IntN(64)) })
	t.scalars[0] = op.Scalar(f.rng.Uint64())
	if err := f.judge(t); err != nil {
		return err
	}
	numbers := program("(%%0 uint32)\n%%1 float32 = random_normal %%0\n%%2 float32 = random_exponential %%0\nreturn %%1 %%2")
	if !f.runs(numbers) {
		return nil
	}
	t = f.operands(&formTrial{program: numbers, shape: []int{2000}})
	t.in[0].fill(func(i int) op.Scalar { return op.Scalar(bits.Reverse32(uint32(i)) ^ f.rng.Uint32()>>16) })
	return f.judge(t)
}
