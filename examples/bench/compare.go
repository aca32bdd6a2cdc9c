package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// compareFiles prints how a new file's cases differ from an old one's.
func compareFiles(w io.Writer, files []string) error {
	if len(files) != 2 {
		return fmt.Errorf("-compare takes two files, old.json and new.json, not %d", len(files))
	}
	older, err := readReport(files[0])
	if err != nil {
		return err
	}
	newer, err := readReport(files[1])
	if err != nil {
		return err
	}
	return compareReports(w, older, newer)
}

// compareReports prints the medians' ratios, case by case, and the cases of one alone.
func compareReports(w io.Writer, older, newer *report) error {
	before := index(older)
	matched := 0
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "device\tcase\told\tspread\tnew\tspread\tnew/old\tshare of the copy\t")
	var alone []string
	for _, d := range newer.Devices {
		for _, r := range d.Cases {
			key := d.Name + "\t" + r.id()
			old, found := before[key]
			if !found {
				alone = append(alone, "only in the new file: "+d.Name+" "+r.id())
				continue
			}
			delete(before, key)
			matched++
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%.3f\t%s\t%s\n", key, duration(median(old.Samples)), spread(old.Samples),
				duration(median(r.Samples)), spread(r.Samples), median(r.Samples)/median(old.Samples), shares(old, &r), verdict(old.Samples, r.Samples))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, d := range older.Devices {
		for _, r := range d.Cases {
			if before[d.Name+"\t"+r.id()] != nil {
				alone = append(alone, "only in the old file: "+d.Name+" "+r.id())
			}
		}
	}
	for _, line := range alone {
		fmt.Fprintln(w, line)
	}
	if matched == 0 {
		return fmt.Errorf("the files have no case in common")
	}
	return nil
}

func index(r *report) map[string]*result {
	cases := map[string]*result{}
	for _, d := range r.Devices {
		for i := range d.Cases {
			cases[d.Name+"\t"+d.Cases[i].id()] = &d.Cases[i]
		}
	}
	return cases
}

// shares are the reached shares of the floor, each by the copies of its own run. They do not change
// if the machine was slower in one of the runs.
func shares(older, newer *result) string {
	if older.FloorNS == 0 || newer.FloorNS == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f -> %.0f %%", 100*older.share(), 100*newer.share())
}

// spread is the width of the middle half of the samples, in parts of the median.
func spread(samples []float64) string {
	return fmt.Sprintf("%.0f %%", 100*(quantile(samples, 0.75)-quantile(samples, 0.25))/median(samples))
}

// fewest is the least number of samples for a verdict.
const fewest = 4

// verdict marks a difference beyond noise: the middle halves of the samples do not overlap.
func verdict(older, newer []float64) string {
	switch {
	case min(len(older), len(newer)) < fewest:
		return "too few samples"
	case quantile(newer, 0.75) < quantile(older, 0.25):
		return "FASTER"
	case quantile(newer, 0.25) > quantile(older, 0.75):
		return "SLOWER"
	}
	return ""
}
