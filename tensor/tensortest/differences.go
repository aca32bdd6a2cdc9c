package tensortest

import (
	"fmt"
	"math"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// shown is the number of elements that a failure shows.
const shown = 5

// differences collects the elements that differ more than is allowed.
type differences struct {
	want, got values
	allowed   tolerance
	count     int
	first     []int // indices of the elements that are shown
	worst     int   // index of the element that is off by most
	most      float64
}

func (d *differences) add(i int) {
	d.count++
	if len(d.first) < shown {
		d.first = append(d.first, i)
	}
	if off := d.off(i); off > d.most || d.count == 1 {
		d.worst, d.most = i, off
	}
}

// off returns the distance of an element, which is infinite if one of the two is NaN.
func (d *differences) off(i int) float64 {
	off := d.want.at(i).distance(d.got.at(i))
	if math.IsNaN(off) {
		return math.Inf(1)
	}
	return off
}

// String returns the text of a failure. It is empty if there are no differences.
func (d *differences) String() string {
	if d.count == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tensors differ in %d of %d elements, shape %v, %v", d.count, d.want.len(), d.want.shape, d.got.dtype)
	if d.allowed.rtol > 0 || d.allowed.atol > 0 {
		fmt.Fprintf(&b, ", by more than %v + %v*|want|", d.allowed.atol, d.allowed.rtol)
	}
	b.WriteString(":")
	listed := false
	for _, i := range d.first {
		d.line(&b, i)
		listed = listed || i == d.worst
	}
	if d.count > len(d.first) {
		b.WriteString("\n  ...")
		if !listed {
			d.line(&b, d.worst)
		}
	}
	return b.String()
}

func (d *differences) line(b *strings.Builder, i int) {
	fmt.Fprintf(b, "\n  at %v: want %v, got %v", d.want.index(i), d.want.at(i), d.got.at(i))
	if d.want.dtype != tensor.Bool {
		fmt.Fprintf(b, ", off by %.6g", d.want.at(i).distance(d.got.at(i)))
	}
	if i == d.worst && d.count > 1 {
		b.WriteString(" (the most)")
	}
}
