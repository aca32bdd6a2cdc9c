package cpu

import (
	"math/rand/v2"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// fenced is memory between two pages that cannot be read or written.
type fenced struct {
	all  []byte
	page int
}

func newFenced(t *testing.T, bytes int) *fenced {
	page := os.Getpagesize()
	size := (bytes+page-1)/page*page + 2*page
	all, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	require.NoError(t, syscall.Mprotect(all[:page], syscall.PROT_NONE))
	require.NoError(t, syscall.Mprotect(all[size-page:], syscall.PROT_NONE))
	t.Cleanup(func() { require.NoError(t, syscall.Munmap(all)) })
	return &fenced{all, page}
}

// take returns the last bytes of the memory, or the first.
func (f *fenced) take(bytes int, last bool) []byte {
	if last {
		end := len(f.all) - f.page
		return f.all[end-bytes : end : end]
	}
	return f.all[f.page:][:bytes:bytes]
}

// requireUntouched fails the test if f reads or writes the pages around its operands.
func requireUntouched(t *testing.T, f func(), about string, args ...any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	require.NotPanicsf(t, f, about, args...)
}

func TestGathersTouchNothingBesideTheirRows(t *testing.T) {
	from, to := newFenced(t, 1<<15), newFenced(t, 1<<15)
	for _, set := range kernel.Assembled() {
		for s, run := range set.Gathers {
			r := rand.New(rand.NewPCG(14, uint64(s.Size)))
			least := vector.Square(s.Size)
			if s.Stride == 0 || s.Stride == 1 {
				least = 1
			}
			for n := least; n < least+140; n++ {
				rows := 1 + r.IntN(4)
				toRow, fromRow := (n+r.IntN(3))*s.Size, ((n-1)*kernel.Abs(s.Stride)+1+r.IntN(3))*s.Size
				first := max(-s.Stride, 0) * (n - 1) * s.Size
				for k := range 4 { // each operand at each end
					in := from.take((rows-1)*fromRow+((n-1)*kernel.Abs(s.Stride)+1)*s.Size, k&1 == 0)
					out := to.take((rows-1)*toRow+n*s.Size, k&2 == 0)
					requireUntouched(t, func() { run(rows, n, unsafe.Pointer(&out[0]), unsafe.Pointer(&in[first]), toRow, fromRow) },
						"%s %v: %d rows of %d, %b", set.Name, s, rows, n, k)
				}
			}
		}
	}
}

func TestKernelsTouchNothingBesideTheirOperands(t *testing.T) {
	const most = 1 << 10
	var memory [4]*fenced
	for k := range memory {
		memory[k] = newFenced(t, 8*most)
	}
	eachTwin(t, func(t *testing.T, w twin) {
		r := rand.New(rand.NewPCG(15, uint64(w.Least)))
		run := func(rows, n int, how vector.Mode) {
			var at [4]unsafe.Pointer
			var strides vector.Strides
			for k := range 1 + len(w.operands) {
				length, size := n, w.To.Size()
				if k > 0 {
					size = w.operands[k-1].Size()
					if how&(vector.X<<(k-1)) != 0 {
						length = 1
					}
				}
				strides[k] = (length + r.IntN(3)) * size
				b := memory[k].take((rows-1)*strides[k]+length*size, r.IntN(2) == 0)
				if k > 0 {
					copy(b, w.argument(r, k-1, len(b)/size+1))
				}
				at[k] = unsafe.Pointer(&b[0])
			}
			requireUntouched(t, func() {
				if rows == 1 {
					w.Run(n, at[0], at[1], at[2], at[3], how, 1, nil)
				} else {
					w.rows(n, at[0], at[1], at[2], at[3], how, rows, &strides)
				}
				vector.Fence()
			}, "rows=%d n=%d how=%b", rows, n, how)
		}
		modes := vector.Mode(1) << len(w.operands)
		if len(w.operands) == 1 {
			modes = 1
		}
		for how := range modes {
			for range 12 {
				n := w.Least + r.IntN(3*w.Least)
				run(1, n, how|vector.Stream*vector.Mode(r.IntN(2)))
				if w.rows != nil {
					run(2+r.IntN(2), n, how|vector.Stream*vector.Mode(r.IntN(2)))
				}
			}
		}
	})
}

func TestGroupsTouchNothingBesideTheirOperands(t *testing.T) {
	testFenced(t, func(g *generator) *device.Launch { return g.groupLaunch() })
}

// An index may be wrong, and a place may be left out.
func TestPlacesTouchNothingBesideTheirOperands(t *testing.T) {
	testFenced(t, func(g *generator) *device.Launch { return (&placer{generator: g}).launch() })
}

// testFenced runs launches whose buffers end, or begin, at a page that cannot be read or written.
func testFenced(t *testing.T, launch func(g *generator) *device.Launch) {
	var memory [9]*fenced
	for k := range memory {
		memory[k] = newFenced(t, 1<<24)
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
					to := memory[len(moved)].take(max(len(data), 8), g.IntN(2) == 0)
					copy(to, data)
					moved[o.Buffer] = &buffer{device: d, at: unsafe.Pointer(&to[0]), len: len(data), room: len(data)}
				}
				o.Buffer = moved[o.Buffer]
			}
			requireUntouched(t, func() { require.NoError(t, d.Run(t.Context(), l)) }, "seed %d: %v\n%v", seed, l.Program, describe(l))
		}
	}
}
