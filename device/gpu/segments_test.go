package gpu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// The windows have 64 KiB, so that each group lies in several of them.
func TestAGroupMayBeLongerThanABinding(t *testing.T) {
	devicetest.OneGoroutine(t)
	const softmax = "(%0 float32 level 1)\n%1 float32 = max %0\n%2 float32 = sub %0 %1\n%3 float32 = exp %2\n%4 float32 = sum %3\n%5 float32 = div %3 %4\nreturn %5"
	const sum = "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = add %0 %1\n%3 float32 = sum %2\nreturn %3"
	whole, narrow := open(t), open(t, within(1<<16, 1<<18, 0))
	for _, c := range []struct {
		name, program string
		kept          int
		shape         []int
		strides       [][]int // of the inputs
		offset        int
		thorough      bool
	}{
		{"a sum", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", 1, []int{1, 70_001}, [][]int{{0, 1}}, 0, false},
		{"a group that begins in a window", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", 1, []int{1, 70_001}, [][]int{{0, 1}}, 1234, false},
		{"a group backwards", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", 1, []int{1, 70_001}, [][]int{{0, -1}}, 70_777, false},
		{"columns", "(%0 float32 level 1)\n%1 float32 = mean %0\nreturn %1", 1, []int{3, 20_000}, [][]int{{1, 3}}, 7, false},
		{"columns that no window cuts", "(%0 float32 level 1)\n%1 float32 = mean %0\nreturn %1", 1, []int{4, 20_000}, [][]int{{1, 4}}, 0, true},
		{"long rows in columns", "(%0 float32 level 1)\n%1 float32 = mean %0\nreturn %1", 1, []int{20_000, 3}, [][]int{{1, 20_000}}, 0, true},
		{"windows that slide", "(%0 float32 level 1)\n%1 float32 = max %0\nreturn %1", 1, []int{600, 600}, [][]int{{1, 1}}, 16_000, true},
		{"a scan", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", 1, []int{1, 40_001}, [][]int{{0, 1}}, 3, false},
		{"short groups that windows cut", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", 1, []int{300, 63}, [][]int{{63, 1}}, 5, false},
		{"sorts that windows cut", "(%0 float32 level 1)\n%1 int64 = argsort %0\nreturn %1", 1, []int{5, 8000}, [][]int{{8000, 1}}, 5, false},
		{"a softmax", softmax, 1, []int{1, 40_001}, [][]int{{0, 1}}, 3, false},
		{"two axes", "(%0 float32 level 1)\n%1 int64 = argmax %0\nreturn %1", 1, []int{1, 300, 130}, [][]int{{0, 151, 1}}, 5, false},
		{"a matrix and its transpose", sum, 1, []int{1, 203, 201}, [][]int{{0, 201, 1}, {0, 1, 203}}, 0, false},
		{"columns of two axes", sum, 1, []int{4, 100, 91}, [][]int{{1, 404, 4}, {9100, 91, 1}}, 2, false},
		{"a scan of two axes", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", 1, []int{1, 130, 150}, [][]int{{0, 1, 130}}, 9, false},
		{"a softmax of two axes", softmax, 1, []int{2, 100, 150}, [][]int{{15_000, 1, 100}}, 3, true},
		{"a sort of two axes", "(%0 float32 level 1)\n%1 float32 = sort %0\nreturn %1", 1, []int{2, 30, 170}, [][]int{{1, 2, 60}}, 3, true},
		{"a product", "(%0 float32 level 1, %1 float32 level 1)\n%2 float32 = dot %0 %1\nreturn %2", 2, []int{20, 77, 500}, [][]int{{500, 0, 1}, {0, 1, 77}}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.thorough {
				thorough(t)
			}
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			l := &device.Launch{Program: p, Shape: c.shape, Levels: []int{len(c.shape) - c.kept}}
			end := 0
			for _, strides := range c.strides {
				in := broadcast.Layout{Shape: c.shape, Strides: strides, Offset: c.offset}
				l.In = append(l.In, device.Operand{Type: op.Float32, Layout: in})
				_, to := in.Bounds()
				end = max(end, to)
			}
			r, raw := rand.New(rand.NewPCG(1, 1)), make([]byte, 4*(end+1))
			for i := range end { // whole numbers, so that sums of products have no error
				op.Float32.Store(raw[4*i:], op.Float32.FromFloat(float64(r.IntN(201)-100)))
			}
			out := c.shape[:c.kept]
			if p.OutputLevel(0) > 0 {
				out = c.shape
			}
			dt := p.Type(p.Outputs()[0])
			results := make([][]byte, 2)
			for i, d := range []*Device{whole, narrow} {
				x, err := d.Alloc(len(raw))
				require.NoError(t, err)
				t.Cleanup(x.Release)
				require.NoError(t, x.Write(0, raw))
				for k := range l.In {
					l.In[k].Buffer = x
				}
				layout := broadcast.RowMajor(slices.Clone(out)...)
				results[i] = make([]byte, dt.Size()*layout.Len())
				y, err := d.Alloc(len(results[i]))
				require.NoError(t, err)
				t.Cleanup(y.Release)
				l.Out = []device.Operand{{Buffer: y, Type: dt, Layout: layout}}
				require.NoError(t, d.Run(ctx, l))
				require.NoError(t, y.Read(ctx, 0, results[i]))
			}
			require.Equal(t, results[0], results[1])
		})
	}
}

// A table in several windows of 64 KiB is bound as often.
func TestATableMayBeLongerThanABinding(t *testing.T) {
	const n, long = 1000, 5 << 14 // elements of 4 bytes in five windows
	whole, narrow := open(t), open(t, within(1<<16, 1<<18, 0))
	for _, c := range []struct {
		name, program string
		table         op.DType
		places        []int
	}{
		{"a row for each", "(%0 float32 places 1, %1 int32)\n%2 float32 = load %0 %1\nreturn %2", op.Float32, []int{82}},
		{"words", "(%0 float32 places 1, %1 int32)\n%2 float32 = load %0 %1\nreturn %2", op.Float32, []int{long}},
		{"narrow elements", "(%0 uint8 places 1, %1 int32)\n%2 uint8 = load %0 %1\nreturn %2", op.Uint8, []int{4 * long}},
		{"wide elements", "(%0 int64 places 2, %1 int32, %2 int64 position)\n%3 int64 = load %0 %1 %2\nreturn %3", op.Int64, []int{long / 1000 / 2, n}},
		{"padding", "(%0 float16 places 1, %1 int32; %2 float16)\n%3 float16 = load_or %0 %1 %2\nreturn %3", op.Float16, []int{long}},
		{"a search", "(%0 int32 places 1, %1 int32)\n%2 int64 = find_left %0 %1\nreturn %2", op.Int32, []int{long}},
		{"one window of many", "(%0 float32 places 1, %1 int32)\n%2 float32 = load %0 %1\nreturn %2", op.Float32, []int{100}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			size, table := 1, broadcast.RowMajor(append([]int{n}, c.places...)...)
			for _, k := range c.places {
				size *= k
			}
			if c.name == "a row for each" {
				size *= n
			} else {
				table.Strides[0] = 0
			}
			r := rand.New(rand.NewPCG(1, 1))
			raw, at := make([]byte, size*c.table.Size()), make([]byte, 4*n)
			for i := range size {
				c.table.Store(raw[i*c.table.Size():], c.table.FromInt(int64(i%251+i/c.places[len(c.places)-1])))
			}
			for i := range n {
				op.Int32.Store(at[4*i:], op.Int32.FromInt(int64(r.IntN(2*c.places[0])-c.places[0])))
			}
			for _, wrong := range []bool{false, true} {
				if wrong {
					op.Int32.Store(at[4*77:], op.Int32.FromInt(int64(c.places[0])))
				}
				results, faults := make([][]byte, 2), make([]error, 2)
				for i, d := range []*Device{whole, narrow} {
					upload := func(raw []byte, dt op.DType, l broadcast.Layout) device.Operand {
						b, err := d.Alloc(max(len(raw), size*c.table.Size()))
						require.NoError(t, err)
						t.Cleanup(b.Release)
						require.NoError(t, b.Write(0, raw))
						return device.Operand{Buffer: b, Type: dt, Layout: l}
					}
					dt := p.Type(p.Outputs()[0])
					l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault),
						In:  []device.Operand{upload(raw, c.table, table), upload(at, op.Int32, broadcast.RowMajor(n))},
						Out: []device.Operand{upload(make([]byte, n*dt.Size()), dt, broadcast.RowMajor(n))}}
					if len(p.Inputs()) == 3 {
						l.In = append(l.In, device.Operand{Type: op.Int64, Layout: broadcast.RowMajor(n)})
					}
					if len(p.Scalars()) > 0 {
						l.Scalars = []op.Scalar{op.Float16.FromInt(7)}
					}
					require.NoError(t, d.Run(ctx, l))
					results[i] = make([]byte, n*dt.Size())
					require.NoError(t, l.Out[0].Buffer.Read(ctx, 0, results[i]))
					faults[i] = l.Fault.Err()
				}
				require.Equal(t, faults[0], faults[1])
				if faults[0] == nil {
					require.Equal(t, results[0], results[1])
				}
			}
		})
	}
	x, err := narrow.Alloc(64 << 16)
	require.NoError(t, err)
	t.Cleanup(x.Release)
	p, err := device.Parse("(%0 float32 places 1, %1 int32)\n%2 float32 = load %0 %1\nreturn %2")
	require.NoError(t, err)
	l := &device.Launch{Program: p, Shape: []int{1}, Fault: new(device.Fault), Out: []device.Operand{operand(alloc(t, narrow, 0))},
		In: []device.Operand{{Buffer: x, Type: op.Float32, Layout: broadcast.RowMajor(1, 16<<16)}, operand(alloc(t, narrow, 0))}}
	l.Out[0].Type = op.Float32
	require.ErrorContains(t, narrow.Run(ctx, l), "a launch that binds 67 windows of 65536 bytes; ")
}

// What is stored in several windows of 64 KiB, and what a store needs of each place, are bound as often.
func TestAStoreMayReachFurtherThanABinding(t *testing.T) {
	const n, places = 2000, 20_000
	whole, narrow := open(t), open(t, within(1<<16, 1<<18, 0))
	for _, c := range []struct {
		name, how string
		dt        op.DType
	}{
		{"last", "", op.Float32},
		{"last of narrow elements", "skip", op.Uint8},
		{"sums", "sum", op.Int32},
		{"extremes of narrow elements", "max", op.Int16},
		{"different places", "skip distinct", op.Int64},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := device.Parse(fmt.Sprintf("(%%0 %v, %%1 int32)\nreturn %%0 at %%1 %s", c.dt, c.how))
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(1, 1))
			value, at, old := make([]byte, n*c.dt.Size()), make([]byte, 4*n), make([]byte, places*c.dt.Size())
			for i := range n {
				c.dt.Store(value[i*c.dt.Size():], c.dt.FromInt(int64(r.IntN(100))))
				place := r.IntN(2*places) - places
				if c.how == "skip distinct" {
					place = (i*7919)%(places+500) - 250
				}
				op.Int32.Store(at[4*i:], op.Int32.FromInt(int64(place)))
			}
			for i := range old {
				old[i] = byte(i % 100)
			}
			for _, wrong := range []bool{false, true} {
				if wrong {
					op.Int32.Store(at[4*77:], op.Int32.FromInt(places))
				}
				results, faults := make([][]byte, 2), make([]error, 2)
				for i, d := range []*Device{whole, narrow} {
					upload := func(raw []byte, dt op.DType, l broadcast.Layout) device.Operand {
						b, err := d.Alloc(len(raw))
						require.NoError(t, err)
						t.Cleanup(b.Release)
						require.NoError(t, b.Write(0, raw))
						return device.Operand{Buffer: b, Type: dt, Layout: l}
					}
					out := broadcast.Layout{Shape: []int{n, places}, Strides: []int{0, 1}}
					l := &device.Launch{Program: p, Shape: []int{n}, Fault: new(device.Fault),
						In:  []device.Operand{upload(value, c.dt, broadcast.RowMajor(n)), upload(at, op.Int32, broadcast.RowMajor(n))},
						Out: []device.Operand{upload(old, c.dt, out)}}
					require.NoError(t, d.Run(ctx, l))
					results[i] = make([]byte, len(old))
					require.NoError(t, l.Out[0].Buffer.Read(ctx, 0, results[i]))
					faults[i] = l.Fault.Err()
				}
				require.Equal(t, faults[0], faults[1])
				require.Equal(t, results[0], results[1])
			}
		})
	}
}
