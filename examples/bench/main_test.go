package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// childVar makes this test binary the command itself.
const childVar = "WGTENSOR_BENCH_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVar) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// quick runs the command and returns what it printed and what it wrote.
func quick(t *testing.T, args ...string) (string, *report) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bench.json")
	var out strings.Builder
	require.NoError(t, command(&out, append([]string{"-quick", "-json", file}, args...)))
	r, err := readReport(file)
	require.NoError(t, err)
	return out.String(), r
}

func ids(r *report) (list []string) {
	for _, d := range r.Devices {
		for _, c := range d.Cases {
			list = append(list, d.Name+" "+c.id())
		}
	}
	return list
}

func TestEverySectionIsMeasuredAndPrinted(t *testing.T) {
	out, r := quick(t, "-device", "cpu")
	all := strings.Join(ids(r), "\n") + "\n"
	for _, c := range []string{
		"copy/memmove, 1 thread/uint8/n=16384", "elementwise/same/bool/n=4096", "elementwise/same/bfloat16/n=4096", "elementwise/4d/float32/n=4096",
		"elementwise/transposed/float32/n=4096", "groups/softmax 1/float32/n=4096", "groups/matmul/float32/n=4096", "groups/sum, fresh/float32/n=10", "elementwise/chain20 unfused/float32/n=4096", "sweep/same/float32/n=1", "sweep/fresh/float32/n=100000",
		"launches/device.Run, waited for/float32/n=1", "small/dropped, 1 processor/float32/n=10",
		"goroutines/one operand shared, 2 goroutines/float32/n=1000", "loops/stencil in place/float32/n=65536", "loops/sums dropped/float32/n=16384", "transfers/readback, Bytes/uint8/n=4",
	} {
		assert.Contains(t, all, "cpu "+c+"\n")
	}
	for _, heading := range regexp.MustCompile(`(?m)^case .*$`).FindAllString(out, -1) {
		for _, column := range regexp.MustCompile(` {2,}`).Split(strings.ReplaceAll(heading, "of min", `"of min"`), -1)[3:] {
			assert.Contains(t, legend, column, "a column that the legend does not explain")
		}
	}
	assert.Contains(t, out, legend)
	for _, c := range r.Devices[0].Cases {
		assert.Len(t, c.Samples, 3, c.id())
		assert.Contains(t, out, "\n"+c.Name+" ")
		compared := c.Work != nil && len(c.Work.Steps) > 0
		assert.Equal(t, compared, c.FloorNS > 0 && c.Section != "transfers", c.id())
	}
	assert.Contains(t, out, "left out: sweep/same/float32/n=1000000: it needs 11.44 MiB, and -max is 2 MiB\n")
	assert.Contains(t, r.Devices[0].LeftOut, leftOut{"sweep/same/float32/n=16777216", "it needs 192 MiB, and -max is 2 MiB"})
}

func TestTheCasesAreInTheSameOrderEveryTime(t *testing.T) {
	_, first := quick(t, "-device", "cpu", "-cases", "^(elementwise|sweep)/")
	_, second := quick(t, "-device", "cpu", "-cases", "^(elementwise|sweep)/")
	assert.Equal(t, ids(first), ids(second))
}

func TestAGPUIsMeasuredWithTheSameCommand(t *testing.T) {
	d, err := device.Open("gpu")
	if err != nil {
		if os.Getenv("WGTENSOR_REQUIRE_GPU") != "" {
			require.NoError(t, err)
		}
		t.Skip(err)
	}
	require.NoError(t, d.Close())
	_, r := quick(t, "-device", "gpu", "-cases", "elementwise/(same/(float|int8)|4d|where|chain3)|launches|small/.*n=10$|loops/.*n=65536$|upload")
	assert.Contains(t, strings.Join(ids(r), "\n"), "gpu elementwise/chain3/float32/n=4096")
	assert.Contains(t, strings.Join(ids(r), "\n"), "gpu elementwise/same/float64/n=4096")
}

