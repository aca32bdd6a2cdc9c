package gpu

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// variantCase is a launch over one type, with a kernel written by hand for just this shape. In its
// text R is the row, and C the vector of four words in the row.
type variantCase struct {
	name   string
	dtype  op.DType // float32 unless given
	shape  []int
	code   []device.Instr
	inputs []broadcast.Layout
	hoist  string // a text that all rows of a thread share
	value  string // of a vector of the output
	block  string // instead of both: statements that compute four rows from row R on
}

// BenchmarkVariant measures every variant of kernels beside the best of some hand-written kernels
// over the same buffers, and beside a copy of as many bytes. They run in turns of random order.
// Times are the least of all iterations. ms and hand-ms are read from processClock.
func BenchmarkVariant(b *testing.B) {
	d := open(b)
	for _, c := range variantCases() {
		if c.dtype == 0 {
			c.dtype = op.Float32
		}
		b.Run("case="+c.name, func(b *testing.B) { c.run(b, d) })
	}
}

func variantCases() []variantCase {
	add := []device.Instr{do(op.Add, 0, 1)}
	flat, many := []int{4096, 1024}, []int{64, 64, 64, 64}
	full := broadcast.RowMajor(flat...)
	two := func(strides ...int) []broadcast.Layout { return []broadcast.Layout{full, lay(0, flat, strides)} }
	const x, sum = "x[R * 256u + C]", "x[R * 256u + C] + "
	return []variantCase{
		{name: "copy", shape: flat, inputs: []broadcast.Layout{full}, value: x},
		{name: "add", shape: flat, code: add, inputs: two(1024, 1), value: sum + "y[R * 256u + C]"},
		{name: "row", shape: flat, code: add, inputs: two(0, 1), hoist: "let v = y[C];", value: sum + "v"},
		{name: "column", shape: flat, code: add, inputs: two(1, 0), value: sum + "y[R / 4u][R % 4u]"},
		{name: "outer", shape: flat, code: add, inputs: []broadcast.Layout{lay(0, flat, []int{1, 0}), lay(0, flat, []int{0, 1})},
			hoist: "let v = y[C];", value: "x[R / 4u][R % 4u] + v"},
		{name: "4d", shape: many, code: []device.Instr{do(op.Mul, 0, 1)},
			inputs: []broadcast.Layout{lay(0, many, []int{4096, 0, 64, 1}), lay(0, many, []int{0, 64, 0, 1})},
			hoist:  "let v = y[(R / 64u % 64u) * 16u + C];", value: "x[(R / 4096u * 64u + R % 64u) * 16u + C] * v"},
		{name: "transposed", shape: flat, code: add, inputs: two(1, 4096), block: transposing()},
		{name: "stepped", shape: flat, code: add, inputs: two(2048, 2),
			value: sum + "vec4<f32>(y[R * 512u + C * 2u].xz, y[R * 512u + C * 2u + 1u].xz)"},
		{name: "reversed", shape: flat, code: add, inputs: []broadcast.Layout{full, lay(1023, flat, []int{1024, -1})},
			value: sum + "y[R * 256u + 255u - C].wzyx"},
		{name: "scalar", shape: flat, code: add, inputs: two(0, 0), hoist: "let v = y[0].x;", value: sum + "v"},
		{name: "relu(a*b+c)", shape: flat, code: []device.Instr{do(op.Mul, 0, 1), do(op.Add, 3, 2), do(op.Relu, 4)},
			inputs: []broadcast.Layout{full, full, full}, value: "max(x[R * 256u + C] * y[R * 256u + C] + z[R * 256u + C], vec4<f32>())"},
		twentyOperations(flat),
		{name: "exp", shape: flat, code: []device.Instr{do(op.Exp, 0)}, inputs: []broadcast.Layout{full}, value: "exp(" + x + ")"},
		{name: "tanh", shape: flat, code: []device.Instr{do(op.Tanh, 0)}, inputs: []broadcast.Layout{full}, value: "tanh(" + x + ")"},
		{name: "sigmoid", shape: flat, code: []device.Instr{do(op.Sigmoid, 0)}, inputs: []broadcast.Layout{full},
			value: "1.0 / (1.0 + exp(-" + x + "))"},
		{name: "uint8", dtype: op.Uint8, shape: flat, code: add, inputs: []broadcast.Layout{full, full},
			value: "((x[R * 64u + C] & vec4<u32>(0x7f7f7f7fu)) + (y[R * 64u + C] & vec4<u32>(0x7f7f7f7fu))) ^ ((x[R * 64u + C] ^ y[R * 64u + C]) & vec4<u32>(0x80808080u))"},
		{name: "float16", dtype: op.Float16, shape: flat, code: add, inputs: []broadcast.Layout{full, full},
			value: "vec4<u32>(" + halves("x") + ", " + halves("y") + ", " + halves("z") + ", " + halves("w") + ")"},
		{name: "ragged row", shape: []int{4095, 1023}, code: add,
			inputs: []broadcast.Layout{broadcast.RowMajor(4095, 1023), lay(0, []int{4095, 1023}, []int{0, 1})}},
		{name: "shifted", shape: []int{4<<20 - 4}, code: add, inputs: []broadcast.Layout{row(4<<20-4, 1), row(4<<20-4, 2)}},
	}
}

