package studio

import (
	"context"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// meter adds up the launches of some work, and its time.
type meter struct {
	stats device.LaunchStats
	took  time.Duration
}

func (m *meter) time(d device.Device, work func() error) error {
	stats, stop := device.CountLaunches(d)
	began := time.Now()
	err := work()
	m.took += time.Since(began)
	stop()
	s := stats()
	m.stats.Launches += s.Launches
	m.stats.Compiled += s.Compiled
	m.stats.Read += s.Read
	m.stats.Written += s.Written
	return err
}

func (m *meter) milliseconds() float64 { return float64(m.took.Microseconds()) / 1e3 }

// copyRate is how many gigabytes a second the device reads and writes when it copies as many bytes
// as a picture's coordinates have, by the best of some copies. It is measured once for a device.
func (s *Studio) copyRate() (float64, error) {
	if rate := s.rates[s.device]; rate > 0 {
		return rate, nil
	}
	from := tensor.Ones(tensor.Float32, 1<<20)
	to := tensor.Zeros(tensor.Float32, 1<<20)
	var best time.Duration
	for i := range 5 {
		began := time.Now()
		if err := to.Assign(from); err != nil {
			return 0, err
		}
		if err := tensor.Eval(context.Background(), to); err != nil {
			return 0, err
		}
		if err := s.device.Sync(context.Background()); err != nil {
			return 0, err
		}
		if took := time.Since(began); i > 1 && (best == 0 || took < best) {
			best = took
		}
		from, to = to, from
	}
	rate := 2 * float64(from.Len()*4) / float64(max(best.Nanoseconds(), 1))
	s.rates[s.device] = rate
	return rate, nil
}
