package gpu

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/cpu"
)

// childVar chooses what this test binary does when it is run again.
const childVar = "WGTENSOR_TEST_CHILD"

var children = map[string]func(){
	"open": func() {
		_, err := device.Open("gpu")
		fmt.Println(err)
		d, err := device.Open("auto")
		fmt.Println(d, err)
	},
}

func child(t *testing.T, name string, env ...string) []string {
	t.Helper()
	if inPage {
		t.Skip("a page starts no process")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0])
	c.Env = append(append(os.Environ(), childVar+"="+name), env...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestWithoutADriverOpenSaysWhatIsMissingAndAutoTakesTheCPU(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("these variables hide Vulkan drivers only")
	}
	lines := child(t, "open", "VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent", "WGTENSOR_DEVICE=")
	require.Len(t, lines, 2)
	assert.Regexp(t, "^gpu: webgpu: (no adapter|no GPU in this build)", lines[0])
	assert.Regexp(t, "^cpu: no hardware GPU: gpu: webgpu: no .* <nil>$", lines[1])
}

func TestAutoPassesASoftwareDriverOver(t *testing.T) {
	gpu := open(t)
	if gpu.Info().Kind != device.Software {
		t.Skip("the best adapter is hardware: ", gpu)
	}
	assert.Contains(t, gpu.String(), ", a software driver")
	d, err := device.Open("auto")
	require.NoError(t, err)
	defer d.Close()
	assert.Equal(t, device.CPU, d.Info().Kind)
	assert.Contains(t, d.Info().Why, gpu.Info().Adapter)
}

func TestOptionsChooseTheAdapter(t *testing.T) {
	name := open(t).Info().Adapter
	assert.Equal(t, name, open(t, Adapter(strings.ToUpper(name))).Info().Adapter)
	assert.Equal(t, name, open(t, AdapterIndex(0), Adapter(name)).Info().Adapter)

	_, err := Open(Adapter("no such thing"))
	assert.ErrorContains(t, err, name, "the error lists what there is")
	for _, index := range []int{1000, -1} {
		_, err = Open(AdapterIndex(index))
		assert.ErrorContains(t, err, name)
	}
}

func TestTheReasonOfTheChoiceIsTold(t *testing.T) {
	d := open(t)
	d.Explain("of all the fish in the sea")
	assert.Equal(t, "of all the fish in the sea", d.Info().Why)
	assert.Contains(t, d.String(), "of all the fish in the sea")
}
