// Command reproducible computes the mean and the variance of each column of a file. However it divides
// the rows, in whatever order, on the CPU, the GPU or in two processes, the results have the same bits.
// A loop of float32 beside it answers differently each time.
//
//	go run ./examples/reproducible
//	go run ./examples/reproducible -file measurements.csv
//
// The file has a line of names and lines of numbers.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	_ "github.com/wgtensor/wgtensor/device/gpu"
)

//go:embed weather.csv
var weather []byte

func main() {
	file := flag.String("file", "", "the file; the weather of 400 quarters of an hour if empty")
	part := flag.Int("part", -1, "write the state of the even (0) or the odd rows (1) to the standard output; the program starts itself so")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("arguments %q; there are only flags (-h lists them)", flag.Args())
	}
	t, err := open(*file)
	switch {
	case err != nil:
	case *part >= 0:
		err = t.send(os.Stdout, *part)
	default:
		err = run(os.Stdout, *file, t)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// open reads a table from a file, or that of the weather.
func open(file string) (*table, error) {
	raw := weather
	if file != "" {
		var err error
		if raw, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	return parse(raw)
}

// way is one way to the means and variances of a table.
type way struct {
	name string
	of   func() ([]statistics, error)
}

// run prints what the loops say, and whether all other ways say the same.
func run(w io.Writer, file string, t *table) error {
	fmt.Fprintf(w, "%d rows of %v\n\n", len(t.rows), t.names)
	fmt.Fprintln(w, "a loop of float32")
	for _, l := range t.loops() {
		printAll(w, l.name, l.of)
	}
	ways := t.ways(file)
	want, err := ways[0].of()
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nexact sums")
	printAll(w, ways[0].name, want)
	for _, d := range []device.Device{cpu.New(cpu.Threads(1)), cpu.New(cpu.Threads(2))} {
		defer d.Close()
		ways = append(ways, t.byTensors(d))
	}
	gpu, err := device.Open("gpu")
	if err == nil {
		defer gpu.Close()
		ways = append(ways, t.byTensors(gpu))
	}
	for _, way := range ways[1:] {
		got, err := way.of()
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		verdict := "the same bits"
		if !slices.Equal(want, got) {
			verdict = fmt.Sprintf("other bits: %v", got)
		}
		fmt.Fprintf(w, "  %-16s %s\n", way.name, verdict)
	}
	if err != nil {
		fmt.Fprintf(w, "  no GPU: %v\n", err)
	}
	return nil
}

func printAll(w io.Writer, name string, all []statistics) {
	line := fmt.Sprintf("  %-16s", name)
	for _, s := range all {
		line += fmt.Sprintf(" %-26v", s)
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}
