package cpu

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/cputest"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
)

func TestGroupsTouchNothingBesideTheirOperands(t *testing.T) {
	testFenced(t, func(g *generator) *device.Launch { return g.groupLaunch() })
}

// An index may be wrong, and a place may be left out.
func TestPlacesTouchNothingBesideTheirOperands(t *testing.T) {
	testFenced(t, func(g *generator) *device.Launch { return (&placer{generator: g}).launch() })
}

func TestProductsTouchNothingBesideTheirOperands(t *testing.T) {
	testFenced(t, func(g *generator) *device.Launch { return g.productLaunch() })
}

// testFenced runs launches whose buffers end, or begin, at a page that cannot be read or written.
func testFenced(t *testing.T, launch func(g *generator) *device.Launch) {
	var memory [9]*cputest.Fenced
	for k := range memory {
		memory[k] = cputest.NewFenced(t, 1<<24)
	}
	for _, tile := range []int{exec.TileLen, 10} {
		d := New(Threads(1))
		d.engine.Tile = tile
		for seed := range 100 {
			g := newGenerator(t, d, uint64(seed))
			l := launch(g)
			if l.Check(d.Info()) != nil { // of an empty group
				continue
			}
			moved := map[device.Buffer]device.Buffer{}
			for k := range len(l.Out) + len(l.In) {
				o := l.Operand(k)
				if o.Buffer == nil { // a position
					continue
				}
				if moved[o.Buffer] == nil {
					data := download(t, o.Buffer)
					to := memory[len(moved)].Take(max(len(data), 8), g.IntN(2) == 0)
					copy(to, data)
					moved[o.Buffer] = &buffer{device: d, at: unsafe.Pointer(&to[0]), len: len(data), room: len(data)}
				}
				o.Buffer = moved[o.Buffer]
			}
			cputest.RequireUntouched(t, func() { require.NoError(t, d.Run(t.Context(), l)) }, "seed %d: %v\n%v", seed, l.Program, describe(l))
		}
	}
}
