package gpu

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// A thorough run has all checks of groups. Otherwise few rows, which merge states of each kind, have long
// groups.
func TestGroupsConformInWorkgroupMemory(t *testing.T) {
	devicetest.OneGoroutine(t)
	d := open(t, WorkgroupMemory(true))
	checks := []devicetest.Option{devicetest.Quick()}
	names := []string{"forms/padded", "forms/rows/sum", "forms/rows/argmax", "forms/rows/argsort", "forms/softmax", "forms/inplace"}
	if devicetest.Thorough() {
		checks = nil
		names = []string{"forms/rows/", "forms/layouts", "forms/dot", "forms/padded", "forms/phases", "forms/inplace", "forms/softmax", "forms/empty", "forms/again"}
	}
	before := d.Stats().Pipelines
	_, err := devicetest.Check(d, append(checks, devicetest.Checks(names...))...)
	assert.NoError(t, err)
	t.Logf("%d kernels", d.Stats().Pipelines-before)
}

// The elements of each group have exponents far apart, and cancel.
func TestSumsHaveTheSameBitsInWorkgroupMemory(t *testing.T) {
	devicetest.OneGoroutine(t)
	alone, together := open(t, WorkgroupMemory(false)), open(t, WorkgroupMemory(true))
	for _, c := range []struct {
		name      string
		groups, n int
	}{{"rows", 40, 1000}, {"one group", 1, 70_001}} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(c.n)))
			var all []float64
			for range c.groups {
				var list []float64
				for i := range c.n {
					list = append(list, hostile[3+r.IntN(5)].next(r, append(list, 1, 1), max(i, 1)))
				}
				all = append(all, list...)
			}
			want, got := sumAndMean(t, alone, all, c.groups), sumAndMean(t, together, all, c.groups)
			require.Equal(t, want, got)
		})
	}
}

// sumAndMean are the sum and the mean of each group.
func sumAndMean(t *testing.T, d *Device, elements []float64, groups int) (raw []byte) {
	t.Helper()
	f, n := op.Float32, len(elements)/groups
	p, err := device.Parse("(%0 float32 level 1)\n%1 float32 = sum %0\n%2 float32 = mean %0\nreturn %1 %2")
	require.NoError(t, err)
	operand := func(shape ...int) device.Operand {
		layout := broadcast.RowMajor(shape...)
		b, err := d.Alloc(f.Size() * layout.Len())
		require.NoError(t, err)
		t.Cleanup(b.Release)
		return device.Operand{Buffer: b, Type: f, Layout: layout}
	}
	in, out := operand(groups, n), []device.Operand{operand(groups), operand(groups)}
	bytes := make([]byte, f.Size()*len(elements))
	for i, x := range elements {
		f.Store(bytes[f.Size()*i:], f.FromFloat(x))
	}
	require.NoError(t, in.Buffer.Write(0, bytes))
	l := &device.Launch{Program: p, Shape: []int{groups, n}, Levels: []int{1}, In: []device.Operand{in}, Out: out}
	variant, err := d.Describe(l)
	require.NoError(t, err)
	if d.kernels.teams {
		require.Contains(t, variant, "teams of", fmt.Sprint(groups, n))
	} else {
		require.NotContains(t, variant, "teams of")
	}
	require.NoError(t, d.Run(ctx, l))
	for _, o := range out {
		part := make([]byte, f.Size()*groups)
		require.NoError(t, o.Buffer.Read(ctx, 0, part))
		raw = append(raw, part...)
	}
	return raw
}
