package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/examples/conformance/findings"
)

// change is a difference between two runs.
type change struct {
	what, before, after string
	verdict             verdict
}

type verdict string

const (
	worse   verdict = "worse"
	better  verdict = "better"
	added   verdict = "new"
	missing verdict = "missing"
	other   verdict = "changed" // neither
)

// compareFiles prints the differences between two runs. A change for the worse is an error.
func (o *options) compareFiles(out io.Writer) error {
	before, err := readResults(o.files[0])
	if err != nil {
		return err
	}
	after, err := readResults(o.files[1])
	if err != nil {
		return err
	}
	for i, r := range []*results{before, after} {
		fmt.Fprintf(out, "%s: %v on %s, seed %d%s\n", []string{"before", "after"}[i], r.Made, r.Machine, r.Seed, pace(r.Quick))
	}
	if before.Seed != after.Seed || before.Quick != after.Quick {
		fmt.Fprintln(out, "The runs were of other seeds or lengths: small differences say nothing.")
	}
	changes := compare(before, after, o.slack)
	counts := map[verdict]int{}
	for _, v := range []verdict{other, worse, missing, added, better} {
		for _, c := range changes {
			if c.verdict == v {
				counts[v]++
				fmt.Fprintf(out, "%-8s %s: %s -> %s\n", v, c.what, c.before, c.after)
			}
		}
	}
	fmt.Fprintf(out, "%d worse, %d better, %d new, %d missing\n", counts[worse], counts[better], counts[added], counts[missing])
	if counts[worse] > 0 {
		return fmt.Errorf("conformance: %d got worse", counts[worse])
	}
	return nil
}

func pace(quick bool) string {
	if quick {
		return ", quick"
	}
	return ""
}

// compare lists the differences between two runs beyond the slack. Devices are the same if their
// names are.
func compare(before, after *results, slack float64) (changes []change) {
	for _, a := range before.Devices {
		b := after.device(a.Name)
		if b == nil {
			changes = append(changes, change{a.Name, a.Device, "not run", missing})
			continue
		}
		if a.Device != b.Device {
			changes = append(changes, change{a.Name, a.Device, b.Device, other})
		}
		changes = append(changes, compareDevice(a, b, slack)...)
	}
	for _, b := range after.Devices {
		if before.device(b.Name) == nil {
			changes = append(changes, change{b.Name, "not run", b.Device, added})
		}
	}
	return changes
}

func (r *results) device(name string) *findings.Device {
	i := slices.IndexFunc(r.Devices, func(c *findings.Device) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return r.Devices[i]
}

func compareDevice(a, b *findings.Device, slack float64) (changes []change) {
	was, is := factsOf(a), factsOf(b)
	for _, f := range was.order {
		old, now := was.of[f], is.of[f]
		c := change{what: a.Name + " " + f, before: old.text, after: now.text}
		switch {
		case now.text == "":
			c.after, c.verdict = "not run", missing
		case now.rank > old.rank, now.rank == old.rank && now.size > old.size+slack:
			c.verdict = worse
		case now.rank < old.rank, now.size < old.size-slack:
			c.verdict = better
		default:
			continue
		}
		changes = append(changes, c)
	}
	for _, f := range is.order {
		if was.of[f].text == "" {
			changes = append(changes, change{a.Name + " " + f, "not run", is.of[f].text, added})
		}
	}
	return changes
}

// fact is one thing that can get better or worse: by its rank, or, if that is the same, its size.
type fact struct {
	text string
	rank int
	size float64
}

type facts struct {
	order []string
	of    map[string]fact
}

func (fs *facts) add(name string, f fact) {
	if _, ok := fs.of[name]; !ok {
		fs.order = append(fs.order, name)
	}
	fs.of[name] = f
}

// factsOf are the cells; for the families and outside data, how many checks failed.
func factsOf(c *findings.Device) facts {
	fs := facts{of: map[string]fact{}}
	for _, x := range c.Cells {
		if x.Status == findings.NotRun {
			continue
		}
		f := fact{text: x.Status, rank: map[string]int{findings.Exact: 0, findings.Within: 0, findings.Refused: 1, findings.Failed: 2}[x.Status]}
		if f.size = math.Min(float64(x.Worst), math.MaxFloat64); x.Status == findings.Within || x.Status == findings.Failed {
			f.text = fmt.Sprintf("%s, %v ULP at %s", x.Status, x.Worst, x.At)
		}
		fs.add(x.Op+" in "+x.Type, f)
	}
	for _, g := range c.Groups {
		fs.add("checks of "+g.Name, fact{text: fmt.Sprintf("%d of %d failed", g.Failed, g.Checks), rank: g.Failed})
	}
	for _, g := range c.Outside {
		fs.add("outside data, "+g.Name, fact{text: fmt.Sprintf("%d of %d failed", g.Failed, g.Cases), rank: g.Failed})
	}
	return fs
}
