package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestAReusedLaunchKeepsItsStagesForOtherBuffersOffsetsAndScalars(t *testing.T) {
	for _, c := range []struct {
		name string
		launch
	}{
		{"one stage", listing(t)},
		{"passes", launch{copying(t, u8), []broadcast.Layout{lay([]int{3, 2}, []int{2, 3}, 0), broadcast.RowMajor(3, 2)}, nil, nil}},
		{"outputs that share words", launch{program(t, types(u8), nil, nil, 0, 0),
			[]broadcast.Layout{broadcast.RowMajor(8), at(1, broadcast.RowMajor(8)), broadcast.RowMajor(8)}, []string{"x", "y", "x"}, nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := c.device()
			w, err := Lower(d, Limits{}, Repair{})
			require.NoError(t, err)
			moved := map[device.Buffer]device.Buffer{}
			for k := range len(d.Out) + len(d.In) {
				o := d.Operand(k)
				if moved[o.Buffer] == nil {
					moved[o.Buffer] = &memory{"other"}
				}
				o.Buffer, o.Layout.Offset = moved[o.Buffer], o.Layout.Offset+32
			}
			for i := range d.Scalars {
				d.Scalars[i] = 7
			}
			w.Unbind()
			require.True(t, w.Rebind(d))
			fresh := lowered(t, d, Repair{})
			require.Len(t, w.Stages(), len(fresh))
			for i := range fresh {
				assert.Equal(t, fresh[i].Key(), w.stages[i].Key())
				assert.Equal(t, fresh[i].Params(nil), w.stages[i].Params(nil))
				assert.Equal(t, fresh[i].Bindings(), w.stages[i].Bindings())
			}
		})
	}
}

func TestAReusedLaunchIsLoweredAgainWhereItsKernelsMightDiffer(t *testing.T) {
	add := program(t, types(f32, f32), nil, []device.Instr{do(op.Add, 0, 1)}, 2)
	d := rows(add, 8).device()
	w, err := Lower(d, Limits{Window: 1 << 30}, Repair{})
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		change func(l *device.Launch)
	}{
		{"another part of a vector", func(l *device.Launch) { l.In[0].Layout.Offset = 1 }},
		{"an input that is the output", func(l *device.Launch) { l.In[0].Buffer = l.Out[0].Buffer }},
		{"a buffer of many windows", func(l *device.Launch) { l.In[1].Buffer = &Scratch{Bytes: 1<<31 - 1} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := d.Clone()
			c.change(l)
			assert.False(t, w.Rebind(l))
		})
	}
	assert.True(t, w.Rebind(d))
}
