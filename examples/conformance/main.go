// Command conformance runs the conformance suite on devices. It prints how far the results of each
// operation are from the exact ones.
//
//	go run ./examples/conformance                  # every device that opens
//	go run ./examples/conformance -device gpu -quick -html report.html -json report.json
//	go run ./examples/conformance -data ../conformance-data
//	go run ./examples/conformance -compare before.json after.json
//	go run ./examples/conformance -sweep -step 509 -ops exp,log -markdown figures.md
//
// The exit status is 0 if every device conforms, or if -compare found nothing worse. Otherwise it
// is 1, or 2 for wrong flags. Results go to standard output. Progress is shown on standard error if
// that is a terminal.
//
// To check a backend of your own, add a file with one line to this folder:
//
//	package main; import _ "example.org/abacus"
//
// The package calls device.Register("abacus", ...) in its init function. Then the command tests it
// like the others, and -device abacus chooses it. Its own tests need no command: they call
// devicetest.Run (see examples/customdevice).
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
	_ "github.com/wgtensor/wgtensor/tensor" // registers the CPU
)

func main() { os.Exit(command(os.Args[1:], os.Stdout, os.Stderr)) }

// command is main; results go to out, the progress and errors to progress.
func command(args []string, out, progress io.Writer) (status int) {
	var o options
	flags := o.flags()
	flags.SetOutput(progress)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if err := o.check(flags); err != nil {
		fmt.Fprintln(progress, err)
		return 2
	}
	if err := o.run(out, progress); err != nil {
		fmt.Fprintln(progress, err)
		return 1
	}
	return 0
}

type options struct {
	names, ops, data   string
	seed               uint64
	quick              bool
	json, html         string
	compare            bool
	slack              float64
	files              []string // to compare
	sweep              bool
	step               int
	markdown           string
	devices, operation []string
}

func (o *options) flags() *flag.FlagSet {
	f := flag.NewFlagSet("conformance", flag.ContinueOnError)
	f.Usage = func() {
		fmt.Fprint(f.Output(), "conformance [flags] checks devices;\nconformance -compare [-slack n] before.json after.json compares two runs.\n"+
			"Status 0: all conforms, nothing got worse; 1: something failed or got worse; 2: the command is not understood.\n\n")
		f.PrintDefaults()
	}
	f.StringVar(&o.names, "device", "", "devices to run it on, with commas between; all that open if empty")
	f.StringVar(&o.ops, "ops", "", "operations, with commas between; all if empty")
	f.StringVar(&o.data, "data", os.Getenv(outside.Env), "folder of other libraries' results to run too, by default $"+outside.Env)
	f.Uint64Var(&o.seed, "seed", 1, "of the random cases")
	f.BoolVar(&o.quick, "quick", false, "leave out the large cases")
	f.StringVar(&o.json, "json", "", "the file to write the results to, for -compare")
	f.StringVar(&o.html, "html", "", "the file to write a page for people to")
	f.BoolVar(&o.compare, "compare", false, "compare two files that -json wrote, the older one first")
	f.Float64Var(&o.slack, "slack", 0.25, "with -compare: by how many units in the last place an error may grow")
	f.BoolVar(&o.sweep, "sweep", false, "measure accuracy on many more arguments, instead of everything else")
	f.IntVar(&o.step, "step", 61, "with -sweep: take every which of the 2^32 float32")
	f.StringVar(&o.markdown, "markdown", "", "with -sweep: the file to write the figures to")
	return f
}

// check returns an error if the command line is wrong, and completes the options.
func (o *options) check(flags *flag.FlagSet) error {
	rest := flags.Args()
	o.devices, o.operation, o.files = split(o.names), split(o.ops), rest
	if idle := o.idle(flags); idle != nil {
		return fmt.Errorf("conformance: %s would do nothing: see -help for the flags of -compare, of -sweep, and of neither", strings.Join(idle, ", "))
	}
	switch {
	case o.compare && len(rest) != 2:
		return fmt.Errorf("conformance: -compare takes two files that -json wrote, not %q", rest)
	case !o.compare && len(rest) > 0:
		return fmt.Errorf("conformance: what is %q? Devices are named by -device, operations by -ops", rest)
	case !(o.slack >= 0): // nor NaN
		return fmt.Errorf("conformance: -slack %v; at least 0", o.slack)
	case o.step < 1:
		return fmt.Errorf("conformance: -step %d; at least 1", o.step)
	}
	for _, name := range o.operation {
		if op.ByName(name) == nil {
			return fmt.Errorf("conformance: -ops: there is no operation %q", name)
		}
	}
	return o.reachable()
}

// idle names the flags that were given and belong to another way to run.
func (o *options) idle(flags *flag.FlagSet) (names []string) {
	takes := []string{"device", "ops", "data", "seed", "quick", "json", "html"}
	switch {
	case o.compare:
		takes = []string{"compare", "slack"}
	case o.sweep:
		takes = []string{"sweep", "device", "ops", "step", "markdown"}
	}
	flags.Visit(func(f *flag.Flag) {
		if !slices.Contains(takes, f.Name) {
			names = append(names, "-"+f.Name)
		}
	})
	return names
}

// reachable finds errors now that would else show after minutes: missing files, or results that
// cannot be written.
func (o *options) reachable() error {
	for _, name := range append(o.files, o.data) {
		if _, err := os.Stat(name); name != "" && err != nil {
			return fmt.Errorf("conformance: %w", err)
		}
	}
	for _, file := range []string{o.json, o.html, o.markdown} {
		if file == "" {
			continue
		}
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return fmt.Errorf("conformance: %w", err)
		}
		_ = f.Close() // its content stays until there are results
	}
	return nil
}

func (o *options) run(out, log io.Writer) error {
	switch {
	case o.compare:
		return o.compareFiles(out)
	case o.sweep:
		return figures(out, o.markdown, o.devices, devicetest.Sweep{Step: o.step, Ops: o.operation})
	}
	r := o.conform(out, progress.New(log))
	return errors.Join(r.write(o.json), r.writePage(o.html), r.failure())
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	names := strings.Split(list, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names
}
