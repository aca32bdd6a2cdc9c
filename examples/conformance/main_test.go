package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/conformance/findings"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
)

// Third parties' devices: abacus does not open, counting can say whether it is closed,
// and clumsy takes every sum for a difference.
func init() {
	device.Register("abacus", func() (device.Device, error) { return nil, errors.New("abacus: a bead is missing") })
	device.Register("counting", func() (device.Device, error) { living++; return counting{cpu.New()}, nil })
	device.Register("clumsy", func() (device.Device, error) { return clumsy{cpu.New()}, nil })
}

var living int

type counting struct{ device.Device }

func (d counting) Close() error { living--; return d.Device.Close() }

type clumsy struct{ device.Device }

func (d clumsy) String() string { return "clumsy" }

func (d clumsy) Run(ctx context.Context, l *device.Launch) error {
	p := l.Program
	code := append([]device.Instr(nil), p.Code()...)
	for i := range code {
		if code[i].Op == op.Add && code[i].Type != op.Bool {
			code[i].Op = op.Sub
		}
	}
	other := *l
	if wrong, err := device.NewProgram(p.Inputs(), p.Scalars(), code, p.Outputs()...); err == nil {
		other.Program = wrong
	}
	return d.Device.Run(context.Background(), &other)
}

// run runs the command, and returns its status and what it printed.
func run(args ...string) (status int, out, progress string) {
	var o, p strings.Builder
	status = command(args, &o, &p)
	return status, o.String(), p.String()
}

func TestTheReportNamesTheDeviceAndEveryOperation(t *testing.T) {
	status, out, progress := run("-device", "cpu", "-quick", "-ops", "add,exp", "-data", "")
	assert.Zero(t, status)
	assert.Contains(t, out, "cpu (")
	assert.Contains(t, out, " 0 failed")
	assert.Contains(t, out, "| add | exact")
	assert.Contains(t, out, "| exp |")
	assert.Regexp(t, `(?m)^ops +2 +0 +\d+ +0 +\d+ +0$`, out)
	assert.Contains(t, out, "\nchecks of a family; how many failed;")
	assert.Contains(t, out, "\nThe worst error of each operation,")
	assert.Empty(t, progress, "which is no terminal")
}

func TestWhatIsNotRunIsOneLineAndNoBlankCell(t *testing.T) {
	var out strings.Builder
	c := findings.New("abacus", devicetest.Report{Rows: []devicetest.Row{{Op: "exp", Type: op.Float16}, {Op: "exp", Type: op.Float32, Cases: 1}},
		Info: device.Info{DTypes: op.SetOf(op.Int8, op.Float16, op.Float32), Subnormals: true}})
	c.AddOutside(devicetest.Outside{Groups: []devicetest.OutsideGroup{{Name: "torch", NotRun: map[string]int{"no row": 2, "not asked for": 3}}, {Name: "onnx", NotRun: map[string]int{"no row": 4}}}})
	c.Print(&out)
	assert.Contains(t, out.String(), "\nnot run: 6 (no row), 3 (not asked for)\n")
	assert.Contains(t, out.String(), "| exp |  | not run | exact |")
	rows := c.Rows()
	assert.Equal(t, "?", rows[0].Cells[0].Text())
	assert.Equal(t, "exp in float16: not run", rows[0].Cells[0].Detail())
	assert.NotContains(t, factsOf(c).order, "exp in float16", "what was not run compares with nothing")
	for _, k := range c.Key() {
		assert.True(t, strings.Contains(pageText, "."+k.Class+" {"), "%s has a look", k.Class)
	}
}

func TestOnATerminalOneLineShowsHowFarItHasCome(t *testing.T) {
	var line strings.Builder
	l := &progress.Line{W: &line, Terminal: true}
	show(l, "cpu", devicetest.Progress{Done: 1, Of: 4, Failed: 2, Next: "ops/add"})
	l.Done()
	assert.Equal(t, "\rcpu  25% ops/add (2 failed)\x1b[K\r\x1b[K", line.String())
}

