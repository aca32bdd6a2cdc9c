package cpu

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// side squared is 16.8 M elements.
const side = 4096

// speedCase is a program over operands with the given strides along the shape; the output
// is row-major.
type speedCase struct {
	name    string
	program *device.Program
	shape   []int
	strides [][]int
}

func must(p *device.Program, err error) *device.Program {
	if err != nil {
		panic(err)
	}
	return p
}

func speedCases() []speedCase {
	f, square := op.Float32, []int{side, side}
	binary := func(o *op.Op) *device.Program { return must(device.Single(o, f, f)) }
	full, row, column := []int{side, 1}, []int{0, 1}, []int{1, 0}
	fused := must(device.NewProgram([]op.DType{f, f, f}, nil, []device.Instr{
		{Op: op.Mul, Args: []device.Value{0, 1}}, {Op: op.Add, Args: []device.Value{3, 2}}, {Op: op.Relu, Args: []device.Value{4}}}, 5))
	return []speedCase{
		{"a+b", binary(op.Add), square, [][]int{full, full}},
		{"a+row", binary(op.Add), square, [][]int{full, row}},
		{"a+column", binary(op.Add), square, [][]int{full, column}},
		{"column+row", binary(op.Add), square, [][]int{column, row}},
		{"4d", binary(op.Mul), []int{64, 64, 64, 64}, [][]int{{64 * 64, 0, 64, 1}, {0, 64, 0, 1}}},
		{"a+b.T", binary(op.Add), square, [][]int{full, {1, side}}},
		{"where", must(device.Single(op.Where, op.Bool, f, f)), square, [][]int{full, full, full}},
		{"a>b", binary(op.Gt), square, [][]int{full, full}},
		{"relu(a*b+c)", fused, square, [][]int{full, full, full}},
		{"sqrt", must(device.Single(op.Sqrt, f)), square, [][]int{full}},
		{"exp", must(device.Single(op.Exp, f)), square, [][]int{full}},
		{"tanh", must(device.Single(op.Tanh, f)), square, [][]int{full}},
		{"sigmoid", must(device.Single(op.Sigmoid, f)), square, [][]int{full}},
	}
}

// launch allocates a case's operands.
func (c *speedCase) launch(b *testing.B, d *Device) (l *device.Launch, bytes int) {
	out := c.program.Type(c.program.Outputs()[0])
	operand := func(dt op.DType, layout broadcast.Layout) device.Operand {
		_, n := layout.Bounds()
		held, err := d.Alloc(n * dt.Size())
		require.NoError(b, err)
		content := held.(*buffer).bytes()
		for i := range content { // floats of about 1, or random conditions
			content[i] = byte(uint64(i)*2654435761>>13) & 1
			if dt != op.Bool && i%4 == 3 {
				content[i] = 0x3f
			}
		}
		bytes += n * dt.Size()
		return device.Operand{Buffer: held, Type: dt, Layout: layout}
	}
	l = &device.Launch{Program: c.program, Shape: c.shape, Scalars: make([]op.Scalar, len(c.program.Scalars()))}
	l.Out = append(l.Out, operand(out, broadcast.RowMajor(c.shape...)))
	for k, s := range c.strides {
		l.In = append(l.In, operand(c.program.Inputs()[k], broadcast.Layout{Shape: c.shape, Strides: s}))
	}
	return l, bytes
}

// BenchmarkShare prints which share of a copy's rate large launches reach on one thread. The rate
// of a case is the bytes that it has to move, each once, divided by its time. Case and copy
// alternate.
func BenchmarkShare(b *testing.B) {
	d := New(Threads(1))
	copying := speedCase{"copy", must(device.NewProgram([]op.DType{op.Float32}, nil, nil, 0)), []int{side * side}, [][]int{{1}}}
	base, baseBytes := copying.launch(b, d)
	for _, c := range speedCases() {
		b.Run(fmt.Sprintf("case=%s/n=%d/threads=1", c.name, side*side), func(b *testing.B) {
			l, bytes := c.launch(b, d)
			var took, copied []float64
			run := func(l *device.Launch) float64 {
				start := time.Now()
				require.NoError(b, d.Run(context.Background(), l))
				return float64(time.Since(start).Nanoseconds())
			}
			for b.Loop() {
				copied, took = append(copied, run(base)), append(took, run(l))
			}
			for _, o := range append(l.Out, l.In...) {
				o.Buffer.Release()
			}
			slices.Sort(copied)
			slices.Sort(took)
			share := func(i int) float64 { return float64(bytes) / took[i] / (float64(baseBytes) / copied[i]) }
			b.ReportMetric(share(len(took)/2), "share/median")
			b.ReportMetric(share(0), "share/best")
			b.ReportMetric(took[0]/1e6, "ms/best")
			b.ReportMetric(float64(baseBytes)/copied[0], "copy-GB/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