// twentyOperations is relu(x*y + z) - y, five times.
func twentyOperations(shape []int) variantCase {
	full := broadcast.RowMajor(shape...)
	c := variantCase{name: "twenty", shape: shape, inputs: []broadcast.Layout{full, full, full}, value: "x[R * 256u + C]"}
	for last := device.Value(0); len(c.code) < 20; last = device.Value(2 + len(c.code)) {
		next := device.Value(3 + len(c.code))
		c.code = append(c.code, do(op.Mul, last, 1), do(op.Add, next, 2), do(op.Relu, next+1), do(op.Sub, next+2, 1))
		c.value = "(max(" + c.value + " * y[R * 256u + C] + z[R * 256u + C], vec4<f32>()) - y[R * 256u + C])"
	}
	return c
}

// halves adds a word's, rounded however the adapter likes.
func halves(word string) string {
	return fmt.Sprintf("pack2x16float(unpack2x16float(x[R * 128u + C].%[1]s) + unpack2x16float(y[R * 128u + C].%[1]s))", word)
}

// words is the type of the hand's vectors, and how many of its elements they have.
func (c variantCase) words() (string, int) {
	if c.dtype == op.Float32 {
		return "vec4<f32>", 4
	}
	return "vec4<u32>", 16 / c.dtype.Size()
}

// transposing loads a block of 4 x 4 of y's rows.
func transposing() string {
	var s strings.Builder
	for j := range 4 {
		fmt.Fprintf(&s, "let v%d = y[(C * 4u + %du) * 1024u + R / 4u];\n", j, j)
	}
	for r := range 4 {
		fmt.Fprintf(&s, "out[(R + %du) * 256u + C] = x[(R + %du) * 256u + C] + vec4<f32>(v0[%d], v1[%d], v2[%d], v3[%d]);\n", r, r, r, r, r, r)
	}
	return s.String()
}

// hands are the texts by hand, by the number of rows of a thread.
func (c variantCase) hands() map[int]string {
	texts := map[int]string{}
	vector, elements := c.words()
	strips := c.shape[len(c.shape)-1] / elements
	for _, rows := range []int{1, 2, 4, 8} {
		var s strings.Builder
		fmt.Fprintf(&s, "@group(0) @binding(1) var<storage, read_write> out: array<%s>;\n", vector)
		for i := range c.inputs {
			fmt.Fprintf(&s, "@group(0) @binding(%d) var<storage, read> %c: array<%s>;\n", i+2, 'x'+i, vector)
		}
		s.WriteString("@compute @workgroup_size(256)\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {\n")
		fmt.Fprintf(&s, "let C = id.x %% %du; let R = id.x / %du * %du;\n", strips, strips, rows)
		switch {
		case c.block != "" && rows == 4:
			s.WriteString(c.block)
		case c.value == "":
			continue
		default:
			s.WriteString(c.hoist + "\n")
			for r := range rows {
				fmt.Fprintf(&s, "{ let R = R + %du; out[R * %du + C] = %s; }\n", r, strips, c.value)
			}
		}
		texts[rows] = s.String() + "}\n"
	}
	return texts
}

// contestant is what takes its turn.
type contestant struct {
	run   func() error
	least time.Duration
}

