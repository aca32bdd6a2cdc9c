package cpu

import (
	"testing"

	"github.com/wgtensor/wgtensor/device/cpu/internal/exec"
	"github.com/wgtensor/wgtensor/device/devicetest"
)

func testRandomLaunches(t *testing.T, d *Device, n int) {
	if !devicetest.Thorough() || slowed {
		n /= 10
	}
	for seed := range n {
		g := newGenerator(t, d, uint64(seed))
		l := g.launch()
		if err := l.Check(d.Info()); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		checkLaunch(t, d, l)
		g.release(l)
	}
}

func TestRandomProgramsGiveTheBitsOfTheirRows(t *testing.T) {
	oneGoroutine(t)
	testRandomLaunches(t, New(), 3000)
}

func TestChunksAndTilesMayBeginAnywhere(t *testing.T) {
	for grain := 1; grain < 12; grain += 5 {
		d := New(Threads(4))
		d.engine.Sizes = exec.Sizes{Tile: 10 + grain, LongRow: 8, Parallel: 2}
		testRandomLaunches(t, d, 500)
	}
	d := New(Threads(4))
	d.engine.Parallel = 2 // long rows, whose tiles are parts of them
	testRandomLaunches(t, d, 3000)
}

func TestBigEndianHostsGiveTheSameElements(t *testing.T) {
	oneGoroutine(t)
	d := New()
	d.engine.Swapped = true // this host pretends: buffers hold its elements the other way round
	testRandomLaunches(t, d, 1000)
}
