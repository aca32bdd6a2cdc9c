// Fit computes the polynomials of this module again, and prints the errors of those in its files.
//
// Run it at the root of the repository, with parts of names:
//
//	go run ./device/op/internal/fit -list          # all sets of coefficients
//	go run ./device/op/internal/fit expOf sin      # sets whose names contain expOf or sin
//	go run ./device/op/internal/fit -terms 6 expOf # with that many coefficients
//
// For each set it prints the coefficients in the file and new ones, with the largest error of both.
// It also prints the error that unrounded coefficients would have. Errors are those of the
// polynomial, without the rounding of its evaluation.
//
// A fit uses the exchange algorithm of Remez, in high precision. Coefficients are rounded to their
// type one after the other, and after each the rest is fitted again. The polynomials of libm
// interpolate the function instead, and this program gives their exact bits. The first fits were
// weighted least squares.
//
// To add a polynomial, write it into its file with any coefficients. Add a row to sets32.go or
// sets64.go: its name there, the function, the interval, and the purpose. Run fit, and copy the new
// coefficients. The tests demand that each list of coefficients has a row, or is in [textbook].
// They also demand that its error is near that of a fit.
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
			fmt.Fprintf(w, " %s", s.spell(v))
		}
		fmt.Fprintln(w)
	}
	line("stands", s.stand)
	line("fresh ", s.fresh(n))
	fmt.Fprintf(w, "  real   2^%.2f\n", math.Log2(worst(s.ideal(n))))
}
