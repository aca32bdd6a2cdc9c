package gpu

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders"
)

// rowRig runs kernels in which each thread has a group.
type rowRig struct {
	t         *testing.T
	device    *webgpu.Device
	pipelines map[string]*webgpu.Pipeline // by their texts
}

func newRowRig(t *testing.T) *rowRig {
	t.Helper()
	d, err := webgpu.Open(webgpu.Options{})
	if errors.Is(err, errors.ErrUnsupported) || err != nil && os.Getenv("WGTENSOR_REQUIRE_GPU") != "1" {
		t.Skipf("no adapter on this machine (error %v); WGTENSOR_REQUIRE_GPU=1 makes this a failure", err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return &rowRig{t: t, device: d, pipelines: map[string]*webgpu.Pipeline{}}
}

// rowCase is a row with the types of its arguments, and groups of n elements, one behind the other.
type rowCase struct {
	row    *op.Op
	types  []op.DType
	groups int
	n      int
	cuts   []int         // where each group is divided into two parts
	args   [][]op.Scalar // a list with n elements for each group, or with one if the row takes it once
}

func (c rowCase) group() *op.Group  { return c.row.Role.(*op.Group) }
func (c rowCase) result() op.DType  { return c.group().Type(c.types[0]) }
func (c rowCase) once(arg int) bool { return arg == 1 && c.group().Once }

// wordsOf is the number of words that the test gives an element.
func wordsOf(dt op.DType) int { return max(1, dt.Size()/4) }

// element is the text of a value in buf, whose words begin at an index. The row max saves and loads
// its elements as they are.
func element(dt op.DType, buf, at string) string {
	row, _ := shaders.RowOf(op.Max, []op.DType{dt})
	text := strings.ReplaceAll(row.Load, "{w}[0]", buf+"["+at+"]")
	return strings.ReplaceAll(text, "{w}[1]", buf+"["+at+" + 1u]")
}

func bitsOf(dt op.DType, value string) string {
	row, _ := shaders.RowOf(op.Max, []op.DType{dt})
	return strings.ReplaceAll(row.Save, "{s}", value)
}

// saved is the text that keeps a state in w, and loaded declares a variable of a name with that state.
func saved(row shaders.GroupRow, state string) string {
	if row.Long == nil {
		return "let w = " + strings.ReplaceAll(row.Save, "{s}", state) + ";"
	}
	return fmt.Sprintf("var w = array<i32, %d>(); ", row.Words) + everyWord(row, "w[k] = "+state+".w[at];")
}

func loaded(row shaders.GroupRow, name string) string {
	if row.Long == nil {
		return "var " + name + " = " + strings.ReplaceAll(row.Load, "{w}", "w") + ";"
	}
	return fmt.Sprintf("var %s = %s; ", name, row.Begin) + everyWord(row, name+".w[at] = w[k];")
}

// merge is the text that adds {t} to {s}.
func merge(row shaders.GroupRow) string {
	if row.Long == nil {
		return row.Merge
	}
	flags := fmt.Sprintf(".w[%d]", row.Long.Flags)
	return "let flags = {s}" + flags + " | {t}" + flags + "; " + everyWord(row, "{s}.w[at] += {t}.w[at];") + " {s}" + flags + " = flags; " + row.Merge
}

// together is the text of a loop that adds elements in fours, as long as there are four.
func together(row shaders.GroupRow, to, index, loads string) string {
	if row.Four == nil {
		return ""
	}
	f := strings.NewReplacer("{x}", "four", "{m}", "m", "{whole}", "whole")
	return `for (; j + 4u <= ` + to + `; j += 4u) {
      var four = vec4<f32>();
      let k = j;
      for (var at = 0u; at < 4u; at++) { let j = k + at; let i = ` + index + `; ` + loads + ` four[at] = x; }
      ` + f.Replace(row.Four.Begin) + `
      if (` + f.Replace(row.Four.Rare) + `) { ` + f.Replace(row.Four.Room) + ` } else { ` + f.Replace(row.Four.Add) + ` }
    }`
}

// everyWord is a loop over the words k that a long state saves, which lie at its words at.
func everyWord(row shaders.GroupRow, text string) string {
	return fmt.Sprintf("for (var k = 0u; k < (%du | m_zero()); k++) { let at = k + %du; %s }", row.Words, row.Long.First, text)
}

// text is a kernel. A thread walks its group in two parts, the second one backwards, saves and loads
// the states, and merges them. A scan walks forwards.
func (c rowCase) text(row shaders.GroupRow) string {
	with := func(text, state string) string {
		return strings.NewReplacer("{s}", state, "{t}", "other", "{w}", "w", "{x}", "x", "{y}", "y", "{i}", "i", "{n}", "n", "{whole}", "whole").Replace(text)
	}
	at := func(arg int, i string) string { return fmt.Sprintf("(g * n + %s) * %du", i, wordsOf(c.types[arg])) }
	loads := "let x = " + element(c.types[0], "buf2", at(0, "i")) + ";"
	once := ""
	if len(c.types) > 1 {
		if c.once(1) {
			once = "let y = " + element(c.types[1], "buf3", fmt.Sprintf("g * %du", wordsOf(c.types[1]))) + ";"
		} else {
			loads += " let y = " + element(c.types[1], "buf3", at(1, "i")) + ";"
		}
	}
	again := "true"
	if row.Again != "" {
		again = "!" + row.Again
	}
	body := ""
	if c.group().Gives == op.Prefixes {
		step := "{ " + loads + "\n" + row.Add + "\nlet r = " + row.Step + "; let bits = " + bitsOf(c.result(), "r") + "; " +
			fmt.Sprintf("for (var k = 0u; k < %[1]du; k++) { var b = bits; buf1[(g * n + i) * %[1]du + k] = b[k]; } }", wordsOf(c.result()))
		body = with(`
  var s = `+row.Begin+`;
  for (var i = 0u; i < cut; i++) `+step+`
  var later = `+row.Begin+`;
  { var other = s; s = later; `+merge(row)+` }
  { var other = later; `+merge(row)+` }
  `+saved(row, "s")+`
  `+loaded(row, "again")+`
  s = again;
  for (var i = cut; i < n; i++) `+step, "s")
	} else {
		walk := func(state, from, to, index string) string {
			return with(`
  var {s} = `+row.Begin+`;
  loop {
    var j = `+from+`;
    `+together(row, to, index, loads)+`
    for (; j < `+to+`; j++) { let i = `+index+`; `+loads+` `+row.Add+` }
    if (`+again+`) { break; }
  }
`, state)
		}
		body = walk("s", "0u", "cut", "j") + `
  if (!whole) {` + walk("second", "cut", "n", "n - 1u + cut - j") + `
    ` + saved(row, "second") + `
    ` + loaded(row, "loaded") + `
    var merged = ` + with(row.Begin, "") + `;
    { var other = loaded; ` + with(merge(row), "merged") + ` }
    { var other = s; ` + with(merge(row), "merged") + ` }
    s = merged;
  }
  let r = ` + with(row.End, "s") + `;
  var bits = ` + bitsOf(c.result(), "r") + `;
` + fmt.Sprintf("  for (var k = 0u; k < %[1]du; k++) { buf1[g * %[1]du + k] = bits[k]; }", wordsOf(c.result()))
	}
	text := `
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let g = id.x;
  if (g >= params.groups) { return; }
  let n = params.n; let cut = buf4[g]; let whole = cut == n; ` + once + body + `
}
`
	return shaders.Constants(row) + `struct Params { zero: u32, none: u32, loops: u32, groups: u32, n: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

` + shaders.Functions(text, shaders.Repair{}) + text
}

// words are elements as the kernel reads them.
func elementWords(dt op.DType, list []op.Scalar) (words []byte) {
	for _, s := range list {
		if dt.Size() == 8 {
			words = binary.LittleEndian.AppendUint64(words, uint64(s))
		} else {
			words = binary.LittleEndian.AppendUint32(words, uint32(s))
		}
	}
	return words
}

// run returns the results, one for each group or one for each element.
func (r *rowRig) run(wgsl string, c rowCase) []op.Scalar {
	r.t.Helper()
	results, result := c.groups, c.result()
	if c.group().Gives == op.Prefixes {
		results *= c.n
	}
	var inputs [][]byte
	for i := range 2 {
		inputs = append(inputs, make([]byte, 8))
		if i < len(c.args) && len(c.args[i]) > 0 {
			inputs[i] = elementWords(c.types[i], c.args[i])
		}
	}
	var cuts []byte
	for _, cut := range c.cuts {
		cuts = binary.LittleEndian.AppendUint32(cuts, uint32(cut))
	}
	inputs = append(inputs, cuts)
	bytes := 4 * wordsOf(result) * results
	raw := make([]byte, bytes)
	d := r.device
	d.Lock()
	p := r.pipelines[wgsl]
	if p == nil {
		var err error
		p, err = d.NewPipeline("row", wgsl, []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite, webgpu.ReadOnly, webgpu.ReadOnly, webgpu.ReadOnly})
		require.NoError(r.t, err, wgsl)
		r.pipelines[wgsl] = p
	}
	buffer := func(bytes int, u webgpu.Usage, contents []byte) *webgpu.Buffer {
		b, err := d.NewBuffer(bytes, u)
		require.NoError(r.t, err)
		if contents != nil {
			require.NoError(r.t, d.Write(b, 0, contents))
		}
		return b
	}
	params := make([]byte, 32)
	binary.LittleEndian.PutUint32(params[12:], uint32(c.groups))
	binary.LittleEndian.PutUint32(params[16:], uint32(c.n))
	buffers := []*webgpu.Buffer{buffer(32, webgpu.Uniform, params), buffer(bytes, webgpu.Storage, nil)}
	ranges := []webgpu.Range{{Buffer: buffers[0], Size: 32}, {Buffer: buffers[1]}}
	for _, in := range inputs {
		b := buffer(len(in), webgpu.Storage, in)
		buffers = append(buffers, b)
		ranges = append(ranges, webgpu.Range{Buffer: b})
	}
	back := buffer(bytes, webgpu.Staging, nil)
	g, err := d.NewBindGroup(p, ranges)
	require.NoError(r.t, err)
	require.NoError(r.t, d.Dispatch(p, g, 0, (c.groups+63)/64, 1, 1))
	require.NoError(r.t, d.Copy(back, 0, buffers[1], 0, bytes))
	require.NoError(r.t, d.Submit())
	d.Unlock()
	require.NoError(r.t, d.Wait(context.Background()))
	require.NoError(r.t, d.Read(context.Background(), back, 0, bytes, func(m webgpu.Mapped) error {
		m.Copy(raw, 0)
		return nil
	}))
	d.Lock()
	g.Release()
	for _, b := range append(buffers, back) {
		b.Release()
	}
	d.Unlock()
	all := make([]op.Scalar, results)
	for i := range all {
		if result.Size() == 8 {
			all[i] = op.Scalar(binary.LittleEndian.Uint64(raw[8*i:]))
		} else {
			all[i] = op.Scalar(binary.LittleEndian.Uint32(raw[4*i:])) & (1<<(8*result.Size()) - 1)
		}
	}
	return all
}

// check compares the results with the row's meaning.
func (r *rowRig) check(name, wgsl string, c rowCase) {
	r.t.Helper()
	got, result, wrong := r.run(wgsl, c), c.result(), 0
	for g := range c.groups {
		args := make([][]op.Scalar, len(c.args))
		for i, list := range c.args {
			if n := len(list) / c.groups; n > 0 {
				args[i] = list[g*n : (g+1)*n]
			}
		}
		want := c.group().Eval(args, c.types, result)
		for i := range want {
			if have := got[g*len(want)+i]; !c.row.Within(args, c.types, result, i, have, want[i]) {
				if wrong++; wrong < 4 {
					r.t.Errorf("%s: %v of %v, group %d cut at %d, result %d: %#x (%v), not %#x (%v)", name, c.row, c.types, g, c.cuts[g], i,
						uint64(have), result.Float(have), uint64(want[i]), result.Float(want[i]))
				}
			}
		}
	}
	if wrong > 0 {
		r.t.Errorf("%s: %v of %v: %d of %d are wrong", name, c.row, c.types, wrong, len(got))
	}
}

// family is a kind of numbers, among them such as make sums go wrong.
type family struct {
	name string
	next func(r *rand.Rand, list []float64, i int) float64
}

var hostile = []family{
	{"normal", func(r *rand.Rand, _ []float64, _ int) float64 { return r.NormFloat64() }},
	{"exponentials", func(r *rand.Rand, _ []float64, _ int) float64 { return math.Exp(8*r.NormFloat64() - 14) }},
	{"every exponent", func(r *rand.Rand, _ []float64, _ int) float64 {
		return float64(math.Float32frombits(r.Uint32()&0x807fffff | uint32(r.IntN(255))<<23))
	}},
	{"subnormal", func(r *rand.Rand, _ []float64, _ int) float64 {
		return float64(math.Float32frombits(r.Uint32() & 0x800fffff))
	}},
	{"pairs that cancel", func(r *rand.Rand, list []float64, i int) float64 {
		if i%2 == 1 {
			return -list[i-1]
		}
		return r.NormFloat64()
	}},
	{"huge ones that cancel, tiny ones that stay", func(r *rand.Rand, list []float64, i int) float64 {
		switch i % 3 {
		case 0:
			return float64(math.Float32frombits(r.Uint32()&0x807fffff | 250<<23))
		case 1:
			return -list[i-1]
		}
		return float64(math.Float32frombits(r.Uint32()&0x807fffff | uint32(r.IntN(9))<<23))
	}},
	{"growing ones that cancel, smaller ones that stay", func(r *rand.Rand, list []float64, i int) float64 {
		e := uint32(80 + i/3)
		switch i % 3 {
		case 0:
			return float64(math.Float32frombits(r.Uint32()&0x807fffff | e<<23))
		case 1:
			return -list[i-1]
		}
		return float64(math.Float32frombits(r.Uint32()&0x807fffff | (e-uint32(30+r.IntN(24)))<<23))
	}},
	{"greater pairs that cancel after one that stays", func(r *rand.Rand, list []float64, i int) float64 {
		switch {
		case i == 0:
			return 1 + r.Float64()
		case i%2 == 0:
			return -list[i-1]
		}
		return math.Ldexp(1+r.Float64(), 1+r.IntN(60))
	}},
	{"products near the least number", func(r *rand.Rand, _ []float64, _ int) float64 {
		return float64(math.Float32frombits(r.Uint32()&0x807fffff | uint32(52+r.IntN(4))<<23))
	}},
	{"ties", func(r *rand.Rand, _ []float64, _ int) float64 {
		return []float64{1, 0x1p-24, 1e-30, -1e-30, 0, math.Copysign(0, -1), 0x1p24, 1, -0x1p24}[r.IntN(9)]
	}},
	{"overflow", func(r *rand.Rand, _ []float64, _ int) float64 { return math.MaxFloat32 * float64(r.IntN(3)-1) }},
	{"NaN and infinities, rarely", func(r *rand.Rand, _ []float64, _ int) float64 {
		switch r.IntN(300) {
		case 0:
			return math.Inf(1)
		case 1:
			return math.Inf(-1)
		case 2:
			return math.NaN()
		}
		return r.NormFloat64()
	}},
	{"zeros", func(r *rand.Rand, _ []float64, _ int) float64 { return math.Copysign(0, r.NormFloat64()) }},
}

// elements are groups*n of a family.
func (f family) elements(r *rand.Rand, dt op.DType, groups, n int) (all []op.Scalar) {
	for range groups {
		list := make([]float64, n)
		for i := range list {
			x := f.next(r, list, i)
			s := dt.FromFloat(x)
			if !dt.IsFloat() {
				s = op.Convert(op.Scalar(r.Uint64()>>r.IntN(64)), op.Uint64, dt)
			}
			list[i] = x
			if dt.IsFloat() {
				list[i] = dt.Float(s)
			}
			all = append(all, s)
		}
	}
	return all
}

// check runs a row over families and lengths of groups.
func checkRow(t *testing.T, o *op.Op, dt op.DType, groups int, lengths ...int) {
	t.Helper()
	rig, rng := newRowRig(t), rand.New(rand.NewPCG(1, 2))
	types := []op.DType{dt, dt}[:o.Arity]
	g := o.Role.(*op.Group)
	if g.Second != nil {
		types[1] = g.Second(dt)
	}
	row, ok := shaders.RowOf(o, types)
	require.True(t, ok)
	wgsl := rowCase{row: o, types: types}.text(row)
	families := hostile
	if !dt.IsFloat() {
		families = hostile[:1]
	}
	for _, f := range families {
		for _, n := range lengths {
			c := rowCase{row: o, types: types, groups: groups, n: n, cuts: make([]int, groups)}
			for i := range c.cuts {
				if c.cuts[i] = n; i%2 == 1 {
					c.cuts[i] = rng.IntN(n + 1)
				}
			}
			for i := range types {
				if c.once(i) {
					once := make([]op.Scalar, groups)
					for j := range once {
						once[j] = types[i].FromFloat(float64(rng.IntN(3)))
					}
					c.args = append(c.args, once)
				} else {
					c.args = append(c.args, f.elements(rng, types[i], groups, n))
				}
			}
			rig.check(fmt.Sprintf("%s, n=%d", f.name, n), wgsl, c)
		}
	}
}

// A short run takes each row in float32 and in one more type, and each type with some rows.
func TestRowsOfGroupsAreRightInWGSL(t *testing.T) {
	devicetest.OneGoroutine(t)
	for k, o := range op.Groups() {
		for i, dt := range op.DTypes() {
			if dt != op.Float32 && i != k%len(op.DTypes()) && !devicetest.Thorough() {
				continue
			}
			types := []op.DType{dt, dt}[:o.Arity]
			if g := o.Role.(*op.Group); g.Second != nil {
				types[1] = g.Second(dt)
			}
			row, ok := shaders.RowOf(o, types)
			switch {
			case !ok, strings.Contains(row.Add, "libm_"): // a routine's code is in the uniform of a launch
				continue
			case row.Long != nil && !devicetest.Thorough(): // it takes seconds to compile
				continue
			}
			lengths := []int{1, 7, 200}
			if devicetest.Thorough() {
				lengths = append(lengths, 2, 3, 65, 1000) // llvmpipe ends the loops of a thread after 65,535 rounds
			}
			t.Run(fmt.Sprintf("%v/%v", o, dt), func(t *testing.T) {
				checkRow(t, o, dt, many(400, 64), lengths...)
			})
		}
	}
}
