package shaders

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAThreadOwnsTheWordsItWrites(t *testing.T) {
	row := broadcast.RowMajor
	for _, c := range []struct {
		name    string
		dtype   op.DType
		out     broadcast.Layout
		mapping mapping
		threads int
	}{
		{"a word of bytes each", u8, row(4, 5), flat, 5},
		{"of halves", f16, row(4, 5), flat, 10},
		{"an element of more than a word", op.Int64, row(4, 5), single, 20},
		{"one more where the row begins inside a word", u8, at(3, row(4, 5)), flat, 6},
		{"backwards is forwards", u8, lay([]int{20}, []int{-1}, 19), flat, 5},
		{"transposed is contiguous", u8, lay([]int{4, 5}, []int{1, 4}, 0), rowBlocked, 5},
		{"two elements to a word", u8, lay([]int{20}, []int{2}, 0), wordOwning, 11},
		{"one element to a word, but for two that straddle", u8, lay([]int{20}, []int{3}, 0), wordOwning, 16},
		{"one element to a word", u8, lay([]int{20}, []int{4}, 0), wordOwning, 20},
		{"rows far apart, of two words", u8, lay([]int{4, 5}, []int{100, 1}, 2), wordOwning, 4 * 2},
		{"rows that share words", u8, lay([]int{4, 5}, []int{7, 1}, 2), wordOwning, 8},
		{"of halves, of up to three", f16, lay([]int{4, 5}, []int{6, 1}, 2), wordOwning, 4 * 3},
		{"interleaving axes", u8, lay([]int{3, 2}, []int{2, 3}, 0), multiPass, 6},
		{"mostly gaps, in rows that meet", u8, lay([]int{3, 4}, []int{3001, 1000}, 0), multiPass, 12},
		{"nothing", u8, at(3, row(4, 0)), flat, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := launch{copying(t, c.dtype), []broadcast.Layout{c.out, broadcast.RowMajor(c.out.Shape...)}, nil, nil}.kernel(t)
			assert.Equal(t, c.mapping, k.variant.mapping)
			assert.Equal(t, c.threads, k.Threads())
			passes := 1
			if c.mapping == multiPass {
				passes = perWord(c.dtype)
			}
			assert.Equal(t, passes, k.passes())
		})
	}
}

func TestPassesDifferInTheUniformAlone(t *testing.T) {
	l := launch{copying(t, f16), []broadcast.Layout{lay([]int{3, 2}, []int{2, 3}, 0), broadcast.RowMajor(3, 2)}, nil, nil}
	stages := lowered(t, l.device(), Repair{})
	for pass := range stages {
		assert.Equal(t, stages[0].Key(), stages[pass].Key())
		assert.Equal(t, uint32(pass), uniformOf(t, &stages[pass])["pass_number"])
	}
	assert.Len(t, stages, 2)
}

func TestOutputsThatShareWordsAreStagesOfTheirOwn(t *testing.T) {
	two := func(dt op.DType, first, second broadcast.Layout, names ...string) (separate bool) {
		d := launch{program(t, types(dt), nil, nil, 0, 0), []broadcast.Layout{first, second, broadcast.RowMajor(first.Shape...)}, names, nil}.device()
		return lowered(t, d, Repair{})[0].nest.outputs == 1
	}
	row := broadcast.RowMajor(8)
	assert.True(t, two(u8, at(1, row), at(9, row), "x", "x", "y"), "one buffer")
	assert.False(t, two(u8, at(1, row), at(13, row), "x", "x", "y"), "one buffer, no word of both")
	assert.False(t, two(u8, at(1, row), at(9, row), "x", "y", "z"))
	assert.False(t, two(f32, lay([]int{4}, []int{2}, 0), lay([]int{4}, []int{2}, 1), "x", "x", "y"), "of a word each")
	assert.True(t, two(u8, at(1, row), at(2, row)), "words begin at different elements")
	assert.True(t, two(u8, lay([]int{8}, []int{2}, 0), lay([]int{8}, []int{3}, 0)), "other elements to a word")
	woven := lay([]int{3, 2}, []int{2, 3}, 0)
	assert.False(t, two(u8, woven, at(4, woven)), "orders of both at once")
	assert.True(t, two(u8, woven, at(1, woven)), "words end at different elements")
}

func TestThePhaseInAWordIsNotCompiled(t *testing.T) {
	add := program(t, types(u8, u8), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	keys, misaligned := map[string]bool{}, map[string]bool{}
	for out := range 4 {
		for x := range 4 {
			row := broadcast.RowMajor(9)
			keys[launch{add, []broadcast.Layout{at(out, row), at(out, row), at(out+4, row)}, nil, nil}.kernel(t).Key()] = true
			misaligned[launch{add, []broadcast.Layout{at(out, row), at(x, row), at(out, row)}, nil, nil}.kernel(t).Key()] = true
		}
	}
	assert.Len(t, keys, 1)
	assert.Len(t, misaligned, 2, "in phase, and not")
}

func TestWholeWordsAreComputedWhereEveryInstructionCan(t *testing.T) {
	row := broadcast.RowMajor(9)
	on := func(in []op.DType, second broadcast.Layout, code ...device.Instr) bool {
		p := program(t, in, nil, code, device.Value(len(in)+len(code)-1))
		return launch{p, []broadcast.Layout{row, row, second}[:1+len(in)], nil, nil}.kernel(t).variant.onWords
	}
	one := lay([]int{9}, []int{0}, 3)
	assert.True(t, on(types(u8, u8), row, do(op.Add, 0, 1)))
	assert.True(t, on(types(u8, u8), at(1, row), do(op.Add, 0, 1)), "shifted")
	assert.True(t, on(types(u8, u8), one, do(op.Add, 0, 1)), "repeated")
	assert.True(t, on(types(u8, u8), row, do(op.Lt, 0, 1), do(op.LogicalNot, 2)))
	assert.True(t, on(types(u8, u8), row, do(op.Lt, 0, 1), do(op.Where, 2, 0, 1)))
	assert.True(t, on(types(f16), row), "a copy")
	assert.False(t, on(types(u8, u8), row, do(op.Mul, 0, 1)))
	assert.False(t, on(types(u8, u8), row, do(op.Add, 0, 1), do(op.Mul, 2, 1)))
	assert.False(t, on(types(f16, f16), row, do(op.Add, 0, 1)))
	assert.False(t, on(types(op.Int16, op.Int16), row, do(op.Lt, 0, 1)), "bools have another width")
	assert.False(t, on(types(u8, u8), lay([]int{9}, []int{2}, 0), do(op.Add, 0, 1)), "gathered")
}

func TestAScalarOf64BitsTakesTwoWords(t *testing.T) {
	p := program(t, nil, types(op.Int64), nil, 0)
	k := launch{p, []broadcast.Layout{broadcast.RowMajor(3)}, nil, []op.Scalar{math.MaxUint64 - 1}}.kernel(t)
	params := uniformOf(t, k)
	assert.Equal(t, uint32(math.MaxUint32-1), params["s0"])
	assert.Equal(t, uint32(math.MaxUint32), params["high0"])
}
