package devicetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Report is what a run of the suite found out about a device.
type Report struct {
	Device   string // its String
	Info     device.Info
	Seed     uint64
	Quick    bool
	Checks   int // and how many of them failed
	Failed   int
	Cases    int // launches whose results were judged
	Elements int // and how many results those were
	Rows     []Row
	NotRun   []string // checks that could not run, and why
	Flushed  int      // results that were zero, or computed from zero, for a float32 subnormal
	Elapsed  time.Duration
}

// Row is how one operation did in one type of operands.
type Row struct {
	Op       string
	Type     op.DType
	Cases    int
	Elements int
	Worst    float64 // the largest distance from the exact result, in units in the last place
	At       string  // the operands it happened at; empty if all were exact
	Allowed  float64
	Refused  bool // as it must be: the device does not list the type
}

type rowKey struct {
	name string
	dt   op.DType
}

// row returns the figures of an operation in a type.
func (s *suite) row(name string, dt op.DType) *Row {
	key := rowKey{name, dt}
	if s.rows[key] == nil {
		s.rows[key] = &Row{Op: name, Type: dt}
	}
	return s.rows[key]
}

func (s *suite) finish() Report {
	r := &s.report
	r.Device, r.Info, r.Seed, r.Quick, r.Elapsed = s.device.String(), s.info, s.seed, s.quick, time.Since(s.begun)
	r.Rows = r.Rows[:0]
	for _, row := range s.rows {
		r.Rows = append(r.Rows, *row)
	}
	slices.SortFunc(r.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.Type, b.Type))
	})
	return *r
}

// String is the outcome in a few lines.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d checks, %d failed; %d launches, %d results judged in %v (seed %d%s)\n",
		r.Device, r.Checks, r.Failed, r.Cases, r.Elements, r.Elapsed.Round(time.Millisecond), r.Seed, r.pace())
	fmt.Fprintf(&b, "computes in %v; refuses %v", r.Info.DTypes.List(), r.refuses())
	if r.Info.Repaired != "" {
		fmt.Fprintf(&b, "\nrepaired: %s", r.Info.Repaired)
	}
	if !r.Info.Subnormals {
		fmt.Fprintf(&b, "\nmay flush float32 subnormals; did in %d results", r.Flushed)
	}
	for _, why := range r.NotRun {
		fmt.Fprintf(&b, "\nnot run: %s", why)
	}
	return b.String()
}

func (r Report) pace() string {
	if r.Quick {
		return ", quick"
	}
	return ""
}

func (r Report) refuses() []op.DType {
	return slices.DeleteFunc(op.DTypes(), r.Info.DTypes.Has)
}
