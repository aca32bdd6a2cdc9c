package main

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The page: on the left the panel, on the right the names, one below the other.
const (
	panelWidth, panelHeight = 520.0, 560.0
	marginLeft, marginTop   = 70.0, 50.0
	namesWidth, lineHeight  = 215.0, 12.0
	panelGap                = 70.0
)

// point is a case: what it moves, and how fast.
type point struct{ bytes, rate float64 }

// roofline draws a row for each device: its cases of one size with their names, and the
// sweep. Rates and bytes are on logarithmic axes; the copies make the roof.
func roofline(r *report) []byte {
	var b bytes.Buffer
	rows := make([]string, len(r.Devices))
	top, width := 0.0, marginLeft+panelWidth+namesWidth+panelGap+panelWidth+30
	for i, d := range r.Devices {
		height := max(panelHeight, lineHeight*float64(len(section(&d, "elementwise"))+2))
		rows[i] = fmt.Sprintf("<g transform=\"translate(0 %.0f)\">\n%s</g>\n", top, drawDevice(r, &d, height))
		top += height + marginTop + 60
	}
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"11\" style=\"max-width:100%%\">\n", width, top, width, top)
	b.WriteString("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	b.WriteString(strings.Join(rows, ""))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// section are the results of one section, and of the batches it was split into.
func section(d *deviceReport, name string) (list []result) {
	for _, r := range d.Cases {
		if first, _, _ := strings.Cut(r.Section, " "); first == name {
			list = append(list, r)
		}
	}
	return list
}

func drawDevice(r *report, d *deviceReport, height float64) string {
	var b strings.Builder
	text(&b, marginLeft, 20, "start", 15, fmt.Sprintf("%s, %s", d.String, r.Time))
	drawPanel(&b, marginLeft, height, "cases", section(d, "elementwise"), true)
	drawPanel(&b, marginLeft+panelWidth+namesWidth+panelGap, height, "a+b of N float32 (orange: into a new tensor)", section(d, "sweep"), false)
	return b.String()
}

// axis maps powers of ten between two bounds to a length.
type axis struct{ low, high, at, length float64 }

func newAxis(values []float64, at, length float64) axis {
	low, high := slices.Min(values), slices.Max(values)
	return axis{math.Log10(low) - 0.05, math.Log10(high) + 0.1, at, length}
}

func (a axis) pos(v float64) float64 { return a.at + a.length*(math.Log10(v)-a.low)/(a.high-a.low) }

// ticks are 1, 2 and 5 times the powers of ten on the axis, the powers alone if those are many.
func (a axis) ticks() (list []float64) {
	steps := []float64{1, 2, 5}
	if a.high-a.low > 2.5 {
		steps = steps[:1]
	}
	for e := math.Floor(a.low); e <= a.high; e++ {
		for _, s := range steps {
			if v := s * math.Pow(10, e); math.Log10(v) >= a.low && math.Log10(v) <= a.high {
				list = append(list, v)
			}
		}
	}
	return list
}

func drawPanel(b *strings.Builder, left, height float64, title string, cases []result, named bool) {
	if len(cases) == 0 {
		text(b, left, marginTop+20, "start", 11, title+": none measured")
		return
	}
	var moved, rates []float64
	for _, c := range cases {
		moved, rates = append(moved, float64(c.Bytes)), append(rates, c.rate())
	}
	x := newAxis(moved, left, panelWidth)
	y := newAxis(rates, marginTop+height, -height)
	drawAxes(b, x, y, title)
	var roof []point
	var names []label
	for _, c := range cases {
		p := point{float64(c.Bytes), c.rate()}
		colour := "#c0392b"
		switch c.Name {
		case "copy":
			roof, colour = append(roof, p), "#2c3e50"
		case "fresh":
			colour = "#e67e22"
		}
		name := fmt.Sprintf("%s %v %.3g GB/s", c.Name, c.Type, c.rate()/1e9)
		fmt.Fprintf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s</title></circle>\n", x.pos(p.bytes), y.pos(p.rate), colour, escape(name))
		names = append(names, label{name, x.pos(p.bytes), y.pos(p.rate)})
	}
	drawRoof(b, x, y, roof)
	if named {
		drawNames(b, left+panelWidth, names)
	}
}

func drawAxes(b *strings.Builder, x, y axis, title string) {
	fmt.Fprintf(b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#999\"/>\n", x.at, y.at+y.length, x.length, -y.length)
	text(b, x.at, y.at+y.length-8, "start", 12, title)
	for _, v := range x.ticks() {
		line(b, x.pos(v), y.at, x.pos(v), y.at+y.length, "#eee")
		text(b, x.pos(v), y.at+14, "middle", 10, decimal(v)+"B")
	}
	text(b, x.at+x.length/2, y.at+30, "middle", 11, "bytes moved: inputs read once, outputs written once")
	for _, v := range y.ticks() {
		line(b, x.at, y.pos(v), x.at+x.length, y.pos(v), "#eee")
		text(b, x.at-5, y.pos(v)+3, "end", 10, decimal(v)+"B/s")
	}
}

// decimal writes a number with an SI prefix.
func decimal(v float64) string {
	for _, p := range []struct {
		prefix string
		unit   float64
	}{{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}} {
		if v >= p.unit*0.999 {
			return fmt.Sprintf("%.3g %s", v/p.unit, p.prefix)
		}
	}
	return fmt.Sprintf("%.3g ", v)
}

// drawRoof joins the copies, and goes on level at both ends.
func drawRoof(b *strings.Builder, x, y axis, roof []point) {
	if len(roof) == 0 {
		return
	}
	slices.SortFunc(roof, func(a, b point) int { return cmp.Compare(a.bytes, b.bytes) })
	path := fmt.Sprintf("%.1f,%.1f", x.at, y.pos(roof[0].rate))
	for _, p := range roof {
		path += fmt.Sprintf(" %.1f,%.1f", x.pos(p.bytes), y.pos(p.rate))
	}
	last := y.pos(roof[len(roof)-1].rate)
	path += fmt.Sprintf(" %.1f,%.1f", x.at+x.length, last)
	fmt.Fprintf(b, "<polyline points=\"%s\" fill=\"none\" stroke=\"#2c3e50\" stroke-width=\"1.5\"/>\n", path)
	text(b, x.at+6, y.pos(roof[0].rate)-5, "start", 11, "copy")
}

// label is a name and the point it belongs to.
type label struct {
	name string
	x, y float64
}

// drawNames writes the names beside the panel in the order of their points, with a thin
// line to each, moved down or up where they would overlap.
func drawNames(b *strings.Builder, right float64, names []label) {
	slices.SortStableFunc(names, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	at := make([]float64, len(names))
	for i, n := range names {
		at[i] = n.y
		if i > 0 {
			at[i] = max(at[i], at[i-1]+lineHeight)
		}
	}
	if len(at) > 0 { // pull up what hangs over the bottom
		at[len(at)-1] = min(at[len(at)-1], slices.MaxFunc(names, func(a, b label) int { return cmp.Compare(a.y, b.y) }).y)
		for i := len(at) - 2; i >= 0; i-- {
			at[i] = min(at[i], at[i+1]-lineHeight)
		}
	}
	for i, n := range names {
		line(b, n.x+3, n.y, right+20, at[i], "#ccc")
		text(b, right+23, at[i]+3, "start", 10, n.name)
	}
}

func line(b *strings.Builder, x1, y1, x2, y2 float64, colour string) {
	fmt.Fprintf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"0.6\"/>\n", x1, y1, x2, y2, colour)
}

func text(b *strings.Builder, x, y float64, anchor string, size int, s string) {
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n", x, y, anchor, size, escape(s))
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
