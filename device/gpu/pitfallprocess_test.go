package gpu

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

func init() {
	children["libraries"] = func() {
		openAndAdd(1)
		maps, _ := os.ReadFile("/proc/self/maps")
		for _, lib := range regexp.MustCompile(`lib(EGL|GL|GLX|OpenGL)[^/\n]*\.so`).FindAllString(string(maps), -1) {
			fmt.Println(lib)
		}
	}
	children["again"] = func() { openAndAdd(6) }
	children["exit"] = func() { exitWhile(func() {}) }
	children["exit of a goroutine"] = func() {
		exitWhile(func() {
			go os.Exit(0)
			select {}
		})
	}
}

// openAndAdd opens devices one after the other, computes on each, and prints what differs.
func openAndAdd(times int) {
	var first device.Info
	for i := range times {
		d, err := device.Open("gpu")
		if err != nil {
			fmt.Println(err)
			return
		}
		tensor.SetDefaultDevice(d)
		if v, err := tensor.Data[int32](tensor.FromSlice([]int32{1, 2}).Add(i)); err != nil || !slices.Equal(v, []int32{1 + int32(i), 2 + int32(i)}) {
			fmt.Println(v, err)
		}
		if i == 0 {
			first = d.Info()
		} else if d.Info() != first {
			fmt.Println(d.Info(), "is not", first)
		}
		if err := d.Close(); err != nil {
			fmt.Println(err)
		}
	}
}

func noOpenGL(t *testing.T) {
	open(t)
	if runtime.GOOS != "linux" {
		t.Skip("a process's libraries are listed on Linux only")
	}
	assert.Equal(t, []string{""}, child(t, "libraries"), "libraries of OpenGL")
	none := []string{"VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent", "__EGL_VENDOR_LIBRARY_FILENAMES=/nonexistent"}
	out := child(t, "libraries", none...)
	require.Len(t, out, 1, "an error, and no libraries of OpenGL")
	assert.Regexp(t, "^gpu: webgpu: no adapter", out[0])
}

// The C library fills memory that it hands out and takes back, if it is glibc.
func opensInDirtyMemory(t *testing.T) {
	open(t)
	assert.Equal(t, []string{""}, child(t, "again", "MALLOC_PERTURB_=165"))
}

func noBindingWithoutCgo(t *testing.T) {
	if inPage {
		t.Skip("a page starts no process")
	}
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := list.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "internal/webgpu")
	assert.NotContains(t, string(out), "cogentcore")
}

func exitsInFlight(t *testing.T) {
	open(t)
	for _, how := range []string{"exit", "exit of a goroutine"} {
		assert.Equal(t, []string{"at work"}, child(t, how), how)
	}
}

// exitWhile ends the process while kernels compute, and goroutines wait for them in every way.
func exitWhile(exit func()) {
	d, err := Open()
	if err != nil {
		fmt.Println(err)
		return
	}
	tensor.SetDefaultDevice(d)
	x := tensor.Ones(tensor.Int32, 1<<22)
	if err := tensor.Eval(ctx, x); err != nil {
		fmt.Println(err)
	}
	before := d.Stats().Submissions
	for range 2 {
		y := x
		for range 2 { // more take a driver long to compile
			y = y.Pow(math.MaxInt32)
		}
		go func() { _, _ = y.Bytes() }()
		go func() { _ = tensor.Eval(ctx, y) }()
	}
	go func() {
		for {
			_ = d.Sync(ctx)
		}
	}()
	for d.Stats().Submissions == before {
		time.Sleep(time.Millisecond)
	}
	fmt.Println("at work")
	exit()
}
