package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// newReport returns a report of one device, with cases of the given samples.
func newReport(cases map[string][]float64) *report {
	d := deviceReport{Name: "cpu", String: "cpu (<2> & threads)"}
	for _, name := range []string{"copy", "row", "outer", "exp", "tanh"} {
		if s, ok := cases[name]; ok {
			d.Cases = append(d.Cases, result{Section: "elementwise", Name: name, Type: dtype{op.Float32}, N: 8, Bytes: 96, FloorNS: 50, Samples: s})
		}
	}
	return &report{Schema: schema, Devices: []deviceReport{d}}
}

func TestComparingMarksWhatIsBeyondNoise(t *testing.T) {
	older := newReport(map[string][]float64{"row": {100, 102, 104, 106}, "outer": {100, 102, 104, 106}, "exp": {100, 102, 104, 106}, "tanh": {100}})
	newer := newReport(map[string][]float64{"row": {90, 91, 92, 93}, "outer": {99, 103, 110, 150}, "exp": {200, 210, 220, 230}, "tanh": {50}})
	var out strings.Builder
	require.NoError(t, compareReports(&out, older, newer))
	line := strings.Split(out.String(), "\n")
	assert.Regexp(t, `row/float32/n=8 +103ns +3 % +91.5ns +2 % +0.888 +49 -> 55 % +FASTER$`, line[1])
	assert.Regexp(t, `outer/.* 49 -> 47 % +$`, line[2])
	assert.Regexp(t, `exp/.* 2.087 .* SLOWER$`, line[3])
	assert.Regexp(t, `tanh/.* 0.500 .* too few samples$`, line[4])
}

func TestComparingNamesCasesOfOneFileAlone(t *testing.T) {
	var out strings.Builder
	older := newReport(map[string][]float64{"row": {1}, "exp": {1}})
	require.NoError(t, compareReports(&out, older, newReport(map[string][]float64{"row": {1}, "tanh": {1}})))
	assert.Contains(t, out.String(), "only in the new file: cpu elementwise/tanh/float32/n=8\nonly in the old file: cpu elementwise/exp/float32/n=8\n")
	assert.EqualError(t, compareReports(&out, older, newReport(nil)), "the files have no case in common")
}

func TestComparingReadsTheFilesThatWereWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "row.json")
	require.NoError(t, newReport(map[string][]float64{"row": {1, 1, 1, 1}}).write(file))
	var out strings.Builder
	require.NoError(t, command(&out, []string{"-compare", file, file}))
	assert.Contains(t, out.String(), " 1.000 ")
	assert.ErrorIs(t, command(&out, []string{"-compare", file, file + "?"}), os.ErrNotExist)
	require.NoError(t, (&report{Schema: 7}).write(file))
	assert.ErrorContains(t, command(&out, []string{"-compare", file, file}), "schema 7; this command reads 1: measure again")
}

func TestTheRooflineIsWellFormedAndNamesEveryCase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "roof.svg")
	_, r := quick(t, "-device", "cpu", "-cases", "^(elementwise|sweep)/", "-svg", file)
	svg, err := os.ReadFile(file)
	require.NoError(t, err)
	texts := parseXML(t, svg)
	for _, c := range r.Devices[0].Cases {
		assert.Contains(t, texts, c.Name+" "+c.Type.String()+" ")
	}
	assert.NotContains(t, string(svg), "NaN")
	assert.Equal(t, 3, bytes.Count(svg, []byte("<polyline")), "copies, and sums into both kinds of tensors")
	assert.Contains(t, texts, "share of a copy's rate of as many bytes")
}

func TestSamplesAreLinesThatBenchstatReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	_, r := quick(t, "-device", "cpu", "-threads", "1", "-benchfmt", file)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	samples := 0
	for _, c := range r.Devices[0].Cases {
		samples += len(c.Samples)
	}
	line := regexp.MustCompile(`^Benchmark[A-Z][a-z]+(/[a-z]+=[^\s/-]+)+-1\t\d+(\t[^\s]+ [^\s]+)+$`)
	head, results, _ := strings.Cut(string(text), "Benchmark")
	assert.Equal(t, "goos: "+runtime.GOOS+"\ngoarch: "+runtime.GOARCH+"\npkg: "+pkg+"\nUnit B/s better=higher\nUnit share better=higher\n", head)
	lines := strings.Split(strings.TrimSuffix("Benchmark"+results, "\n"), "\n")
	assert.Len(t, lines, samples)
	for _, l := range lines {
		assert.Regexp(t, line, l)
	}
	assert.Contains(t, results, "Elementwise/case=cast_float32/dtype=float16/n=4096/device=cpu-1\t1\t")
	assert.Regexp(t, `Sweep/case=fresh/dtype=float32/n=10/.* ns/op\t.* B/s\t.* record-ns/op\t.* allocs/op\t.* share\n`, results)
}

func TestARooflineOfLittleIsWellFormedToo(t *testing.T) {
	for _, cases := range []map[string][]float64{nil, {"row": {5}}, {"copy": {5}}} {
		svg := roofline(newReport(cases))
		assert.Contains(t, parseXML(t, svg), "cpu (<2> & threads)")
		assert.NotContains(t, string(svg), "NaN")
	}
}

// parseXML parses XML and returns its text.
func parseXML(t *testing.T, text []byte) string {
	t.Helper()
	var all strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		require.NoError(t, err)
		if chars, ok := token.(xml.CharData); ok {
			all.Write(chars)
		}
	}
}

func TestPeersRunTheSameWork(t *testing.T) {
	if err := exec.Command("python3", "-c", "import numpy, sys; assert sys.version_info >= (3, 10)").Run(); err != nil {
		t.Skip("python3 with numpy: ", err)
	}
	file := filepath.Join(t.TempDir(), "bench.json")
	require.NoError(t, command(&strings.Builder{}, []string{"-quick", "-device", "cpu", "-cases", "^(elementwise|small|loops)/", "-n", "256", "-json", file}))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "python3", "peers.py", file, "-rounds", "1", "-least", "0").CombinedOutput()
	require.NoError(t, err, "peers.py, which has five minutes: %s", out)
	assert.Contains(t, string(out), "\nelementwise chain20 ")
	assert.Contains(t, string(out), "\nsmall in place, 2 processors ")
	assert.Contains(t, string(out), "\nloops life ")
	assert.Equal(t, 1, strings.Count(string(out), "not with numpy: "), "%s", out)
	assert.Contains(t, string(out), "not with numpy: no bfloat16: elementwise same bfloat16 256\n")
	assert.Contains(t, string(out), " times behind a peer")
}

func TestQuantilesLieBetweenSamples(t *testing.T) {
	samples := []float64{4, 1, 3, 2}
	assert.Equal(t, 2.5, median(samples))
	assert.Equal(t, 1.0, quantile(samples, 0))
	assert.Equal(t, 4.0, quantile(samples, 1))
	assert.Equal(t, []float64{4, 1, 3, 2}, samples, "which stay as they are")
}
