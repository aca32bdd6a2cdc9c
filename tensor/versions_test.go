package tensor_test

import (
	"context"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/tensor"
)

// Each case writes to a tensor, and reads it, a view, or an earlier expression afterwards.
func TestAWriteIsSeenByViewsAndNotByExpressionsFromBefore(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(t *testing.T, x *tensor.Tensor) (seen *tensor.Tensor) // x has the elements 0 to 5, in two rows
		want  []float32                                                  // of seen
		x     []float32                                                  // elements of x afterwards
	}{
		{"an expression sees the old elements", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			e := x.Mul(2)
			require.NoError(t, x.AddInPlace(1))
			return e
		}, []float32{0, 2, 4, 6, 8, 10}, []float32{1, 2, 3, 4, 5, 6}},
		{"a view sees the new elements", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			w := x.Index(0, 0)
			require.NoError(t, x.Fill(3))
			return w
		}, []float32{3, 3, 3}, []float32{3, 3, 3, 3, 3, 3}},
		{"an expression of a view sees the old elements", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			w := x.Index(0, 0).Mul(1)
			require.NoError(t, x.Fill(3))
			return w
		}, []float32{0, 1, 2}, []float32{3, 3, 3, 3, 3, 3}},
		{"an operand that overlaps is read as if it was copied", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			require.NoError(t, x.AddInPlace(x.Flip()))
			return x
		}, []float32{5, 5, 5, 5, 5, 5}, []float32{5, 5, 5, 5, 5, 5}},
		{"so is one that overlaps a part that is written", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			require.NoError(t, x.Slice(1, 1, 3, 1).AddInPlace(x.Slice(1, 0, 2, 1)))
			return x.Index(0, 1)
		}, []float32{3, 7, 9}, []float32{0, 1, 3, 3, 7, 9}},
		{"a tensor is an operand of its own write", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			require.NoError(t, x.AddInPlace(x))
			return x.Index(0, 0)
		}, []float32{0, 2, 4}, []float32{0, 2, 4, 6, 8, 10}},
		{"an expression is assigned to what it reads, and goes on waiting", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			e := x.Mul(2).Add(1)
			require.NoError(t, x.Assign(e))
			return e
		}, []float32{1, 3, 5, 7, 9, 11}, []float32{1, 3, 5, 7, 9, 11}},
		{"a stencil is assigned to what it reads", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			e := x.Flip(1).Add(x)
			require.NoError(t, x.Assign(e))
			return e.Add(x)
		}, []float32{4, 4, 4, 16, 16, 16}, []float32{2, 2, 2, 8, 8, 8}},
		{"a write to a part keeps the rest, also for an expression of the whole", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			e := x.Mul(1)
			require.NoError(t, x.Index(0, 1).Fill(9))
			require.NoError(t, x.Index(1, 0).Fill(7))
			return e
		}, []float32{0, 1, 2, 3, 4, 5}, []float32{7, 1, 2, 7, 9, 9}},
		{"what waits is written in part: an expression that it reads, and one that reads it", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			y := x.Add(10)
			e := y.Mul(2).Index(0, 0)
			require.NoError(t, y.Index(0, 1).Assign(e.Add(x.Index(0, 0))))
			return y
		}, []float32{10, 11, 12, 20, 23, 26}, []float32{0, 1, 2, 3, 4, 5}},
		{"and what reads it is assigned to a part of it", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			e := x.Index(0, 1).Add(1)
			y := tensor.Ones(tensor.Float32, 2, 3).Mul(e)
			require.NoError(t, y.Index(0, 0).Assign(e))
			require.NoError(t, y.Index(0, 1).Assign(y.Index(0, 0).Add(e)))
			return y
		}, []float32{4, 5, 6, 8, 10, 12}, []float32{0, 1, 2, 3, 4, 5}},
		{"a clone is another tensor", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			y := x.Clone()
			require.NoError(t, y.Index(0, 0).Fill(8))
			require.NoError(t, x.Index(0, 1).Fill(9))
			return y
		}, []float32{8, 8, 8, 3, 4, 5}, []float32{0, 1, 2, 9, 9, 9}},
		{"an expression keeps the version of a tensor that was released", func(t *testing.T, x *tensor.Tensor) *tensor.Tensor {
			y := x.Clone()
			e := y.Add(1)
			require.NoError(t, y.Fill(0))
			y.Release()
			return e
		}, []float32{1, 2, 3, 4, 5, 6}, []float32{0, 1, 2, 3, 4, 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, _ device.Device) {
				x := iota32(6, 2, 3)
				seen := c.write(t, x)
				assert.Equal(t, c.x, data32(t, x))
				assert.Equal(t, c.want, data32(t, seen))
				assert.Equal(t, c.x, data32(t, x))
			})
		})
	}
}

