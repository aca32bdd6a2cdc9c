package devicetest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Report is the outcome of a run of the suite on a device.
type Report struct {
	Device   string // its String
	Info     device.Info
	Seed     uint64
	Quick    bool
	Count            // of everything
	Groups   []Group // and of each group of checks
	Rows     []Row
	Failures []Failure
	NotRun   []string // checks that could not run, and why
	Flushed  int      // results that were zero, or computed from zero, for a float32 subnormal
	Elapsed  time.Duration
}

// Count holds how much was checked, and how much was wrong.
type Count struct {
	Checks   int // with the number that failed below
	Failed   int
	Cases    int // launches
	Refused  int // launches that were refused, as they must be
	Elements int // results that were judged, with the number that were wrong below
	Wrong    int
}

// Group is the count of the checks whose names begin with one word: "ops", "layouts".
type Group struct {
	Name string
	Count
}

// Failure is a check that failed, and its message.
type Failure struct{ Check, Text string }

// Row is the outcome of one operation in one operand type. An operation without cases that was not
// refused was not run. There is no row for a type in which the operation is not defined.
type Row struct {
	Op       string
	Type     op.DType
	Cases    int
	Elements int
	Wrong    int     // of the elements
	Worst    float64 // the largest distance from the exact result, in units in the last place
	At       string  // the operands it happened at; empty if all were exact
	Allowed  float64
	Refused  bool // as it must be: the device does not list the type
	BySteps  bool // the operation is defined by its steps, each rounded, and judged by these
}

type rowKey struct {
	name string
	dt   op.DType
}

// row returns the figures of an operation in a type.
func (s *trials) row(name string, dt op.DType) *Row {
	key := rowKey{name, dt}
	if s.rows[key] == nil {
		o := op.ByName(name) // nil for "add with alpha"
		s.rows[key] = &Row{Op: name, Type: dt, BySteps: o != nil && o.As == nil && o.BySteps != "" && dt.IsFloat()}
	}
	return s.rows[key]
}

// tally adds the counts since before to the check's group.
func (s *suite) tally(c check, before Count) {
	name, _, _ := strings.Cut(c.name, "/")
	i := slices.IndexFunc(s.report.Groups, func(g Group) bool { return g.Name == name })
	if i < 0 {
		i = len(s.report.Groups)
		s.report.Groups = append(s.report.Groups, Group{Name: name})
	}
	s.report.Groups[i].add(s.report.Count, before)
}

// add adds the difference of two counts.
func (c *Count) add(after, before Count) {
	c.Checks += after.Checks - before.Checks
	c.Failed += after.Failed - before.Failed
	c.Cases += after.Cases - before.Cases
	c.Refused += after.Refused - before.Refused
	c.Elements += after.Elements - before.Elements
	c.Wrong += after.Wrong - before.Wrong
}

func (s *suite) finish() Report {
	r := &s.report
	r.Device, r.Info, r.Seed, r.Quick, r.Elapsed = s.name(), s.info, s.seed, s.quick, time.Since(s.begun)
	r.Rows = r.Rows[:0]
	for _, row := range s.rows {
		r.Rows = append(r.Rows, *row)
	}
	slices.SortFunc(r.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Op, b.Op), cmp.Compare(a.Type, b.Type))
	})
	return *r
}

// String returns the outcome in a few lines.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d checks, %d failed; %d launches, %d results judged in %v (seed %d%s)\n",
		r.Device, r.Checks, r.Failed, r.Cases, r.Elements, r.Elapsed.Round(time.Millisecond), r.Seed, r.pace())
	fmt.Fprintf(&b, "computes in %v", r.Info.DTypes.List())
	if refuses := r.refuses(); len(refuses) > 0 {
		fmt.Fprintf(&b, "; refuses %v", refuses)
	}
	if r.Info.Repaired != "" {
		fmt.Fprintf(&b, "\nrepaired: %s", r.Info.Repaired)
	}
	if !r.Info.Subnormals {
		fmt.Fprintf(&b, "\nmay flush float32 subnormals; did in %d results", r.Flushed)
	}
	if len(r.NotRun) > 0 {
		fmt.Fprintf(&b, "\nnot run: %s", r.skipCounts())
	}
	return b.String()
}

// skipCounts counts the checks that were not run, by the reason.
func (r Report) skipCounts() string {
	counts := map[string]int{}
	for _, check := range r.NotRun {
		_, why, _ := strings.Cut(check, ": ")
		counts[why]++
	}
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d (%s)", counts[why], why))
	}
	return strings.Join(parts, ", ")
}

// ran reports whether the operation was given to the device.
func (r Row) ran() bool { return r.Cases > 0 || r.Refused }

func (r Report) pace() string {
	if r.Quick {
		return ", quick"
	}
	return ""
}

func (r Report) refuses() []op.DType {
	return slices.DeleteFunc(op.DTypes(), r.Info.DTypes.Has)
}
