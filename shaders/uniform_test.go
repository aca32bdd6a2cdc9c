package shaders

import (
	"encoding/binary"
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

var paramLine = regexp.MustCompile(`(?m)^  (\w+): [uf]32,`)

// uniformOf is what the fields of Params hold, read as a shader reads them.
func uniformOf(t testing.TB, k *Kernel) map[string]uint32 {
	t.Helper()
	bytes := k.Params([]byte("before"))
	require.Equal(t, "before", string(bytes[:6]))
	bytes = bytes[6:]
	require.Len(t, bytes, k.ParamBytes())
	require.Zero(t, len(bytes)%16)
	values := map[string]uint32{}
	for i, m := range paramLine.FindAllStringSubmatch(k.WGSL(), -1) {
		values[m[1]] = binary.LittleEndian.Uint32(bytes[4*i:])
	}
	return values
}

func TestParamsHoldTheLaunchesNumbersUnderTheirNames(t *testing.T) {
	p := program(t, types(f32, f32, i32), types(f32, b8), []device.Instr{do(op.Where, 4, 0, 3)}, 5)
	reversed := lay([]int{3, 4}, []int{8, -2}, 100)
	l := launch{p, []broadcast.Layout{
		at(7, broadcast.RowMajor(3, 4)), reversed, lay([]int{3, 4}, []int{0, 0}, 5), lay([]int{3, 4}, []int{0, 1}, 0),
	}, nil, []op.Scalar{op.Scalar(math.Float32bits(1.5)), 1}}
	assert.Equal(t, map[string]uint32{
		"zero": 0, "none": 0, "len": 12, "size1": 4,
		"out0_offset": 7,
		"in0_offset":  100, "in0_stride0": 8, "in0_stride1": 1<<32 - 2,
		"in1_offset": 5,
		"in2_offset": 0, "in2_stride0": 0, "in2_stride1": 1,
		"s3": 0x3fc00000, "s4": 1,
	}, uniformOf(t, l.kernel(t)))
}

func TestPlacesOfAlignedRowsAreCountedInVectors(t *testing.T) {
	p := program(t, types(f32), nil, []device.Instr{do(op.Neg, 0)}, 1)
	l := launch{program: p, layouts: []broadcast.Layout{broadcast.RowMajor(256, 64), lay([]int{256, 64}, []int{512, 1}, 16)}}
	u := uniformOf(t, l.kernel(t))
	assert.EqualValues(t, 16/4, u["in0_offset"])
	assert.EqualValues(t, 512/4, u["in0_stride0"])
	assert.EqualValues(t, 64/4, u["out0_stride0"])
}

func TestALaunchWithoutElementsNeedsNoThreads(t *testing.T) {
	p := program(t, types(f32), nil, nil, 0)
	k := rows(p, 3, 0).kernel(t)
	assert.Zero(t, k.Threads())
	assert.Zero(t, uniformOf(t, k)["len"])
}

func TestAThreadComputesAnElementOrAWordOfBools(t *testing.T) {
	assert.Equal(t, 10, rows(program(t, types(f32), nil, nil, 0), 10).kernel(t).Threads())
	assert.Equal(t, 3, rows(program(t, types(b8), nil, nil, 0), 10).kernel(t).Threads())
}

func TestTheUniformHasAFieldForEachNumberThatTheTextReads(t *testing.T) {
	names := func(u uniform) (list []string) {
		u.fields(func(f field, _ uint32) { list = append(list, f.name()) })
		return list[3:] // all begin with zero, none, len
	}
	p := program(t, nil, types(op.Int64), nil, 0)
	out := operand{output: true, dtype: op.Int64, strides: []int{9, 2}, access: strided, width: 1}
	n := nest{shape: []int{6, 8}, len: 48, outputs: 1, operands: []operand{out}}
	for _, c := range []struct {
		name    string
		variant variant
		fields  []string
	}{
		{"an element a thread", variant{rank: 2}, []string{"size1"}},
		{"vectors along rows", variant{mapping: rowBlocked, rank: 2, vectors: vectors{perThread: 1}},
			[]string{"threads", "row_vectors", "per_row_vectors", "size0", "per_size0", "size1", "per_size1"}},
		{"several of them, and a tail",
			variant{mapping: rowBlocked, rank: 2, vectors: vectors{perThread: 4, blocks: 1, largeGrid: true}},
			[]string{"threads", "row_vectors", "blocks", "body_threads", "body", "rest", "size0", "size1"}},
		{"neighbours", variant{mapping: flat, vectors: vectors{noTail: true}}, []string{"threads"}},
		{"words", variant{mapping: wordOwning, rank: 1}, []string{"threads", "span", "extent", "size0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := append(c.fields, "out0_offset", "out0_stride0", "out0_stride1", "s0", "high0")
			assert.Equal(t, want, names(uniform{nest: &n, variant: &c.variant, program: p, scalars: []op.Scalar{1}}))
		})
	}
}
