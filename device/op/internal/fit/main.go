// Fit fits the polynomials of this module anew, and tells how good those are that stand in it.
//
// Run it at the root of the repository, with parts of names:
//
//	go run ./device/op/internal/fit -list          # all sets of coefficients
//	go run ./device/op/internal/fit expOf sin      # sets whose names contain expOf or sin
//	go run ./device/op/internal/fit -terms 6 expOf # with that many coefficients
//
// For each set it prints the coefficients that stand in the file and fresh ones, with the largest
// error of both, and what real coefficients would reach. Errors are those of the polynomial alone,
// not of its evaluation.
//
// A fit is an exchange after Remez, in high precision. Coefficients are rounded to their type one
// after the other; each time the others are fitted anew. The polynomials of libm are not fitted but
// interpolated, and this program gives their very bits. The first fits were weighted least squares.
//
// To add a polynomial, write it into its file with any coefficients, and a row into sets32.go or
// sets64.go: its name there, the function, the interval, and what the polynomial is for. Run fit,
// and copy the fresh coefficients. The tests hold that all lists of coefficients have a row, or
// stand in [textbook], and that their errors are near those of a fit.
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
)

var (
	list  = flag.Bool("list", false, "list the sets of coefficients")
	terms = flag.Int("terms", 0, "how many coefficients to fit; 0 is as many as stand in the file")
)

func main() {
	flag.Parse()
	if err := run(os.Stdout, ".", flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, root string, names []string) error {
	all, err := sets(root)
	if err != nil {
		return err
	}
	none := true
	for _, s := range all {
		switch {
		case *list:
			from, to := s.on[0], s.on[1]
			fmt.Fprintf(w, "%s: %s, %d coefficients, on [%.6g, %.6g]\n", s.file, s.name, len(s.stand), from, to)
			none = false
		case s.isOneOf(names):
			s.report(w)
			none = false
		}
	}
	if *list {
		for _, name := range slices.Sorted(maps.Keys(textbook)) {
			fmt.Fprintf(w, "not fitted: %s: %s\n", name, textbook[name])
		}
	}
	if none {
		return fmt.Errorf("no set of coefficients is called %q; -list shows their names", names)
	}
	return nil
}

func (s *set) isOneOf(names []string) bool {
	for _, n := range names {
		if strings.Contains(s.name, n) {
			return true
		}
	}
	return false
}

// report prints the coefficients of a set, and fresh ones.
func (s *set) report(w io.Writer) {
	n := len(s.stand)
	if *terms > 0 {
		n = *terms
	}
	fmt.Fprintf(w, "%s: %s\n", s.file, s.name)
	line := func(what string, c []float64) {
		fmt.Fprintf(w, "  %s 2^%.2f", what, math.Log2(s.errorOf(s.points(len(c)), c)))
		for _, v := range c {
			fmt.Fprintf(w, " %s", s.spelled(v))
		}
		fmt.Fprintln(w)
	}
	line("stands", s.stand)
	line("fresh ", s.fresh(n))
	fmt.Fprintf(w, "  real   2^%.2f\n", math.Log2(worst(s.ideal(n))))
}
