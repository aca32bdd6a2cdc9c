package gpu

import (
	"fmt"
	"slices"
	"time"

	"github.com/wgtensor/wgtensor/device"
)

// reading is one moment on both clocks. The time is exact within by.
type reading struct {
	tick uint64
	at   time.Time
	by   time.Duration
}

// scale translates a device's clock.
type scale struct {
	from reading
	tick float64 // in nanoseconds
}

// newScale compares the best of the first readings with the best of the last.
func newScale(all []reading) (scale, error) {
	if len(all) < 2*clockReadings {
		return scale{}, fmt.Errorf("gpu: times: the device's clock was read %d times, not %d", len(all), 2*clockReadings)
	}
	pickBest := func(some []reading) reading {
		return slices.MinFunc(some, func(a, b reading) int { return int(a.by - b.by) })
	}
	from, to := pickBest(all[:clockReadings]), pickBest(all[len(all)-clockReadings:])
	ticks := int64(to.tick - from.tick)
	if ticks <= 0 {
		return scale{}, fmt.Errorf("gpu: times: the device's clock went from %d to %d", from.tick, to.tick)
	}
	return scale{from, float64(to.at.Sub(from.at)) / float64(ticks)}, nil
}

func (s scale) at(tick uint64) time.Time {
	return s.from.at.Add(time.Duration(float64(int64(tick-s.from.tick)) * s.tick))
}

// extend extends the time of the work to include the time between two ticks.
func (s scale) extend(w *device.Work, begin, end uint64) {
	from, to := s.at(begin), s.at(end)
	if w.Time > 0 {
		if w.Start.Before(from) {
			from = w.Start
		}
		if last := w.Start.Add(w.Time); last.After(to) {
			to = last
		}
	}
	w.Start, w.Time = from, max(to.Sub(from), 1)
}
