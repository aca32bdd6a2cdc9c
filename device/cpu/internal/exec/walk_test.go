package exec

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// memory is a buffer of bools.
type memory struct {
	device.Buffer
	bools []bool
}

func (m *memory) Len() int { return len(m.bools) }

func TestAnyAndAllLookAtFewElementsBehindOneThatDecides(t *testing.T) {
	const n = 1 << 20
	for _, c := range []struct {
		name, program string
		at            int // of the element that is unlike the others
		want          bool
		most          int // elements that are looked at
	}{
		{"any of a true one", "(%0 bool level 1)\n%1 bool = any %0\nreturn %1", 0, true, n / shares},
		{"any of a true one in the middle", "(%0 bool level 1)\n%1 bool = any %0\nreturn %1", n / 2, true, n/2 + n/shares},
		{"all of a false one", "(%0 bool level 1)\n%1 bool = all %0\nreturn %1", 0, false, n / shares},
		{"any of a true one, and a sum of all", "(%0 bool level 1)\n%1 bool = any %0\n%2 int64 = sum %0\n%3 bool = cast %2\n%4 bool = logical_and %1 %3\nreturn %4", 0, true, n},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, err := kernel.Find("")
			require.NoError(t, err)
			p, err := device.Parse(c.program)
			require.NoError(t, err)
			e := &Engine{Sizes: DefaultSizes, Threads: 1, Set: set}
			e.Where = func(b device.Buffer) (unsafe.Pointer, int, error) {
				return unsafe.Pointer(unsafe.SliceData(b.(*memory).bools)), len(b.(*memory).bools), nil
			}
			looked := 0
			compiled := e.Programs.Of(p, set)
			r := &compiled.steps[0].reduction
			add := r.Add
			r.Add = func(states unsafe.Pointer, b *kernel.Block) { looked += b.Elements; add(states, b) }
			all, result := &memory{bools: slices.Repeat([]bool{!c.want}, n)}, &memory{bools: []bool{!c.want}}
			all.bools[c.at] = c.want
			l := &device.Launch{Program: p, Shape: []int{n}, Levels: []int{1},
				Out: []device.Operand{{Buffer: result, Type: op.Bool}},
				In:  []device.Operand{{Buffer: all, Type: op.Bool, Layout: broadcast.RowMajor(n)}}}
			run := new(task)
			run.lay(e, l)
			require.NoError(t, run.bind(l, e))
			require.NoError(t, e.Run(t.Context(), l, run))
			require.Equal(t, c.want, result.bools[0])
			require.LessOrEqual(t, looked, c.most)
			require.Positive(t, looked)
		})
	}
}
