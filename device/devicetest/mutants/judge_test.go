package mutants

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// root is the module's folder.
const root = "../../.."

// judge is a run of tests that may find a mutant.
type judge struct {
	name string
	of   string                // the package whose tests they are
	run  func(m Mutant) string // the tests to run, as for -test.run
	args []string
	env  []string
}

func tests(name, of, run string, args ...string) judge {
	return judge{name: name, of: of, run: func(Mutant) string { return run }, args: append([]string{"-test.failfast", "-test.timeout=1h"}, args...)}
}

func (j judge) with(env ...string) judge {
	j.env = env
	return j
}

const (
	plain = "WGTENSOR_CPU=plain"
	avx2  = "WGTENSOR_CPU=avx2" // where AVX-512 has other kernels
	suite = "TestTheDeviceConforms$"
	// All sections but those of rows.
	moves    = suite + "/^(info|buffers|layouts|moves|folds|programs|inplace|refusals|order|lifecycle|close)"
	rows     = suite + "/^(ops|compositions)"
	assembly = "Test(Assembly|WhatIsTooShort)"
)

var (
	cpus    = tests("device/cpu's tests", "device/cpu", "", "-test.skip=Conform|TestPlacesBeyond|TestALaunchIsLeft|TestEveryKernelAgrees", "-test.short")
	tensors = tests("tensor's tests", "tensor", "Random|Fus|Litter|Reader|InPlace|Lazy|View", "-test.short")
)

// onCPU judges the code that launches on the CPU run through.
var onCPU = []judge{
	around(tests("suite", "device/cpu", "", "-test.short").with(plain)), around(tests("suite", "device/cpu", "", "-test.short")), cpus,
}

// onAssembly judges the kernels of a set.
func onAssembly(set ...string) []judge {
	return []judge{
		narrow(tests("suite", "device/cpu", "", "-test.short"), suite+"/^ops$/^%s$", moves).with(set...),
		narrow(tests("device/cpu's tests", "device/cpu", "", "-test.short"), assembly+"/.*/%s", assembly+"|Transpos|Stride|Random").with(set...),
	}
}

func slowOnAssembly(set ...string) []judge {
	return []judge{
		tests("suite", "device/cpu", suite, "-test.short").with(set...), tests("whole suite", "device/cpu", suite).with(set...), cpus.with(set...),
	}
}

// judges are asked in turn, until one finds the mutant.
var judges = map[string][]judge{
	"device/cpu": onCPU, "device/cpu/internal/exec": onCPU, "device/cpu/internal/kernel": onCPU,
	"device/cpu/internal/vector/avx2": onAssembly(avx2), "device/cpu/internal/vector/avx512": onAssembly(),
	"broadcast":             {tests("broadcast's tests", "broadcast", "", "-test.short"), tests("suite", "device/cpu", moves, "-test.short").with(plain), tensors},
	"tensor/internal/fuse":  {tensors},
	"tensor/internal/graph": {tests("graph's tests", "tensor/internal/graph", ""), tensors},
}

// slow are asked after the others, with -slow.
var slow = map[string][]judge{
	"device/cpu": {
		tests("suite", "device/cpu", suite, "-test.short").with(plain), tests("suite", "device/cpu", suite, "-test.short"),
		tests("whole suite", "device/cpu", suite).with(plain), tests("whole suite", "device/cpu", suite),
	},
	"device/cpu/internal/vector/avx2":   slowOnAssembly(avx2),
	"device/cpu/internal/vector/avx512": slowOnAssembly(),
	"tensor/internal/fuse":              {tests("tensor's tests in full", "tensor", "")},
	"tensor/internal/graph":             {tests("tensor's tests in full", "tensor", "")},
}

// loops are the files of the kernels in Go; the others move operands to them and from them.
var loops = regexp.MustCompile(`^(arithmetic|bits|cast|compare|floats|half|halves|integers|meaning)\.go$`)

// around has the judge run the suite's checks of rows for a kernel, else the others.
func around(j judge) judge {
	j = narrow(j, suite+"/^ops$/^%s$", rows)
	kernel := j.run
	j.run = func(m Mutant) string {
		if loops.MatchString(m.File) {
			return kernel(m)
		}
		return moves
	}
	return j
}

// narrow has the judge run the tests for the operation that a kernel computes, or others for
// kernels of several operations or none.
func narrow(j judge, one, others string) judge {
	j.run = func(m Mutant) string {
		if o := operation(m.In); o != "" {
			return fmt.Sprintf(one, o)
		}
		return others
	}
	return j
}

// patterns are the rows of the kernels that look at bits alone.
var patterns = map[string]*op.Op{"and": op.BitwiseAnd, "or": op.BitwiseOr, "xor": op.BitwiseXor, "not": op.BitwiseNot, "copy": op.Positive,
	"where": op.Where, "shift_left": op.BitwiseLeftShift, "shift_right": op.BitwiseRightShift}

var suffix = regexp.MustCompile(`((Bool|Uint|Int|Float|BFloat).*|\d+)$`)

// operation is the row that a kernel is named for: "trunc_divide" for truncDivideFloat32.
func operation(kernel string) string {
	name := strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(suffix.ReplaceAllString(kernel, ""), "${1}_$2"))
	if o := patterns[name]; o != nil {
		return o.Name
	}
	if o := op.ByName(name); o != nil {
		return o.Name
	}
	return ""
}

// programs are the tests' programs with mutants in them, by package.
func programs(t *testing.T, p *Package, of []judge, mutants []Mutant) map[string]string {
	replace, dir, made := overlay(t, p, mutants), t.TempDir(), map[string]string{}
	for _, j := range of {
		if made[j.of] == "" {
			made[j.of] = filepath.Join(dir, strings.ReplaceAll(j.of, "/", "-")+".test")
			build(t, replace, "go", "test", "-c", "-vet=off", "-o", made[j.of], absolute(t, root, j.of))
		}
	}
	return made
}

func absolute(t *testing.T, path ...string) string {
	abs, err := filepath.Abs(filepath.Join(path...))
	require.NoError(t, err)
	return abs
}

// passes runs the judge's tests on a mutant. One that takes more than a minute of processor
// time has been found; so has one that waits for ever.
func (j judge) passes(t *testing.T, program string, m Mutant) (bool, string) {
	cmd := exec.CommandContext(t.Context(), "sh", append([]string{"-c", `ulimit -t 60; exec "$@"`, "sh", program, "-test.run=" + j.run(m)}, j.args...)...)
	cmd.Dir, cmd.WaitDelay = absolute(t, root, j.of), time.Second
	cmd.Env = append(os.Environ(), append(slices.Clone(j.env), fmt.Sprint(Env, "=", m.Number), "GOMEMLIMIT=3GiB")...)
	stop := time.AfterFunc(5*time.Minute, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	out, err := cmd.CombinedOutput()
	return err == nil, string(out)
}
