package devicetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Check runs the whole suite on d and returns a report. The error joins the failures, or the first
// of many. A device that is nil, or whose Info panics, is an error without a report. Check does not
// close d.
func Check(d device.Device, opts ...Option) (Report, error) {
	s, err := newSuite(d, opts...)
	if err != nil {
		return Report{}, err
	}
	checks, err := s.checks()
	if err != nil {
		return s.finish(), err
	}
	all := faults{most: 20}
	for i, c := range checks {
		if s.progress != nil {
			s.progress(Progress{i, len(checks), s.report.Failed, c.name})
		}
		all.add(s.noteError(s.do(c)))
		if s.over() {
			break
		}
	}
	return s.finish(), all.join()
}

// check is one thing a device must do.
type check struct {
	name string // of the subtest, "ops/add"
	rule string
	run  func() error
}

// suite runs checks one after the other, and reports on them.
type suite struct {
	*trials
	begun time.Time
}

var errNoDevice = errors.New("devicetest: no device to check: it is nil")

// newSuite returns a suite without checks. It is an error if d is nil, or cannot say what it is.
func newSuite(d device.Device, opts ...Option) (*suite, error) {
	if d == nil {
		return nil, errNoDevice
	}
	s := &suite{begun: time.Now()}
	err := guarded(func() error {
		s.trials = newTrials(d)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("devicetest: Info of a %T: %w", d, err)
	}
	for _, o := range opts {
		if o != nil {
			o(&s.config)
		}
	}
	if s.open == nil && slices.Contains(device.Names(), s.info.Name) {
		s.open = func() (device.Device, error) { return device.Open(s.info.Name) }
	}
	return s, nil
}

// checks lists the checks of the run.
func (s *suite) checks() ([]check, error) {
	if err := checkOps(s.only); err != nil {
		return nil, err
	}
	all := s.all()
	if len(s.begin) == 0 {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(c check) bool {
		return !slices.ContainsFunc(s.begin, func(name string) bool { return strings.HasPrefix(c.name, name) })
	})
	if len(all) == 0 {
		return nil, fmt.Errorf("devicetest: no check has a name that begins with one of %q", s.begin)
	}
	return all, nil
}

// checkOps refuses unknown names: a suite without checks would pass.
func checkOps(operations []string) error {
	for _, name := range operations {
		if op.ByName(name) == nil {
			return fmt.Errorf("devicetest: no operation %q", name)
		}
	}
	return nil
}

// all lists all checks, the cheap and telling ones first.
func (s *suite) all() []check {
	rows, layouts, programs, lives := rowSection{s.trials}, layoutSection{s.trials}, programSection{s.trials}, lifecycleSection{s.trials}
	groups := forms{s.trials}
	operations := slices.Concat(rows.rowChecks(), rows.compositionChecks(), rows.castChecks())
	operationsOfGroups := groups.rowChecks()
	if s.bare {
		operations, operationsOfGroups = nil, nil
	}
	if len(s.only) > 0 {
		return slices.DeleteFunc(operations, func(c check) bool {
			_, name, _ := strings.Cut(c.name, "/")
			name, _, _ = strings.Cut(name, " with ")
			return !slices.Contains(s.only, name)
		})
	}
	return slices.Concat(
		lives.infoChecks(), bufferSection{s.trials}.bufferChecks(),
		operations, layouts.layoutChecks(), layouts.moveChecks(),
		programs.foldChecks(), programs.programChecks(), layouts.inPlaceChecks(),
		optionalSection{s.trials}.optionalChecks(), refusalSection{s.trials}.refusalChecks(), operationsOfGroups, groups.formChecks(), orderSection{s.trials}.orderChecks(),
		largeSection{s.trials}.largeChecks(), lives.lifecycleChecks(), lives.closeChecks(),
	)
}

// do runs one check. A device that panics has failed it.
func (s *suite) do(c check) (err error) {
	s.reseed(c.name)
	before := s.report.Count
	s.report.Checks++
	if err = guarded(c.run); err != nil {
		s.report.Failed++
		s.report.Failures = append(s.report.Failures, Failure{c.name, err.Error()})
	}
	s.tally(c, before)
	if err != nil {
		err = fmt.Errorf("%s: %w\nrule: %s\ndevice %s, seed %d", c.name, err, c.rule, s.name(), s.seed)
	}
	return err
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// faults keeps the first errors and counts the others.
type faults struct {
	most, count int
	errs        []error
}

func (f *faults) add(err error) {
	if err == nil {
		return
	}
	if f.count++; f.count <= max(f.most, 3) {
		f.errs = append(f.errs, err)
	}
}

func (f *faults) join() error {
	if more := f.count - len(f.errs); more > 0 {
		return errors.Join(append(f.errs, fmt.Errorf("and %d more", more))...)
	}
	return errors.Join(f.errs...)
}
