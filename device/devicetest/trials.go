package devicetest

import "github.com/wgtensor/wgtensor/device"

// trials runs launches on the target, judges their results, and counts both.
type trials struct {
	config
	target
	*source // another one for every check, so that each can be repeated alone
	report  Report
	rows    map[rowKey]*Row
	wrong   bool // an error was noted
}

func newTrials(d device.Device) *trials {
	t := &trials{config: config{seed: 1, patience: patience}, target: target{d, d.Info()}, rows: map[rowKey]*Row{}}
	t.reseed("")
	return t
}

// reseed starts the random values of a check, which depend on its name.
func (s *trials) reseed(name string) { s.source = newSource(s.seed, name) }

// noteError records whether err is an error, and returns it.
func (s *trials) noteError(err error) error {
	s.wrong = s.wrong || err != nil
	return err
}

// over reports whether no more launches are to be run.
func (s *trials) over() bool { return s.first && s.wrong }

// more returns n, or fewer in a quick run.
func (s *trials) more(n int) int {
	if s.quick {
		return max(1, n/8)
	}
	return n
}
