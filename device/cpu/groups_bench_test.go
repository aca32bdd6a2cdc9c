package cpu

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// groupLaunches are launches over a matrix of 4096 x 1024 float32, by rows, by columns and whole.
func groupLaunches(b testing.TB, d *Device) (names []string, launches []*device.Launch) {
	const rows, columns = 4096, 1024
	data := make([]float32, rows*columns)
	for i := range data {
		data[i] = float32(i*7919%10007)/5000 - 1
	}
	x, y := upload(b, d, floats32(data...)), alloc(b, d, 8*len(data))
	softmax := "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n%4 float32 = sum %3\n%5 float32 = div %3 %4\nreturn %5"
	logsumexp := "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n%4 float32 = sum %3\n%5 float32 = log %4\n%6 float32 = add %5 %1\nreturn %6"
	variance := "(%0 float32 level 1; %1 float32)\n%2 float32 = var %0 %1\nreturn %2"
	text := map[string]string{"softmax": softmax, "logsumexp": logsumexp, "var": variance}
	for _, name := range []string{"sum", "mean", "max", "argmax", "any", "prod", "var", "logsumexp", "softmax", "cumsum", "cummax", "cumprod", "argcummax", "logcumsumexp"} {
		for _, along := range []string{"1", "0", "all"} {
			for _, n := range [][2]int{{rows, columns}, {1, 10}} {
				if along != "1" && n[0] == 1 {
					continue
				}
				shape := n[:]
				whole := broadcast.RowMajor(shape...)
				levels := 1
				switch along {
				case "0":
					whole = broadcast.Layout{Shape: []int{n[1], n[0]}, Strides: []int{1, n[1]}}
				case "all":
					levels = 2
				}
				source := text[name]
				if source == "" {
					o := op.Instruction(name)
					source = fmt.Sprintf("(%%0 float32 level 1)\n%%1 %v = %s %%0\nreturn %%1", o.Role.(*op.Group).Type(op.Float32), name)
				}
				p, err := device.Parse(source)
				require.NoError(b, err)
				out := whole
				if p.OutputLevel(0) == 0 {
					out = broadcast.RowMajor(whole.Shape[:2-levels]...)
				}
				l := &device.Launch{Program: p, Shape: whole.Shape, Levels: []int{levels}, Scalars: make([]op.Scalar, len(p.Scalars())),
					In:  []device.Operand{{Buffer: x, Type: op.Float32, Layout: whole}},
					Out: []device.Operand{{Buffer: y, Type: p.Type(p.Outputs()[0]), Layout: out}}}
				l.Reuse()
				names = append(names, fmt.Sprintf("op=%s/along=%s/n=%d", name, along, whole.Len()))
				launches = append(launches, l)
			}
		}
	}
	return names, launches
}

func BenchmarkGroups(b *testing.B) {
	d := New(Threads(1))
	names, launches := groupLaunches(b, d)
	for i, l := range launches {
		b.Run(names[i], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := d.Run(context.Background(), l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