func (c variantCase) run(b *testing.B, d *Device) {
	fill := func(bytes int) *buffer {
		buf, err := d.Alloc(bytes)
		require.NoError(b, err)
		b.Cleanup(buf.Release)
		raw := make([]byte, 0, bytes)
		for r := rand.New(rand.NewPCG(1, 1)); len(raw) < bytes; {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(r.Float32()))
		}
		require.NoError(b, buf.Write(0, raw))
		return buf.(*buffer)
	}
	n, bytes := 1, 0
	for _, size := range c.shape {
		n *= size
	}
	size := c.dtype.Size()
	out := fill(n * size)
	types := make([]op.DType, len(c.inputs))
	l := &device.Launch{Shape: c.shape, Out: []device.Operand{{Buffer: out, Type: c.dtype, Layout: broadcast.RowMajor(c.shape...)}}}
	key := bindGroupKey{blocks: [maxBuffers]*block{out.blocks[0]}}
	for i, layout := range c.inputs {
		_, end := layout.Bounds()
		in := fill((end*size + 3) &^ 3)
		types[i], key.blocks[i+1] = c.dtype, in.blocks[0]
		l.In = append(l.In, device.Operand{Buffer: in, Type: c.dtype, Layout: layout})
		bytes += size * min(end, n)
	}
	l.Program = mustProgram(b, types, nil, c.code, device.Value(max(len(types)+len(c.code)-1, 0)))
	bytes += size * n

	ours := &contestant{run: func() error { return d.Run(context.Background(), l) }}
	from, to := fill(bytes/8*4), fill(bytes/8*4)
	copying := &contestant{run: func() error { return d.copyBlock(to.blocks[0], from.blocks[0], bytes/8*4) }}
	var hands []*contestant
	_, elements := c.words()
	for rows, text := range c.hands() {
		hands = append(hands, &contestant{run: d.byHand(b, text, key, n/elements/rows)})
	}
	all := append([]*contestant{ours, copying}, hands...)
	for iteration := 0; iteration < 3 || b.Loop(); iteration++ {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, x := range all {
			start := processClock()
			require.NoError(b, x.run())
			require.NoError(b, d.Sync(ctx))
			if took := processClock() - start; iteration > 0 && (x.least == 0 || took < x.least) {
				x.least = took
			}
		}
	}
	ms := func(c *contestant) float64 { return c.least.Seconds() * 1e3 }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(ours), "ms")
	b.ReportMetric(ms(copying)/ms(ours), "of-copy")
	if len(hands) > 0 {
		best := slices.MinFunc(hands, func(x, y *contestant) int { return int(x.least - y.least) })
		b.ReportMetric(ms(best), "hand-ms")
		b.ReportMetric(ms(ours)/ms(best), "ratio")
	}
}

// copyBlock is the driver's own copy.
func (d *Device) copyBlock(to, from *block, n int) error {
	if err := d.driver.enter(); err != nil {
		return err
	}
	defer d.driver.Unlock()
	if err := d.recorder.copy(to.memory, 0, from.memory, 0, n); err != nil {
		return err
	}
	return d.queue.makeRoom()
}

// byHand is a launch of a text over the blocks, the output first.
func (d *Device) byHand(b *testing.B, wgsl string, key bindGroupKey, threads int) func() error {
	kinds := []webgpu.Binding{webgpu.UniformAt, webgpu.ReadWrite}
	for i := 1; key.blocks[i] != nil; i++ {
		kinds = append(kinds, webgpu.ReadOnly)
	}
	d.driver.Lock()
	defer d.driver.Unlock()
	p, err := d.pipelines.compile("hand", "@group(0) @binding(0) var<uniform> none: vec4<u32>;\n"+wgsl, 16, kinds)
	require.NoError(b, err)
	key.pipeline = p
	return func() error {
		if err := d.driver.enter(); err != nil {
			return err
		}
		defer d.driver.Unlock()
		uniform, err := d.recorder.reserve(16)
		if err == nil {
			d.recorder.batch.params = append(d.recorder.batch.params, make([]byte, 16)...)
			err = d.recorder.dispatch(nil, key, uniform, threads/256, 1, 1)
		}
		if err != nil {
			return err
		}
		return d.queue.makeRoom()
	}
}
