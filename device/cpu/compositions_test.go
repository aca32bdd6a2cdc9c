package cpu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// eachComposition calls f for each composition with a kernel of each kernel set.
func eachComposition(t *testing.T, f func(g *generator, p *device.Program)) {
	for set := range assemblySets {
		d := New(KernelSet(set.Name), Threads(1))
		for _, dt := range op.DTypes() {
			for _, c := range set.Compositions(dt) {
				t.Run(set.Name+"/"+c.Name+"/"+dt.String(), func(t *testing.T) {
					f(newGenerator(t, d, 1), c.Program)
				})
			}
		}
	}
}

func TestACompositionHasTheBitsOfItsSteps(t *testing.T) {
	oneGoroutine(t)
	eachComposition(t, func(g *generator, p *device.Program) {
		var all []device.Value // which no kernel computes together, because each is stored
		for i := range p.Code() {
			all = append(all, p.Result(i))
		}
		steps, err := device.NewProgram(p.Inputs(), p.Scalars(), p.Code(), all...)
		require.NoError(g.t, err)
		for _, shape := range [][]int{{1}, {5}, {77}, {3, 1000}, {40, 3, 9}} {
			once := g.launchOf(p, shape, nil)
			each := &device.Launch{Program: steps, Shape: shape, In: once.In, Scalars: once.Scalars}
			for _, v := range all[:len(all)-1] {
				each.Out = append(each.Out, g.operand(shape, steps.Type(v), false))
			}
			each.Out = append(each.Out, once.Out[0])
			require.NotContains(g.t, g.d.engine.Describe(once), ",", "there is one step")
			require.NoError(g.t, g.d.Run(context.Background(), each))
			want := download(g.t, once.Out[0].Buffer)
			require.NoError(g.t, g.d.Run(context.Background(), once))
			got := download(g.t, once.Out[0].Buffer)
			dt := once.Out[0].Type
			for i := 0; i < len(want); i += dt.Size() {
				require.True(g.t, equal(dt, dt.Load(got[i:]), dt.Load(want[i:])), "%v: byte %d", shape, i)
			}
			g.release(once)
			each.In, each.Out = nil, each.Out[:len(all)-1]
			g.release(each)
		}
	})
}

func TestACompositionWhoseStepsAreReadStaysInSteps(t *testing.T) {
	d, f := New(), op.Float32
	p, err := device.NewProgram([]op.DType{f}, []op.DType{f, f}, []device.Instr{{Op: op.Gt, Args: []device.Value{0, 1}}, {Op: op.Mul, Args: []device.Value{0, 2}},
		{Op: op.Where, Args: []device.Value{3, 0, 4}}}, 5, 4)
	require.NoError(t, err)
	l := newGenerator(t, d, 1).launchOf(p, []int{8}, nil)
	require.Contains(t, d.engine.Describe(l), " gt, ")
}
