package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The page: for each device shares of the copy's rate on the left, the sweep on the right.
const (
	namesWidth, barsWidth, ratesWidth = 190.0, 330.0, 120.0
	sweepLeft                         = namesWidth + barsWidth + ratesWidth + 70
	sweepWidth, sweepHeight           = 520.0, 400.0
	pageWidth                         = sweepLeft + sweepWidth + 30
	top, barHeight                    = 84.0, 15.0
	mostShare                         = 1.25 // where bars end
)

// roofline draws the cases of each device beside the device's own copy.
func roofline(r *report) []byte {
	var all drawing
	height := 0.0
	for _, d := range r.Devices {
		cases := resultsOf(&d, "elementwise")
		fmt.Fprintf(&all, "<g transform=\"translate(0 %.0f)\">\n", height)
		all.text(20, 30, "start", 17, ink, d.String)
		all.text(20, 50, "start", 12, faint, r.Time)
		all.shares(cases)
		all.sweep(resultsOf(&d, "sweep"))
		all.WriteString("</g>\n")
		height += top + max(sweepHeight+60, barHeight*float64(len(cases)+3))
	}
	var page strings.Builder
	fmt.Fprintf(&page, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"system-ui,sans-serif\" style=\"max-width:100%%\">\n", pageWidth, height, pageWidth, height)
	page.WriteString("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" + all.String() + "</svg>\n")
	return []byte(page.String())
}

// resultsOf are the results of one section, and of the batches it was split into.
func resultsOf(d *deviceReport, section string) (list []result) {
	for _, r := range d.Cases {
		if first, _, _ := strings.Cut(r.Section, " "); first == section {
			list = append(list, r)
		}
	}
	return list
}

// shares draws a bar for each case: its rate as a share of the copy's. Copies of other sizes have
// no bar.
func (d *drawing) shares(cases []result) {
	d.text(namesWidth, top-24, "start", 13, ink, "share of a copy's rate of as many bytes: green from 0.8, yellow from 0.5")
	x := func(share float64) float64 { return namesWidth + barsWidth*min(share, mostShare)/mostShare }
	bottom := top + barHeight*float64(len(cases))
	for _, share := range []float64{0, .25, .5, .75, 1} {
		colour, width := grid, 1.0
		if share == 1 {
			colour, width = ink, 1.5
		}
		d.line(x(share), top-4, x(share), bottom+4, colour, width)
		d.text(x(share), top-8, "middle", 10, faint, fmt.Sprintf("%g", share))
	}
	for i, c := range cases {
		y := top + barHeight*float64(i)
		d.text(namesWidth-8, y+11, "end", 11, ink, c.Name+" "+c.Type.String()+" ")
		rate := fmt.Sprintf("%sB/s of %sB", decimal(c.rate()), decimal(float64(c.Bytes)))
		if c.FloorNS > 0 {
			d.rect(namesWidth, y+2, x(c.share())-namesWidth, barHeight-4, colourOf(c.share()))
			rate = fmt.Sprintf("%.2f · %sB/s", c.share(), decimal(c.rate()))
		}
		d.text(namesWidth+barsWidth+8, y+11, "start", 11, faint, rate)
	}
}

// colourOf tells shares apart at a glance.
func colourOf(share float64) string {
	switch {
	case share >= .8:
		return good
	case share >= .5:
		return middling
	}
	return ill
}

// sweep draws the rates of sums from few elements to many, and of copies: the roof.
func (d *drawing) sweep(cases []result) {
	d.text(sweepLeft, top-24, "start", 13, ink, "from few bytes to many: inputs read once, outputs written once")
	if len(cases) == 0 {
		d.text(sweepLeft, top, "start", 11, faint, "not measured")
		return
	}
	var moved, rates []float64
	for _, c := range cases {
		moved, rates = append(moved, float64(c.Bytes)), append(rates, c.rate())
	}
	x, y := newAxis(moved, sweepLeft, sweepWidth), newAxis(rates, top+sweepHeight, -sweepHeight)
	for _, v := range x.ticks() {
		d.line(x.pos(v), y.at, x.pos(v), y.at+y.length, grid, 1)
		d.text(x.pos(v), y.at+16, "middle", 10, faint, decimal(v)+"B")
	}
	for _, v := range y.ticks() {
		d.line(x.at, y.pos(v), x.at+x.length, y.pos(v), grid, 1)
		d.text(x.at-6, y.pos(v)+3, "end", 10, faint, decimal(v)+"B/s")
	}
	for i, s := range []struct{ name, means, colour string }{
		{"copy", "copy of float32", ink}, {"same", "a + b of float32", good}, {"fresh", "a + b into a new tensor", ill},
	} {
		d.curve(x, y, cases, s.name, s.colour)
		legend := y.at - 58 + 18*float64(i)
		d.line(x.at+x.length-200, legend-4, x.at+x.length-176, legend-4, s.colour, 2.5)
		d.text(x.at+x.length-170, legend, "start", 12, ink, s.means)
	}
}

// curve joins the cases of a name.
func (d *drawing) curve(x, y axis, cases []result, name, colour string) {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c result) bool { return c.Name != name })
	slices.SortFunc(cases, func(a, b result) int { return cmp.Compare(a.Bytes, b.Bytes) })
	path := ""
	for _, c := range cases {
		px, py := x.pos(float64(c.Bytes)), y.pos(c.rate())
		path += fmt.Sprintf(" %.1f,%.1f", px, py)
		fmt.Fprintf(d, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s %v %d: %sB/s</title></circle>\n", px, py, colour, name, c.Type, c.N, decimal(c.rate()))
	}
	fmt.Fprintf(d, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", strings.TrimSpace(path), colour)
}