func TestANamedDeviceThatDoesNotOpenIsAnError(t *testing.T) {
	status, out, progress := run("-device", "abacus")
	assert.Equal(t, 1, status)
	assert.Equal(t, "conformance: failed:\nabacus: a bead is missing\n", progress)
	assert.Empty(t, out)
	status, _, progress = run("-device", "sand")
	assert.Equal(t, 1, status)
	assert.Contains(t, progress, `no device "sand"`)
}

func TestOneDeviceThatFailsDoesNotStopTheOthers(t *testing.T) {
	status, out, progress := run("-device", "abacus, cpu", "-quick", "-ops", "add", "-data", "")
	assert.Equal(t, 1, status)
	assert.Contains(t, progress, "a bead is missing")
	assert.Contains(t, out, "| add | exact")
}

func TestEveryDeviceThatOpensIsRunAndTheOthersAreNamed(t *testing.T) {
	status, out, _ := run("-quick", "-ops", "add", "-data", "")
	assert.Equal(t, 1, status, "clumsy fails")
	assert.Contains(t, out, "abacus: not run: abacus: a bead is missing\n")
	assert.Contains(t, out, "cpu (")
	assert.Contains(t, out, "clumsy\n")
}

func TestTheDeviceIsClosed(t *testing.T) {
	status, _, _ := run("-device", "counting", "-quick", "-ops", "neg", "-data", "")
	assert.Zero(t, status)
	assert.Zero(t, living)
}

func TestACommandThatIsNotUnderstoodIsStatus2(t *testing.T) {
	for _, args := range [][]string{
		{"-no"}, {"cpu"}, {"-compare", "a"}, {"-sweep", "-step", "0"}, {"-sweep", "-html", "f"}, {"-step", "7"},
		{"-markdown", "f"}, {"-quick", "-compare", "main.go", "main.go"}, {"-compare", "a", "b"},
		{"-slack", "NaN", "-compare", "main.go", "main.go"}, {"-slack", "-1", "-compare", "main.go", "main.go"},
		{"-ops", "add, abacus"}, {"-data", "nowhere"}, {"-json", "no/folder.json"}, {"-html", "no/folder.html"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			status, out, progress := run(args...)
			assert.Equal(t, 2, status)
			assert.Empty(t, out)
			assert.NotEmpty(t, progress)
		})
	}
	status, _, progress := run("-help")
	assert.Zero(t, status)
	assert.Contains(t, progress, "-device")
}

func TestOutsideDataAreRunAndFindFaults(t *testing.T) {
	const selection = "../../tensor/testdata"
	status, out, _ := run("-device", "cpu", "-quick", "-ops", "add,logsigmoid", "-data", selection)
	assert.Zero(t, status)
	assert.Regexp(t, `(?m)^torch elementwise +\d+ +0 `, out)
	assert.Contains(t, out, "not asked for")
	assert.Contains(t, out, "the oracle's logsigmoid has no sign where it is 0")
	status, out, progress := run("-device", "clumsy", "-quick", "-ops", "add", "-data", selection)
	assert.Equal(t, 1, status)
	assert.Contains(t, progress, "outside/torch.add.")
	assert.NotRegexp(t, `(?m)^torch elementwise +\d+ +0 `, out)
}

func TestThePageIsWholeByItself(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.html")
	status, _, _ := run("-device", "cpu,clumsy", "-quick", "-ops", "add,exp", "-data", "", "-html", file)
	assert.Equal(t, 1, status)
	text, err := os.ReadFile(file)
	assert.NoError(t, err)
	page := string(text)
	assert.NotRegexp(t, `(src|href)="[^#]`, page)
	assert.Regexp(t, `<div class="share"><i class="exact" style="flex-grow: \d+"></i>.*<i class="failed" style="flex-grow: [1-9]\d*"></i>`, page)
	assert.Contains(t, page, `<i class="failed"></i><b>24</b> ✗ more: failed`)
	assert.NotContains(t, page, "http")
	assert.Contains(t, page, `<td class="exact" tabindex="0" title="add in float32: every one of `)
	assert.Regexp(t, `<td class="h0" tabindex="0" title="exp in float64: worst of \d+ results 0\.\d+ ULP of 4 allowed, at \(`, page)
	assert.Regexp(t, `<td class="failed" tabindex="0" title="add in int32: \d+ of \d+ results are wrong; `, page)
	assert.Contains(t, page, "<details><summary>ops/add</summary>")
}