func TestAWriteToTheInsideOfALargeMatrixLeavesItsSides(t *testing.T) {
	everywhere(t, func(t *testing.T, d device.Device) {
		const side = 1100 // large enough for each side to be copied alone, also on a GPU
		x := tensor.Arange[int32](0, side*side, 1).Reshape(side, side)
		before := x.Add(1)
		require.NoError(t, inner(x).Fill(-1))
		got, err := tensor.Data[int32](x)
		require.NoError(t, err)
		for i := range got {
			want := int32(i)
			if row, column := i/side, i%side; row > 0 && row < side-1 && column > 0 && column < side-1 {
				want = -1
			}
			if got[i] != want {
				require.Equal(t, want, got[i], "element %d", i)
			}
		}
		same, err := before.Eq(tensor.Arange[int32](1, side*side+1, 1).Reshape(side, side)).Bytes()
		require.NoError(t, err)
		require.NotContains(t, same, byte(0))
	})
}

// Each case counts the launches, the copies and the memory of its iterations. As in most programs,
// tensors are dropped and not released.
func TestWritesComputeNothingForOthersAndCopyLittle(t *testing.T) {
	const rows, bytes = 256, 256 * 1024 * 4
	const iterations = 20
	kept := make([]*tensor.Tensor, iterations)
	for _, c := range []struct {
		name     string
		iterate  func(x, y *tensor.Tensor, i int) error
		launches int // in all iterations
		copies   int // launches that copy a whole storage
		bytes    int // allocated in all iterations, at most
	}{
		{"an expression that waits is not computed", func(x, y *tensor.Tensor, i int) error {
			kept[i] = x.Mul(2)
			return x.AddInPlace(1)
		}, iterations, 0, iterations * bytes},
		{"an operand that overlaps: a new version each", func(x, _ *tensor.Tensor, _ int) error {
			return x.AddInPlace(x.Flip())
		}, iterations, 0, iterations * bytes},
		{"a tensor and itself: in place", func(x, _ *tensor.Tensor, _ int) error {
			return x.AddInPlace(x)
		}, iterations, 0, 0},
		{"a chain that reads what it is assigned to: a new version each", func(x, _ *tensor.Tensor, _ int) error {
			return x.Assign(x.Mul(.5).Add(1))
		}, iterations, 0, iterations * bytes},
		{"the same in place, of which each link was released: a new version, which takes the place of the old one", func(x, _ *tensor.Tensor, _ int) error {
			link := x.Mul(.5)
			all := link.Add(1)
			defer all.Release()
			defer link.Release()
			return x.Assign(all)
		}, iterations, 0, iterations * bytes},
		{"an expression of others: into what is there", func(x, y *tensor.Tensor, _ int) error {
			return y.Assign(x.Mul(2).Add(1))
		}, iterations, 0, 0},
		{"other dtypes: in place", func(x, _ *tensor.Tensor, i int) error {
			return x.MulInPlace(tensor.Scalar(int32(i)))
		}, iterations, 0, iterations * 4},
		{"rows, and an expression of the whole from before: one copy", func(x, _ *tensor.Tensor, i int) error {
			if i == 0 {
				kept[0] = x.Mul(2)
			}
			return x.Index(0, i).Fill(i)
		}, iterations + 1, 1, bytes},
		{"rows, and each iteration an expression of the whole: a copy each", func(x, _ *tensor.Tensor, i int) error {
			kept[i] = x.Mul(2)
			return x.Index(0, i).Fill(i)
		}, 2 * iterations, iterations, iterations * bytes},
		{"the inside, and each iteration an expression of the whole: a copy of each side", func(x, _ *tensor.Tensor, i int) error {
			kept[i] = x.Mul(2)
			return inner(x).Fill(i)
		}, 5 * iterations, 0, iterations * bytes},
		{"rows, and each iteration an expression of the row, which is computed: no copy", func(x, _ *tensor.Tensor, i int) error {
			kept[i] = x.Index(0, i).Mul(2)
			return x.Index(0, i).AddInPlace(1)
		}, 2 * iterations, 0, iterations * bytes / rows},
		{"each row from the one before: no second buffer", func(x, _ *tensor.Tensor, i int) error {
			return x.Index(0, i+1).Assign(x.Index(0, i).Mul(.5).Add(1))
		}, 2 * iterations, 0, iterations * bytes / rows},
		{"a part that overlaps what it reads: no more than the part is copied", func(x, _ *tensor.Tensor, i int) error {
			part := x.Slice(0, i, i+3, 1)
			return part.Slice(0, 1, 3, 1).AddInPlace(part.Slice(0, 0, 2, 1))
		}, 2 * iterations, 0, iterations * 2 * bytes / rows},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			x, y := iota32(bytes/4, rows, 1024), iota32(bytes/4, rows, 1024)
			before := d.bytes
			for i := range iterations {
				require.NoError(t, c.iterate(x, y, i))
			}
			launches := d.took()
			assert.Len(t, launches, c.launches)
			assert.LessOrEqual(t, d.bytes-before, c.bytes)
			copies := slices.DeleteFunc(launches, func(l *device.Launch) bool {
				return len(l.Program.Code()) > 0 || len(l.In) == 0 || l.In[0].Layout.Len() < bytes/4
			})
			assert.Len(t, copies, c.copies)
			clear(kept)
		})
	}
}

