package translate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

func compile(t *testing.T, dir, name string) Routine {
	t.Helper()
	p, err := Read(dir)
	require.NoError(t, err)
	all := p.Routines(func(n string) bool { return n == name })
	require.Len(t, all, 1)
	return all[0]
}

// argument is any float64, a hostile one, or one of ordinary size.
func argument(r *rand.Rand) float64 {
	hostile := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), .5, 2, -3, 1e300, 1e-300, 5e-324, 1024, -25.5, 3e8}
	switch r.IntN(4) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return hostile[r.IntN(len(hostile))]
	}
	return math.Ldexp(2*r.Float64()-1, r.IntN(12)-3)
}

func TestTheCodeOfEveryFunctionHasTheBitsOfGos(t *testing.T) {
	p, err := Read("../../../device/op/internal/libm")
	require.NoError(t, err)
	routines := map[string]Routine{}
	for _, r := range p.Routines(func(string) bool { return true }) {
		routines[r.Name] = r
	}
	n := 3000
	if devicetest.Thorough() {
		n = 1 << 20
	}
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for _, o := range op.Instructions() {
		name, _, _ := strings.Cut(o.WGSL(op.Float64), "(")
		routine, ok := routines[name]
		if !ok {
			continue
		}
		found++
		t.Run(o.Name, func(t *testing.T) {
			for range n {
				v := [3]float64{argument(r), argument(r), argument(r)}
				got, want := run(routine, v[:routine.Params]...), o.Float.Call(v[0], v[1], v[2])
				if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
					require.Failf(t, "wrong", "%v gave %x, not %x", v[:routine.Params], got, want)
				}
			}
		})
	}
	assert.Greater(t, found, 35)
}

func TestStatementsOfGoAreCompiled(t *testing.T) {
	for _, c := range []struct {
		name string
		x    float64
		want float64
	}{
		{"half", 5, 2.5},
		{"half", 1.5, 1}, // the other branch
		{"swapped", 3, 1.0 / 3},
		{"shifted", 7, 1<<41 + 7},
		{"counted", 4, 24},
		{"looked_up", 2, 60},
		{"both", 3, 1},
		{"both", 12, 0},
	} {
		t.Run(fmt.Sprint(c.name, " of ", c.x), func(t *testing.T) {
			assert.Equal(t, c.want, run(compile(t, "testdata/sample", "libm_"+c.name), c.x))
		})
	}
}

func TestACopyTakesNoRegister(t *testing.T) {
	r := compile(t, "testdata/sample", "libm_copied")
	var ops []Op
	for _, e := range r.Code {
		ops = append(ops, Op(e[0]&0xff))
	}
	assert.Equal(t, []Op{Add, Mul, Return}, ops)
	assert.Equal(t, 1, r.Registers)
}

func TestAPackageThatDoesNotCompileIsAnError(t *testing.T) {
	_, err := Read("testdata/wrong")
	assert.ErrorContains(t, err, "cannot use")
}

func TestWhatThereIsNoCodeForPanics(t *testing.T) {
	p, err := Read("testdata/sample")
	require.NoError(t, err)
	assert.PanicsWithValue(t, "translate: no code for Sin", func() {
		p.Routines(func(name string) bool { return name == "libm_foreign" })
	})
}
