package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// results has the findings of a run; -json writes it.
type results struct {
	Made      time.Time
	Machine   string // "linux/amd64, go1.26"
	Seed      uint64
	Quick     bool
	Devices   []*checked
	NotOpened []notOpened
	err       error // what failed
}

type notOpened struct{ Name, Why string }

func newResults(o *options) *results {
	return &results{Made: time.Now().UTC().Truncate(time.Second), Machine: runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(), Seed: o.seed, Quick: o.quick}
}

// checked has the findings about one device.
type checked struct {
	Name, Device, Kind, Backend, Repaired string
	Types                                 []string
	Subnormals                            bool
	Flushed                               int
	Seconds                               float64
	devicetest.Count
	Groups   []devicetest.Group
	Cells    []cell
	Outside  []devicetest.OutsideGroup
	Failures []devicetest.Failure
	NotRun   []string
	report   devicetest.Report
}

// cell is one operation in one type.
type cell struct {
	Op, Type, Status string
	Worst            ulp
	Allowed          float64
	At               string `json:",omitempty"`
	Elements, Wrong  int
	BySteps          bool `json:",omitempty"`
}

// The states of a cell, from best to worst.
const (
	exact   = "exact"
	within  = "within"
	refused = "refused"
	failed  = "failed"
	notRun  = "not run"
)

// ulp is a distance in units in the last place; JSON has no infinity.
type ulp float64

func (u ulp) MarshalJSON() ([]byte, error) {
	if x := float64(u); math.IsInf(x, 0) || math.IsNaN(x) {
		return []byte(`"inf"`), nil
	}
	return json.Marshal(float64(u))
}

func (u *ulp) UnmarshalJSON(text []byte) error {
	if string(text) == `"inf"` {
		*u = ulp(math.Inf(1))
		return nil
	}
	x, err := strconv.ParseFloat(string(text), 64)
	*u = ulp(x)
	return err
}

func (u ulp) String() string {
	if x := float64(u); x-x != 0 {
		return "wrong"
	}
	return fmt.Sprintf("%.3g", float64(u))
}

func newChecked(name string, r devicetest.Report) *checked {
	c := &checked{Name: name, Device: r.Device, Kind: r.Info.Kind.String(), Backend: r.Info.Backend, Repaired: r.Info.Repaired,
		Subnormals: r.Info.Subnormals, Flushed: r.Flushed, Seconds: r.Elapsed.Seconds(),
		Count: r.Count, Groups: r.Groups, Failures: r.Failures, NotRun: r.NotRun, report: r}
	for _, dt := range r.Info.DTypes.List() {
		c.Types = append(c.Types, dt.String())
	}
	for _, row := range r.Rows {
		c.Cells = append(c.Cells, cell{row.Op, row.Type.String(), status(row), ulp(row.Worst), row.Allowed, row.At, row.Elements, row.Wrong, row.BySteps})
	}
	return c
}

func status(r devicetest.Row) string {
	switch {
	case r.Wrong > 0 || !(r.Worst <= r.Allowed):
		return failed
	case r.Refused:
		return refused
	case r.Cases == 0:
		return notRun
	case r.Worst == 0:
		return exact
	}
	return within
}

// outside adds the comparison with other libraries' results.
func (c *checked) outside(o devicetest.Outside) {
	c.Outside = o.Groups
	c.Failures = append(c.Failures, o.Failures...)
	for _, g := range o.Groups {
		for _, why := range slices.Sorted(maps.Keys(g.NotRun)) {
			c.NotRun = append(c.NotRun, fmt.Sprintf("%d cases of %s: %s", g.NotRun[why], g.Name, why))
		}
	}
}

// failure is what failed, nil if nothing did.
func (r *results) failure() error {
	if r.err != nil {
		return fmt.Errorf("conformance: failed:\n%w", r.err)
	}
	return nil
}

func (r *results) write(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func readResults(file string) (*results, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &results{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s was not written by -json: %w", file, err)
	}
	if len(r.Devices) == 0 {
		return nil, errors.New(file + " has no device in it; was it written by -json?")
	}
	return r, nil
}

// types lists the types that some cell has, in package op's order.
func (c *checked) types() (list []string) {
	for _, dt := range op.DTypes() {
		if slices.ContainsFunc(c.Cells, func(x cell) bool { return x.Type == dt.String() }) {
			list = append(list, dt.String())
		}
	}
	return list
}

// ops lists the operations of the cells, sorted.
func (c *checked) ops() (list []string) {
	for _, x := range c.Cells {
		list = append(list, x.Op)
	}
	slices.SortFunc(list, cmp.Compare[string])
	return slices.Compact(list)
}
