package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Colours of the drawings.
const (
	ink, faint, grid    = "#22303c", "#7b8794", "#e4e7eb"
	good, middling, ill = "#2a9d8f", "#e9b949", "#e76f51"
)

// drawing is a picture in the making.
type drawing struct{ strings.Builder }

func (d *drawing) line(x1, y1, x2, y2 float64, colour string, width float64) {
	fmt.Fprintf(d, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>\n", x1, y1, x2, y2, colour, width)
}

func (d *drawing) rect(x, y, width, height float64, colour string) {
	fmt.Fprintf(d, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\"/>\n", x, y, width, height, colour)
}

func (d *drawing) text(x, y float64, anchor string, size int, colour, s string) {
	fmt.Fprintf(d, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\" fill=\"%s\">", x, y, anchor, size, colour)
	_ = xml.EscapeText(d, []byte(s)) // a Builder takes everything
	d.WriteString("</text>\n")
}

// axis maps numbers between two bounds to a length, by their logarithms.
type axis struct{ low, high, at, length float64 }

func newAxis(values []float64, at, length float64) axis {
	low, high := slices.Min(values), slices.Max(values)
	return axis{math.Log10(low) - 0.05, math.Log10(high) + 0.1, at, length}
}

func (a axis) pos(v float64) float64 { return a.at + a.length*(math.Log10(v)-a.low)/(a.high-a.low) }

// ticks are 1, 2 and 5 times the powers of ten on the axis, or the powers alone if there are many.
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