func TestAWrongElementEndsTheCommandWithTheCase(t *testing.T) {
	err := command(&strings.Builder{}, []string{"-quick", "-device", "liar"})
	assert.ErrorContains(t, err, "elementwise/exp/float32/n=4096: the element at [4095] is ")
	assert.ErrorContains(t, err, "units in the last place off, 2.5 are allowed")
}

func TestADeviceThatComputesNothingIsFoundOut(t *testing.T) {
	err := command(&strings.Builder{}, []string{"-quick", "-device", "idler"})
	assert.ErrorContains(t, err, "elementwise/tanh/float32/n=4096: the element at [0] is 1, not ")
}

func TestAnErrorIsStatusOne(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-quick", "-device", "liar", "-cases", "/exp/")
	c.Env = append(os.Environ(), childVar+"=1")
	out, err := c.CombinedOutput()
	require.NoError(t, ctx.Err(), "the command has a minute")
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	assert.Equal(t, 1, exit.ExitCode())
	assert.Contains(t, string(out), "bench: cpu: elementwise/exp/float32/n=4096: ")
}

func TestThePeakOfALoopIsAtLeastItsTensors(t *testing.T) {
	out, r := quick(t, "-device", "cpu", "-cases", "^loops/(.*n=65536$|sums)", "-max", "100000000")
	require.Len(t, r.Devices[0].Cases, 5)
	for _, c := range r.Devices[0].Cases {
		require.NotNil(t, c.Memory, c.id())
		assert.GreaterOrEqual(t, c.Memory.Device, c.Memory.Tensors, c.id())
		assert.GreaterOrEqual(t, c.Memory.Heap, c.Memory.Device, "the CPU's memory is Go's: %s", c.id())
		assert.Less(t, c.Memory.Heap, int64(64<<20), c.id())
	}
	assert.Contains(t, out, "peak of device")
	assert.Contains(t, out, "\nsums dropped beside 64 MiB ")
}

func TestADeviceThatDoesNotOpenIsAnErrorIfNamedAndElseLeftOut(t *testing.T) {
	assert.EqualError(t, command(&strings.Builder{}, []string{"-quick", "-device", "abacus"}), "abacus: a bead is missing")
	out, r := quick(t, "-cases", "^copy/copy/")
	assert.Contains(t, out, "\nabacus: left out: abacus: a bead is missing\n")
	assert.Contains(t, ids(r), "cpu copy/copy/float32/n=4096")
}

func TestWhatADeviceHasNoTypeOrBufferForIsLeftOut(t *testing.T) {
	out, r := quick(t, "-device", "narrow", "-cases", "^(elementwise|sweep)/")
	assert.Contains(t, out, "left out: elementwise/same/float64/n=4096: cpu does not compute in float64\n")
	assert.Contains(t, out, "left out: sweep/same/float32/n=10000: a tensor of 39.06 KiB, and one buffer of cpu has at most 16 KiB\n")
	assert.Contains(t, ids(r), "cpu elementwise/same/float32/n=4096")
}

func TestCasesThatDoNotFitTogetherAreMeasuredInBatches(t *testing.T) {
	_, r := quick(t, "-device", "cpu", "-cases", "elementwise/same", "-max", "200000")
	sections := map[string]int{}
	copies := map[string]bool{}
	for _, c := range r.Devices[0].Cases {
		if c.Name == "copy" {
			copies[c.Section] = true
		} else {
			sections[c.Section]++
		}
	}
	assert.Greater(t, len(sections), 1)
	for s := range sections {
		assert.Contains(t, copies, s, "each batch has its copies")
	}
	assert.Equal(t, len(op.DTypes()), len(r.Devices[0].Cases)-strings.Count(strings.Join(ids(r), "\n"), "/copy/"))
}