// A result that a second evaluation needs is stored on the way, if it took enough operations and is
// small.
func TestWhatIsDearIsComputedTwiceAtMost(t *testing.T) {
	const iterations = 10
	chain := func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(2).Add(1).Mul(x).Sub(1) }
	count := func(launches []*device.Launch) (instructions int) {
		for _, l := range launches {
			instructions += len(l.Program.Code())
		}
		return instructions
	}
	row, column := iota32(300), iota32(300, 300, 1)
	for _, c := range []struct {
		name         string
		build        func() func(i int) *tensor.Tensor // returns the expression that an iteration evaluates
		instructions int                               // of all iterations, at most
		bytes        int                               // allocated besides the results
	}{
		{"four operations", func() func(int) *tensor.Tensor {
			e := chain(row)
			return func(i int) *tensor.Tensor { return e.Add(i) }
		}, 2*4 + iterations, 4 * 300},
		{"three are not dear", func() func(int) *tensor.Tensor {
			e := row.Mul(2).Add(1).Mul(row)
			return func(i int) *tensor.Tensor { return e.Add(i) }
		}, 4 * iterations, 0},
		{"of ten only the last is stored", func() func(int) *tensor.Tensor {
			e := chain(chain(row)).Add(1).Mul(3)
			return func(i int) *tensor.Tensor { return e.Add(i) }
		}, 2*10 + iterations, 4 * 300},
		{"a sum that grows takes as many operations as it has parts, not their square", func() func(int) *tensor.Tensor {
			s := row
			return func(int) *tensor.Tensor { s = s.Add(row); return s.Mul(2) }
		}, 4 * iterations, iterations * 4 * 300},
		{"what has many more elements than what it is made of is not stored", func() func(int) *tensor.Tensor {
			e := row.Add(column).Mul(2).Add(1).Mul(3)
			return func(i int) *tensor.Tensor { return e.Add(i) }
		}, 5 * iterations, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := recordTensors(t)
			row, column = row.To(d), column.To(d)
			f := c.build()
			d.took()
			before, results := d.bytes, 0
			var all []*tensor.Tensor
			for i := range iterations {
				all = append(all, f(i))
				eval(t, all[i])
				results += 4 * all[i].Len()
			}
			assert.LessOrEqual(t, count(d.took()), c.instructions)
			assert.LessOrEqual(t, d.bytes-before, results+c.bytes)
			on(t, newRecorder())
			row, column = row.To(tensor.DefaultDevice()), column.To(tensor.DefaultDevice())
			for i, f := 0, c.build(); i < iterations; i++ {
				assert.Equal(t, data32(t, f(i)), data32(t, all[i]), "iteration %d", i)
			}
		})
	}
	t.Run("small tensors on the CPU", func(t *testing.T) {
		d := cpu.New()
		on(t, d)
		e := chain(iota32(100))
		results := []*tensor.Tensor{e.Add(1), e.Add(2)}
		for _, r := range results {
			eval(t, r)
		}
		stored := d.Stats().LiveBuffers
		eval(t, e)
		assert.Equal(t, stored, d.Stats().LiveBuffers, "it is stored already")
		runtime.KeepAlive(results)
	})
	t.Run("what there is no memory for is computed on the way", func(t *testing.T) {
		const n = 1 << 16
		on(t, cpu.New(cpu.Memory(2*4*n)))
		x := iota32(n)
		e := chain(x)
		for i := range 4 {
			y := e.Add(i)
			assert.EqualValues(t, (2*3+1)*3-1+i, data32(t, y)[3])
			y.Release()
		}
	})
}

