package devicetest

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
)

// Outside is the outcome of CheckOutside.
type Outside struct {
	Groups   []OutsideGroup
	Failures []Failure
	Elapsed  time.Duration
}

// OutsideGroup is the outcome of one kind of cases in one suite: "torch elementwise".
type OutsideGroup struct {
	Name          string
	Cases, Failed int
	Elements      int
	Wrong         int
	Flushed       int            // elements that were zero, or computed from zero, for a float32 subnormal
	Exceptions    map[string]int // elements whose answer in the data does not count, by the reason
	NotRun        map[string]int // cases, by the reason
}

// outsideSuites are the folders of cases; one that is missing is an error.
var outsideSuites = []string{"torch", "npumath", "onnx"}

// CheckOutside runs the cases of a folder in the format of package outside through d, and compares
// the results with those of the other libraries. Each case is one launch, such as a tensor makes.
// The error joins the first failures.
func CheckOutside(d device.Device, dir string, opts ...Option) (Outside, error) {
	s, err := newSuite(d, opts...)
	if err != nil {
		return Outside{}, err
	}
	if err := checkOps(s.only); err != nil {
		return Outside{}, err
	}
	o := outsider{trials: s.trials, all: faults{most: 20}}
	for _, suite := range outsideSuites {
		cases, err := outside.Cases(dir, suite)
		if err != nil {
			return o.report, fmt.Errorf("devicetest: %w", err)
		}
		o.cases(filepath.Join(dir, suite), suite, cases)
	}
	edges, err := outside.Edges(dir)
	if err != nil {
		return o.report, fmt.Errorf("devicetest: %w", err)
	}
	o.edges(edges)
	o.report.Elapsed = time.Since(s.begun)
	return o.report, o.all.join()
}

// outsider is one run of outside data.
type outsider struct {
	*trials
	report Outside
	all    faults
}

func (o *outsider) group(name string) *OutsideGroup {
	i := slices.IndexFunc(o.report.Groups, func(g OutsideGroup) bool { return g.Name == name })
	if i < 0 {
		i = len(o.report.Groups)
		o.report.Groups = append(o.report.Groups, OutsideGroup{Name: name, Exceptions: map[string]int{}, NotRun: map[string]int{}})
	}
	return &o.report.Groups[i]
}

func (o *outsider) tell(next string, done, of int) {
	if o.progress != nil {
		o.progress(Progress{done, of, len(o.report.Failures), next})
	}
}

func (o *outsider) cases(dir, suite string, cases []outside.Case) {
	z := outside.OpenArchives(dir)
	defer z.Close()
	for i := range cases {
		c := &cases[i]
		o.tell(c.Name, i, len(cases))
		g := o.group(suite + " " + c.Kind)
		why := ""
		err := o.protect(c.Name, func() error {
			if why = o.skip(c); why != "" {
				return nil
			}
			return o.outsideCase(g, c, z)
		})
		if why != "" {
			g.NotRun[why]++
			continue
		}
		o.note(g, c.Name, err)
	}
}

// skip returns why the case is not run, or "".
func (o *outsider) skip(c *outside.Case) string {
	if why := c.Skip(o.info.DTypes); why != "" || o.about(c.Row()) {
		return why
	}
	return "not asked for"
}

// protect runs f with random values of its own. A device that panics has failed; so has a
// case that makes no sense.
func (o *outsider) protect(name string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	o.reseed(name)
	return f()
}

// about reports whether the run is about the row.
func (s *trials) about(o *op.Op) bool { return len(s.only) == 0 || slices.Contains(s.only, o.Name) }

func (o *outsider) note(g *OutsideGroup, name string, err error) {
	g.Cases++
	if err != nil {
		g.Failed++
		o.report.Failures = append(o.report.Failures, Failure{"outside/" + name, err.Error()})
		o.all.add(fmt.Errorf("outside/%s: %w", name, err))
	}
}
