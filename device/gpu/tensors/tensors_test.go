package tensors

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/gpu"
	_ "github.com/wgtensor/wgtensor/device/gpu/internal/unoptimized"
)

const root = "../../.."

// open opens the GPU. Without one the test is skipped, or fails where WGTENSOR_REQUIRE_GPU is set.
func open(t *testing.T) *gpu.Device {
	d, err := gpu.Open()
	if err != nil {
		require.Empty(t, os.Getenv("WGTENSOR_REQUIRE_GPU"), "WGTENSOR_REQUIRE_GPU is set: %v", err)
		t.Skipf("no GPU: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func TestPackageTensorOnTheGPU(t *testing.T) {
	open(t)
	tests := testsOnDevices(t)
	require.Greater(t, len(tests), 30)
	args := []string{"test", "-v", "-vet=off", "-timeout=0", "-overlay=device/gpu/tensors/overlay.json",
		"-run=^(" + strings.Join(tests, "|") + ")$", "-skip=/^cpu$|//^cpu$"} // which package tensor's own run has
	cmd := exec.CommandContext(t.Context(), "go", append(append(args, buildFlags()...), "./tensor")...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", failures(string(out)))
	for _, name := range tests {
		ran := regexp.MustCompile(`(?m)^\s*--- PASS: ` + name + `(/\S*)?/gpu`).Match(out)
		thorough := regexp.MustCompile(`WGTENSOR_THOROUGH is not set.*\n--- SKIP: ` + name + ` `).Match(out)
		assert.True(t, ran || thorough, "%s did not run on the GPU, or was skipped there", name)
	}
	// go test's cache depends on both.
	t.Logf("thorough: %v; WGTENSOR_CONFORMANCE: %q", devicetest.Thorough(), os.Getenv("WGTENSOR_CONFORMANCE"))
}

// The outside data of convolutions, pools, norms and attention, all of them. Each case is a kernel or
// more, which the driver compiles.
func TestPackageNNOnTheGPU(t *testing.T) {
	open(t)
	if !devicetest.Thorough() || os.Getenv(outside.Env) == "" {
		t.Skipf("WGTENSOR_THOROUGH=1 and %s run it; it takes half an hour", outside.Env)
	}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"test", "-v", "-vet=off", "-timeout=0", "-overlay=device/gpu/tensors/overlay.json",
		"-run=^TestFunctionsGiveWhatTheOutsideDataSay$/^gpu$"}, append(buildFlags(), "./tensor/nn")...)...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", failures(string(out)))
}

// testsOnDevices names the tests of package tensor that run on the GPU: those that call everywhere,
// directly or not, or that name the GPU.
func testsOnDevices(t *testing.T) (tests []string) {
	bodies := map[string]string{}
	function := regexp.MustCompile(`(?ms)^func (\w+)\(.*?^}`)
	require.NoError(t, filepath.WalkDir(root+"/tensor", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Dir(path) != filepath.Clean(root+"/tensor") || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range function.FindAllStringSubmatch(string(text), -1) {
			bodies[f[1]] = f[0]
		}
		return err
	}))
	reach := []string{`"gpu"`}
	for i := 0; i < len(reach); i++ {
		for name, body := range bodies {
			if strings.Contains(body, reach[i]) && !slices.Contains(reach, name+"(t") {
				reach = append(reach, name+"(t")
				if strings.HasPrefix(name, "Test") {
					tests = append(tests, name)
				}
			}
		}
	}
	slices.Sort(tests)
	return tests
}

// buildFlags are those that change how tests are compiled, as they were given for this one.
func buildFlags() (flags []string) {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" || s.Key == "-tags" {
			flags = append(flags, s.Key+"="+s.Value)
		}
	}
	return flags
}

// failures returns go test's output without the lines about tests that pass.
func failures(out string) string {
	return regexp.MustCompile(`(?m)^\s*(=== (RUN|PAUSE|CONT|NAME)|--- (PASS|SKIP)).*\n`).ReplaceAllString(out, "")
}