func TestWhereMemoryIsShortBatchesAreSmallerAndWhatDoesNotFitAloneIsLeftOut(t *testing.T) {
	out, r := quick(t, "-device", "poor", "-cases", "^(elementwise/same|sweep)/")
	for _, dt := range []string{"float64", "int64", "uint64"} {
		assert.Regexp(t, `left out: elementwise/same/`+dt+`/n=4096: .*out of device memory`, out)
	}
	assert.Len(t, r.Devices[0].LeftOut, 3+2*11, "and the sweep from 10000 on")
	assert.Regexp(t, "cpu elementwise[ 0-9]*/same/float32/n=4096", strings.Join(ids(r), "\n"))
}

func TestACaseBringsTheCopyOfItsFloor(t *testing.T) {
	_, r := quick(t, "-device", "cpu", "-cases", "transfers/upload, Buffer")
	assert.Equal(t, []string{"cpu transfers/memmove, 1 thread/uint8/n=4", "cpu transfers/upload, Buffer.Write/uint8/n=4"}, ids(r))
	assert.Positive(t, r.Devices[0].Cases[1].FloorNS)
}

func TestNoMemoryOfTheDeviceIsLeftInUse(t *testing.T) {
	d := cpu.New()
	defer d.Close()
	o := &options{n: 1000, cases: regexp.MustCompile(""), repeat: 1, max: 200_000}
	_, err := o.measure(io.Discard, d)
	require.NoError(t, err)
	assert.Zero(t, d.Stats().LiveBuffers)
}

func TestThreadsAreTheCPUs(t *testing.T) {
	out, r := quick(t, "-device", "cpu", "-threads", "1", "-cases", "^copy")
	assert.Contains(t, out, "\ncpu (1 thread)\n")
	assert.Equal(t, 1, r.Devices[0].Threads)
	assert.Equal(t, []string{"cpu copy/copy/float32/n=4096", "cpu copy/memmove, 1 thread/uint8/n=16384"}, ids(r))
	_, r = quick(t, "-device", "cpu", "-threads", "3", "-cases", "^copy")
	assert.Contains(t, ids(r), "cpu copy/memmove, 3 threads/uint8/n=16384")
	assert.Contains(t, ids(r), "cpu copy/copy, 1 thread/float32/n=4096")
}

func TestMistakenFlagsAreErrors(t *testing.T) {
	for _, c := range []struct{ args, message string }{
		{"-cases (", "-cases: error parsing regexp"},
		{"-n 0", "n, repeat and max are at least 1"},
		{"-repeat 0", "n, repeat and max are at least 1"},
		{"-max 0", "n, repeat and max are at least 1"},
		{"-n 2000000000000", "n at most 1099511627776"},
		{"-threads -1", "the others not negative"},
		{"fast", `arguments ["fast"]; only -compare takes some`},
		{"-compare old.json", "-compare takes two files, old.json and new.json, not 1"},
		{"-compare -json new.json a b", "-compare takes two files and no other flag"},
		{"-speed", "flag provided but not defined"},
	} {
		t.Run(c.args, func(t *testing.T) {
			assert.ErrorContains(t, command(&strings.Builder{}, strings.Fields(c.args)), c.message)
		})
	}
}

func TestAFileThatCannotBeWrittenIsAnErrorBeforeAnythingIsMeasured(t *testing.T) {
	for _, flag := range []string{"-json", "-benchfmt", "-svg"} {
		t.Run(flag, func(t *testing.T) {
			var out strings.Builder
			file := filepath.Join(t.TempDir(), "none", "file")
			require.ErrorIs(t, command(&out, []string{"-quick", flag, file}), os.ErrNotExist)
			assert.NotContains(t, out.String(), "copy")
		})
	}
}

func TestAnExpressionThatFindsNoCaseIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "roof.svg")
	require.ErrorContains(t, command(io.Discard, []string{"-quick", "-device", "cpu", "-cases", "nothing", "-svg", file}), `-cases "nothing" finds none`)
	assert.NoFileExists(t, file)
}