// Writers, and evaluations that need each other's tensors, do not wait for each other for ever.
func TestWritesAndEvaluationsThatNeedEachOtherEnd(t *testing.T) {
	for _, c := range []struct {
		name    string
		iterate func(g int, x, y *tensor.Tensor) error
	}{
		{"additions in place", func(_ int, x, _ *tensor.Tensor) error { return x.AddInPlace(1) }},
		{"each is assigned to the other", func(g int, x, y *tensor.Tensor) error {
			if g%2 == 0 {
				x, y = y, x
			}
			return x.Assign(y.Add(1))
		}},
		{"a part of each is assigned to the other", func(g int, x, y *tensor.Tensor) error {
			if g%2 == 0 {
				x, y = y, x
			}
			return x.Index(0, 0).Assign(y.Index(0, 1).Add(1))
		}},
		{"evaluated in both orders", func(g int, x, y *tensor.Tensor) error {
			shared := x.Add(y)
			a, b := shared.Mul(2), shared.Mul(3)
			if g%2 == 0 {
				a, b = b, a
			}
			return tensor.Eval(context.Background(), a, b, shared)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, _ device.Device) {
				for _, n := range []int{3, 3000} {
					x, y := tensor.Zeros(tensor.Int32, 2, n), tensor.Zeros(tensor.Int32, 2, n)
					together(t, 4, func(g int) {
						for range rounds(100) {
							if !assert.NoError(t, c.iterate(g, x, y)) {
								return
							}
						}
					})
					for _, z := range []*tensor.Tensor{x, y} {
						got := data[int32](t, z.Index(0, 0))
						assert.Equal(t, slices.Repeat(got[:1], n), got, "no write is seen in part")
					}
					if c.name == "additions in place" {
						assert.EqualValues(t, 4*rounds(100), data[int32](t, x)[0])
					}
				}
			})
		})
	}
}
