package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	_ "github.com/wgtensor/wgtensor/device/gpu"
)

func main() {
	if err := command(os.Stdout, os.Args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the values of the flags.
type options struct {
	devices []string // empty: all devices that open
	n       int
	cases   *regexp.Regexp
	repeat  int
	budget  time.Duration
	max     int64
	threads int
	// Files to write; none where the name is empty.
	json, benchfmt, svg string
}

// mostElements is far more than machines have memory for, and few enough for an int64 of bytes.
const mostElements = 1 << 40

// command runs the command with the arguments.
func command(w io.Writer, args []string) error {
	fs := flag.NewFlagSet("bench", flag.ContinueOnError)
	fs.SetOutput(w)
	devices := fs.String("device", "", "devices to measure, with commas between; all that open if empty")
	n := fs.Int("n", 1<<24, "elements of a case")
	cases := fs.String("cases", "", "measure the cases that this regular expression finds in section/case/dtype/n=…")
	repeat := fs.Int("repeat", 9, "rounds: samples of every case")
	budget := fs.Duration("time", 300*time.Millisecond, "for the samples of one case, together")
	most := fs.Int64("max", min(1<<32, int64(^uint(0)>>3)), "bytes of tensors that may be there at once")
	threads := fs.Int("threads", 0, "of the CPU; GOMAXPROCS if 0")
	quick := fs.Bool("quick", false, "small tensors, three rounds: for tests. Sets -n, -repeat, -time and -max where they are not given")
	file := fs.String("json", "", "write everything to this file")
	lines := fs.String("benchfmt", "", "write every sample to this file as a line of go test -bench, for benchstat")
	svg := fs.String("svg", "", "draw shares of the copy's rate, and the sweep, to this file")
	compare := fs.Bool("compare", false, "compare two JSON files, old and new, instead of measuring")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *compare {
		if fs.NFlag() > 1 {
			return errors.New("-compare takes two files and no other flag")
		}
		return compareFiles(w, fs.Args())
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("arguments %q; only -compare takes some", fs.Args())
	}
	if *quick {
		given := map[string]bool{}
		fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
		setUnless(given["n"], n, 1<<12)
		setUnless(given["repeat"], repeat, 3)
		setUnless(given["time"], budget, 0)
		setUnless(given["max"], most, 1<<21)
	}
	expression, err := regexp.Compile(*cases)
	if err != nil {
		return fmt.Errorf("-cases: %w", err)
	}
	if *n < 1 || int64(*n) > mostElements || *repeat < 1 || *most < 1 || *threads < 0 || *budget < 0 {
		return fmt.Errorf("-n %d -repeat %d -max %d -threads %d -time %v: n, repeat and max are at least 1, n at most %d, the others not negative",
			*n, *repeat, *most, *threads, *budget, int64(mostElements))
	}
	o := &options{n: *n, cases: expression, repeat: *repeat, budget: *budget, max: *most, threads: *threads,
		json: *file, benchfmt: *lines, svg: *svg}
	if *devices != "" {
		o.devices = strings.Split(*devices, ",")
	}
	return o.run(w)
}

func setUnless[T any](given bool, flag *T, v T) {
	if !given {
		*flag = v
	}
}

// run measures the devices and writes the files.
func (o *options) run(w io.Writer) error {
	r := &report{Schema: schema, Time: time.Now().UTC().Format(time.RFC3339), Go: runtime.Version(),
		OS: runtime.GOOS, Arch: runtime.GOARCH, GOMAXPROCS: runtime.GOMAXPROCS(0), CPUs: runtime.NumCPU()}
	fmt.Fprintf(w, "%s %s/%s, GOMAXPROCS %d of %d CPUs\n", r.Go, r.OS, r.Arch, r.GOMAXPROCS, r.CPUs)
	if err := o.writable(); err != nil {
		return err
	}
	names := o.devices
	if len(names) == 0 {
		names = device.Names()
	}
	for _, name := range names {
		dev, err := o.open(name)
		if err != nil {
			if len(o.devices) > 0 {
				return err
			}
			fmt.Fprintf(w, "\n%s: left out: %v\n", name, err)
			continue
		}
		d, err := o.measure(w, dev)
		if err = errors.Join(err, dev.Close()); err != nil {
			return err
		}
		if len(d.Cases)+len(d.LeftOut) == 0 {
			return fmt.Errorf("-cases %q finds none; cases are named as elementwise/row/float32/n=%d", o.cases, o.n)
		}
		r.Devices = append(r.Devices, *d)
	}
	fmt.Fprint(w, legend)
	return o.write(r)
}

// open opens a device, the CPU with the threads that were asked for.
func (o *options) open(name string) (device.Device, error) {
	if name == "cpu" {
		d, err := cpu.Open(cpu.Threads(o.threads))
		if err != nil {
			return nil, err // not a nil *Device in an interface
		}
		return d, nil
	}
	return device.Open(name)
}

// writable opens the files, so that a wrong name is an error before minutes of measuring. New files
// are removed again, so that no empty file is left if nothing is measured.
func (o *options) writable() error {
	for _, name := range []string{o.json, o.benchfmt, o.svg} {
		if name == "" {
			continue
		}
		f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		if info.Size() == 0 {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *options) write(r *report) error {
	if o.json != "" {
		if err := r.write(o.json); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		text func(*report) []byte
	}{{o.benchfmt, benchfmt}, {o.svg, roofline}} {
		if f.name == "" {
			continue
		}
		if err := os.WriteFile(f.name, f.text(r), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// measure takes all sections on one device.
func (o *options) measure(w io.Writer, dev device.Device) (*deviceReport, error) {
	info := dev.Info()
	b := &bench{options: o, w: w, dev: dev, report: deviceReport{
		Name: info.Name, Kind: info.Kind.String(), Adapter: info.Adapter, Backend: info.Backend, String: dev.String(),
	}}
	threads := o.threads
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	if info.Kind == device.CPU {
		b.report.Threads = threads
	}
	fmt.Fprintf(w, "\n%v\n", dev)
	for _, s := range []struct {
		name    string
		jobs    []*job
		print   func(io.Writer, []*job)
		measure func(string, []*job, func(io.Writer, []*job)) error
	}{
		{"copy", copyRates(dev, 4*o.n, threads), printTable, b.section},
		{"elementwise", elementwise(o.n), printTable, b.section},
		{"groups", groups(o.n), printTable, b.section},
		{"indexing", indexing(o.n), printTable, b.section},
		{"sweep", sweep(), printTable, b.section},
		{"launches", launchRates(dev), printLaunches, b.section},
		{"small", small(), printSmall, b.section},
		{"goroutines", goroutines(dev), printGoroutines, b.section},
		{"loops", loopRates(dev), printLoops, b.alone},
		{"transfers", transfers(dev), printTable, b.section},
	} {
		if err := s.measure(s.name, s.jobs, s.print); err != nil {
			return nil, fmt.Errorf("%s: %w", info.Name, err)
		}
	}
	return &b.report, nil
}
