//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func init() {
	children["open"] = func() {
		_, err := Open(Options{})
		fmt.Println("error:", err)
	}
	children["exit"] = func() { // with work in flight
		d, err := Open(Options{})
		fmt.Println("error:", err)
		d.Lock()
		b, _ := d.NewBuffer(1<<20, Storage)
		_ = d.Write(b, 0, make([]byte, 1<<20))
		_ = d.Submit()
	}
}

func child(t *testing.T, name string, env ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0])
	c.Env = append(append(os.Environ(), childVar+"="+name), env...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func TestAMachineWithoutADriverGetsAnError(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("these variables hide Vulkan drivers on Linux only")
	}
	none := []string{"VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent"}
	for _, c := range []struct {
		name string
		env  []string
	}{
		{"no Vulkan driver", none},
		{"no Vulkan driver, no EGL vendor", append(none, "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent")},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := child(t, "open", c.env...)
			assert.Equal(t, "error: webgpu: no adapter: "+missing("linux")+"\n", out)
		})
	}
}

func TestAProcessMayExitWithADeviceOpen(t *testing.T) {
	open(t)
	assert.Equal(t, "error: <nil>\n", child(t, "exit"))
}
