package cpu

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func TestABriefLaunchGivesWhatAnyLaunchGives(t *testing.T) {
	for _, name := range tierNames() {
		d, r := New(Tier(name)), rand.New(rand.NewPCG(1, 2))
		brief := 0
		for range 3000 {
			o := op.All()[r.IntN(len(op.All()))]
			from := op.DTypes()[r.IntN(len(op.DTypes()))]
			if compute, _, err := o.Types(from); err != nil || compute != from || o.As != nil || o.Rule == op.Retype {
				continue
			}
			n := 1 + r.IntN(40)
			l := &device.Launch{Shape: []int{n}}
			var inputs, scalars []op.DType
			in := device.Instr{Op: o}
			for i := range o.Arity {
				dt := from
				if o.Rule == op.Select && i == 0 {
					dt = op.Bool
				}
				elements := make([]op.Scalar, n)
				for k := range elements {
					elements[k] = element(r, dt)
				}
				if i > 0 && r.IntN(3) == 0 {
					scalars, l.Scalars = append(scalars, dt), append(l.Scalars, elements[0])
					in.Args = append(in.Args, -1)
					continue
				}
				in.Args = append(in.Args, device.Value(len(inputs)))
				inputs = append(inputs, dt)
				l.In = append(l.In, whole(upload(t, d, pack(dt, elements...)), dt, n))
			}
			at := device.Value(len(inputs))
			for i, v := range in.Args {
				if v < 0 {
					in.Args[i], at = at, at+1
				}
			}
			p, err := device.NewProgram(inputs, scalars, []device.Instr{in}, at)
			require.NoError(t, err)
			l.Program = p
			dt := p.Type(at)
			l.Out = []device.Operand{whole(nil, dt, n)}
			if !d.RunBrief(l) {
				assert.Nil(t, l.Out[0].Buffer)
				continue
			}
			brief++
			got := l.Out[0].Buffer
			require.Equal(t, n*dt.Size(), got.Len())
			l.Out[0].Buffer = alloc(t, d, n*dt.Size())
			require.NoError(t, d.Run(l))
			want := download(t, l.Out[0].Buffer)
			require.Equal(t, want, download(t, got), "%s: %v of %d", name, p, n)
			require.True(t, d.RunBrief(l), "again, into a buffer that is there")
			require.Equal(t, want, download(t, l.Out[0].Buffer), "%s: %v of %d", name, p, n)
		}
		assert.Greater(t, brief, 300, name)
	}
}

func TestBriefCopiesAndFills(t *testing.T) {
	d := New()
	o := onFloats(t, d, ramp(50, 1), ramp(50, 0), ramp(50, 0))
	p := program(t, 1, 1, nil, 0)
	seven := []op.Scalar{op.Float32.FromFloat(7)}
	require.True(t, d.RunBrief(&device.Launch{Program: p, Shape: []int{50}, Out: o[1:2], In: o[:1], Scalars: seven}))
	assert.Equal(t, floats32(ramp(50, 1)...), download(t, o[1].Buffer))
	p = program(t, 1, 1, nil, 1)
	require.True(t, d.RunBrief(&device.Launch{Program: p, Shape: []int{50}, Out: o[2:], In: o[:1], Scalars: seven}))
	assert.Equal(t, pack(op.Float32, seven[0]), download(t, o[2].Buffer)[4*49:])
}

func TestWhatIsNotBriefIsLeftAsItIs(t *testing.T) {
	d := New(Memory(1 << 22))
	neg := program(t, 1, 0, []device.Instr{call(op.Neg, 0)}, 1)
	launch := func(n int) *device.Launch {
		o := onFloats(t, d, ramp(n, 1), ramp(n, 2))
		return &device.Launch{Program: neg, Shape: []int{n}, Out: o[1:], In: o[:1]}
	}
	assert.True(t, d.RunBrief(launch(100)))
	for name, harm := range map[string]func(l *device.Launch){
		"much":            func(l *device.Launch) { *l = *launch(briefWork + 1) },
		"a view":          func(l *device.Launch) { l.In[0].Layout.Strides = []int{0} },
		"a mistake":       func(l *device.Launch) { l.In[0].Type = op.Int32 },
		"other device":    func(l *device.Launch) { l.In[0].Buffer = alloc(t, New(), 400) },
		"output of other": func(l *device.Launch) { l.Out[0].Buffer = alloc(t, New(), 400) },
		"released":        func(l *device.Launch) { l.In[0].Buffer.Release() },
		"output released": func(l *device.Launch) { l.Out[0].Buffer.Release() },
		"two steps": func(l *device.Launch) {
			l.Program = program(t, 1, 0, []device.Instr{call(op.Neg, 0), call(op.Abs, 1)}, 2)
		},
		"no memory": func(l *device.Launch) {
			alloc(t, d, 1<<22-d.Stats().LiveBytes)
			l.Out[0].Buffer = nil
		},
	} {
		l := launch(100)
		out := l.Out[0].Buffer
		harm(l)
		assert.False(t, d.RunBrief(l), name)
		if l.Out[0].Buffer == out && name != "output released" {
			assert.Equal(t, floats32(ramp(100, 2)...), download(t, out), name)
		}
		d = New(Memory(1 << 22))
	}
	l := launch(100)
	require.NoError(t, d.enter())
	assert.False(t, d.RunBrief(l), "while somebody locks buffers")
	d.leave()
	require.NoError(t, d.Close())
	assert.False(t, d.RunBrief(l), "closed")
}

func TestHammerBriefLaunchesAmongOthers(t *testing.T) {
	d := New(Threads(2))
	const n, turns = 1000, 200
	o := onFloats(t, d, ramp(n, 0), ramp(n, 0))
	one := []op.Scalar{op.Float32.FromFloat(1)}
	p := program(t, 1, 1, []device.Instr{call(op.Add, 0, 1)}, 2)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for turn := range turns {
				l := &device.Launch{Program: p, Shape: []int{n}, Out: o[:1], In: o[:1], Scalars: one}
				if !d.RunBrief(l) {
					assert.NoError(t, d.Run(l))
				}
				switch (g + turn) % 3 {
				case 0:
					assert.NoError(t, o[1].Buffer.Write(0, download(t, o[0].Buffer)))
				case 1:
					b, err := d.Alloc(4 * n)
					assert.NoError(t, err)
					b.Release()
				}
			}
		})
	}
	all.Wait()
	assert.Equal(t, floats32(4*turns), download(t, o[0].Buffer)[:4])
}
