package devicetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// judge launches the trial and compares every element with the exact meaning of the
// program. Instructions whose results others take have to be exact rows.
//
// The device must refuse a launch with a dtype or a number of buffers that its Info excludes.
func (s *trials) judge(t *trial) error {
	return s.judgeBy(t, func() error { return s.elements(t) }, func(note func(*Row)) { s.count(t.program, note) })
}

// judgeBy launches the trial. It has the elements judged if the device must support the program.
func (s *trials) judgeBy(t *trial, elements func() error, count func(note func(*Row))) error {
	if s.over() {
		return nil
	}
	refusal, err := s.launch(t)
	switch {
	case err != nil:
	case !s.supports(t.program):
		if err = s.checkRefusal(t, refusal); err == nil {
			s.report.Refused++
		}
		count(func(r *Row) { r.Refused = !s.info.DTypes.Has(r.Type) })
	case refusal != nil:
		err = fmt.Errorf("calling Run: %w", refusal)
	default:
		err = errors.Join(t.checkUntouched(), elements())
		count(func(r *Row) { r.Cases++ })
	}
	return s.noteError(t.explain(err))
}

// count notes a launch of one operation in the report.
func (s *trials) count(p *device.Program, note func(*Row)) {
	if code := p.Code(); len(code) == 1 {
		args := code[0].Args
		note(s.row(code[0].Op.Name, p.Type(args[len(args)-1])))
	}
}

// supports reports whether the device has to run the program.
func (s target) supports(p *device.Program) bool {
	for _, dt := range types(p) {
		if !s.info.DTypes.Has(dt) {
			return false
		}
	}
	n := len(p.Inputs()) + len(p.Outputs())
	return s.info.Limits.Buffers == 0 || n <= s.info.Limits.Buffers
}

// types lists the types of the program's values.
func types(p *device.Program) []op.DType {
	all := make([]op.DType, p.Result(len(p.Code())))
	for v := range all {
		all[v] = p.Type(device.Value(v))
	}
	return all
}

// checkRefusal checks how Run refused the launch.
func (s target) checkRefusal(t *trial, refusal error) error {
	unlisted := slices.DeleteFunc(types(t.program), s.info.DTypes.Has)
	if refusal == nil {
		return fmt.Errorf("Run took a launch of %d operands, with the unlisted types %v, beyond what Info says; it must answer errors.ErrUnsupported",
			len(t.in)+len(t.out), unlisted)
	}
	for _, m := range t.memories() {
		if !slices.Equal(m.host, m.after) {
			return fmt.Errorf("refused (%w), but the memory of %s changed", refusal, t.users(m))
		}
	}
	named := func(dt op.DType) bool { return strings.Contains(refusal.Error(), dt.String()) }
	switch {
	case !errors.Is(refusal, errors.ErrUnsupported):
		return fmt.Errorf("Run refused with an error that is not errors.ErrUnsupported: %w", refusal)
	case len(unlisted) > 0 && !slices.ContainsFunc(unlisted, named):
		return fmt.Errorf("the refusal names none of %v: %w", unlisted, refusal)
	case !strings.Contains(refusal.Error(), s.info.Name):
		return fmt.Errorf("the refusal does not name the device %s: %w", s.info.Name, refusal)
	}
	return nil
}
