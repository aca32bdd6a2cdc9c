package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// page prints lessons, and keeps the errors of lessons that did not come true.
type page struct {
	io.Writer
	err error
}

func (p *page) chapter(title string) {
	fmt.Fprintf(p, "\n%s\n%s\n", strings.ToUpper(title), strings.Repeat("=", len(title)))
}

func (p *page) lesson(title string) { fmt.Fprintf(p, "\n%s\n", title) }

// size prints a shape. Shapes are aligned at their last axes, as broadcasting does.
func (p *page) size(label string, shape []int) {
	fmt.Fprintf(p, "  %-16s %14s\n", label, fmt.Sprint(shape))
}

// show computes a tensor and prints its elements.
func (p *page) show(label string, t *tensor.Tensor) {
	fmt.Fprintf(p, "  %s =\n%s\n", label, indent(t.String()))
	p.works(label, t.Err())
}

// works notes an error of something that must succeed.
func (p *page) works(label string, err error) {
	if err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("%s: %w", label, err))
	}
}

// refuses prints the error of something that must fail, and notes if there is none.
func (p *page) refuses(label string, err error) {
	if err == nil {
		p.err = errors.Join(p.err, fmt.Errorf("%s is not refused", label))
		return
	}
	fmt.Fprintf(p, "  %s is refused:\n%s\n", label, indent(err.Error()))
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(s, "\n", "\n    ")
}
