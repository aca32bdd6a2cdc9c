package graph

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// program is one that drops results and does nothing else.
type program struct {
	results    int64                                 // bytes of each
	work       func(p pace) time.Duration            // on a MiB, by the pace: what left the caches takes longer
	collection func(n int, p pace) (d time.Duration) // the n-th
}

// run returns the paces of so many collections, from a pace on.
func (r program) run(from pace, collections int) (paces []pace) {
	p := pacer{pace: from}
	for n := range collections {
		begin, _ := p.pace.bounds(r.results)
		taken := max(begin/r.results, 1) * r.results
		p.collected(r.collection(n, p.pace), time.Duration(taken>>20)*r.work(p.pace), taken)
		paces = append(paces, p.pace)
	}
	return paces
}

func takes(d time.Duration) func(int, pace) time.Duration {
	return func(int, pace) time.Duration { return d }
}

func evenly(p pace) time.Duration { return 100 * time.Microsecond }

func TestThePaceIsTheLeastWhileACollectionIsCheaperThanTheWorkOnAsMuch(t *testing.T) {
	for _, c := range []time.Duration{0, 100 * time.Microsecond, 800 * time.Microsecond} {
		for _, from := range []pace{0, leastPace, mostPace} {
			paces := program{64 << 10, evenly, takes(c)}.run(from, 10)
			assert.Equal(t, pace(leastPace), paces[9], "a collection of %v, from %d", c, from)
		}
	}
}

func TestCollectionsThatCostMoreTakeAnEighthOfTheTimeOfTheWork(t *testing.T) {
	for _, c := range []time.Duration{time.Millisecond, 2 * time.Millisecond} {
		for _, from := range []pace{0, mostPace} {
			p := program{1 << 20, evenly, takes(c)}.run(from, 10)[9]
			assert.InEpsilon(t, c, time.Duration(p>>20)*evenly(p)/share, .1, "a collection of %v, from %d", c, from)
		}
	}
}

func TestThePaceHasABoundWhateverACollectionCosts(t *testing.T) {
	for _, c := range []time.Duration{time.Second, math.MaxInt64} {
		assert.Equal(t, pace(mostPace), program{1 << 20, evenly, takes(c)}.run(0, 10)[9])
	}
}

func TestACollectionAfterNoTimeSaysLittle(t *testing.T) {
	for _, c := range []struct {
		name  string
		taken int64
		want  pace
	}{
		{"nothing was taken", 0, leastPace},
		{"a MiB was taken", 1 << 20, 2 * leastPace},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pacer{last: [2]float64{mostHeld, 0}}
			p.collected(time.Second, 0, c.taken)
			assert.Equal(t, c.want, p.pace)
		})
	}
}

// A machine with other work delays some collections.
func TestOneOddCollectionDoesNotChangeThePace(t *testing.T) {
	for _, c := range []struct {
		name           string
		from           pace
		usual, delayed time.Duration
	}{
		{"longer than the others", leastPace, 200 * time.Microsecond, 20 * time.Millisecond},
		{"shorter than the others", 16 * leastPace, 1600 * time.Microsecond, time.Microsecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			paces := program{64 << 10, evenly, func(n int, _ pace) time.Duration {
				if n%3 == 2 {
					return c.delayed
				}
				return c.usual
			}}.run(c.from, 12)
			for _, p := range paces[2:] {
				assert.InEpsilon(t, float64(c.from), float64(p), .01)
			}
		})
	}
}

// The pace must not feed itself where a collection takes longer the more was dropped before it.
func TestGarbageThatIsScannedDoesNotDriveThePace(t *testing.T) {
	paces := program{6 << 10, func(pace) time.Duration { return 4 * time.Millisecond }, func(_ int, p pace) time.Duration {
		return time.Duration(max(p, leastPace)>>20) * 300 * time.Microsecond
	}}.run(mostPace, 20)
	assert.Equal(t, pace(leastPace), paces[19])
}

func TestAResultOfUpToAnEighthOfTheBoundHasNoCollectionOfItsOwn(t *testing.T) {
	for _, cap := range []int64{0, 1 << 30, 256 << 20, 8 << 20} {
		most := int64(mostHeld)
		if cap > 0 {
			most = min(most, cap/4)
		}
		for _, p := range []pace{0, leastPace, mostPace} {
			begin, _ := p.bounds(most/8, cap)
			assert.GreaterOrEqual(t, begin, 6*(most/8), "pace %d, cap %d", p, cap)
		}
	}
}

func TestWhatIsHeldIsBoundedByTheDeviceAndByGo(t *testing.T) {
	for _, c := range []struct {
		name                string
		device, limit, most int64
	}{
		{"no limit", 0, math.MaxInt64, 256 << 20},
		{"a large device", 64 << 30, math.MaxInt64, 256 << 20},
		{"a device of 64 MiB", 64 << 20, math.MaxInt64, 16 << 20},
		{"GOMEMLIMIT of 100 MiB", 64 << 30, 100 << 20, 25 << 20},
		{"a device of 1 MiB", 1 << 20, 100 << 20, 256 << 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, p := range []pace{0, leastPace, 40 << 20, mostPace} {
				for _, more := range []int64{1, 1 << 20, 1 << 30, math.MaxInt64} {
					begin, wait := p.bounds(more, c.device, c.limit)
					assert.Positive(t, begin)
					assert.Greater(t, wait, begin)
					assert.LessOrEqual(t, wait, c.most, "pace %d, %d bytes", p, more)
				}
			}
		})
	}
	_, wait := pace(leastPace).bounds(64 << 10)
	assert.LessOrEqual(t, wait, int64(32<<20), "collections are cheap")
}
