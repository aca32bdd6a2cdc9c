package gpu

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/device/op"
)

const (
	layerVar  = "FAULTY_LAYER" // names the file that testdata/faulty.c shares with a test
	layerName = "VK_LAYER_WGTENSOR_faulty"
	manifest  = `{"file_format_version": "1.0.0", "layer": {"name": "%s", "type": "GLOBAL", "library_path": "./faulty.so",
		"api_version": "1.3.0", "implementation_version": "1", "description": "a driver that fails"}}`
)

// onFaultyDriver runs a test again, in a process whose Vulkan driver fails when it is told to.
func onFaultyDriver(t *testing.T, env []string, run func(*testing.T, *faulty)) {
	if name := os.Getenv(layerVar); name != "" {
		run(t, share(t, name))
		return
	}
	open(t)
	if runtime.GOARCH != "amd64" {
		t.Skip("panics are caught on amd64 only")
	}
	dir := t.TempDir()
	cc := os.Getenv("CC")
	if cc == "" {
		cc = "gcc"
	}
	compiling, done := context.WithTimeout(ctx, time.Minute)
	defer done()
	out, err := exec.CommandContext(compiling, cc, "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC",
		"-o", filepath.Join(dir, "faulty.so"), "testdata/faulty.c").CombinedOutput()
	if err != nil && os.Getenv("WGTENSOR_REQUIRE_GPU") != "1" {
		t.Skipf("no layer without a C compiler (%v); WGTENSOR_REQUIRE_GPU=1 makes this a failure", err)
	}
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "faulty.json"), fmt.Appendf(nil, manifest, layerName), 0o600))
	shared := filepath.Join(dir, "shared")
	require.NoError(t, os.WriteFile(shared, make([]byte, sharedBytes), 0o600))

	patience, cancel := context.WithTimeout(ctx, 9*time.Minute)
	defer cancel()
	again := exec.CommandContext(patience, os.Args[0], "-test.v", "-test.timeout=8m", "-test.run=^"+t.Name()+"$")
	again.Env = append(append(os.Environ(), env...), layerVar+"="+shared, "VK_LAYER_PATH="+dir, "VK_INSTANCE_LAYERS="+layerName, "RUST_BACKTRACE=0")
	out, err = again.CombinedOutput()
	require.NoError(t, err, "%s", out[max(0, len(out)-1<<14):])
	assert.Contains(t, string(out), "--- PASS: "+t.Name())
}

// faulty is struct shared of the layer.
type faulty struct {
	entry, result, in, lost int64
	entries                 [60]struct {
		name  [56]byte
		calls int64
	}
}

const sharedBytes = 1 << 12

func share(t *testing.T, name string) *faulty {
	t.Helper()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()
	m, err := syscall.Mmap(int(file.Fd()), 0, sharedBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	require.NoError(t, err)
	return (*faulty)(unsafe.Pointer(&m[0]))
}

// Results of a driver's call.
const (
	outOfHostMemory   = -1
	outOfDeviceMemory = -2
	deviceLost        = -4
)

// fail has a call fail, the k-th of an entry point from now on.
func (f *faulty) fail(entry int, result, k int64) {
	atomic.StoreInt64(&f.in, 0)
	f.entry, f.result, f.lost = int64(entry), result, 0
	atomic.StoreInt64(&f.in, k)
}

func (f *faulty) failed() bool { return atomic.LoadInt64(&f.in) <= 0 }

// calls are those of each entry point while do runs.
func (f *faulty) calls(do func()) map[string]int64 {
	for e := range f.entries {
		atomic.StoreInt64(&f.entries[e].calls, 0)
	}
	do()
	calls := map[string]int64{}
	for e := range f.entries {
		if name := f.name(e); name != "" {
			calls[name] = atomic.LoadInt64(&f.entries[e].calls)
		}
	}
	return calls
}

func (f *faulty) name(e int) string {
	name, _, _ := bytes.Cut(f.entries[e].name[:], []byte{0})
	return string(name)
}

func (f *faulty) index(t *testing.T, name string) int {
	t.Helper()
	for e := range f.entries {
		if f.name(e) == name {
			return e
		}
	}
	t.Fatal("the layer does not know", name)
	return 0
}

func TestADriverThatFailsCostsItsDeviceAndNothingElse(t *testing.T) {
	onFaultyDriver(t, nil, func(t *testing.T, f *faulty) {
		runtime.LockOSThread() // an unfinished panic would show in later calls on this thread
		called := failsAtEveryCall(t, f, func(name string) bool {
			return !strings.HasPrefix(name, "vkDestroy") && !strings.HasPrefix(name, "vkFree")
		})
		for _, name := range []string{"vkQueueSubmit", "vkGetSemaphoreCounterValue", "vkEndCommandBuffer"} {
			if called[name] == 0 {
				continue
			}
			t.Run(name, func(t *testing.T) {
				die := func() { f.fail(f.index(t, name), deviceLost, 1) }
				lostDeviceTakesNothing(t, openDoomed(t), die, lostText)
				everyCallReportsIt(t, openDoomed(t), die, lostText)
				givesItsMemoryBack(t, f, openDoomed(t), die)
			})
		}
	})
}

func TestSoDoesADriverOfFences(t *testing.T) {
	onFaultyDriver(t, []string{"FAULTY_FENCES=1"}, func(t *testing.T, f *faulty) {
		called := failsAtEveryCall(t, f, func(name string) bool { return strings.Contains(name, "Fence") })
		assert.Positive(t, called["vkGetFenceStatus"])
		assert.Zero(t, called["vkGetSemaphoreCounterValue"])
	})
}

// What the implementation says, or panics with.
var lostText = regexp.MustCompile("device is lost|Err.* value: Lost")

func openDoomed(t *testing.T) *Device {
	d, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	return d
}

// givesItsMemoryBack checks that buffers which no work uses go back to the driver, whether they
// were released before Close or by Close.
func givesItsMemoryBack(t *testing.T, f *faulty, d *Device, die func()) {
	const most = 4
	var buffers [most]device.Buffer
	for i := range buffers {
		buffers[i] = alloc(t, d, make([]int32, 1<<20)...)
		add(t, d, buffers[i], buffers[i], buffers[i])
		get(t, buffers[i])
	}
	last := alloc(t, d, 1)
	die()
	_ = d.Run(context.Background(), launch(t, op.Add, last, last, last))
	assert.ErrorIs(t, d.Sync(ctx), device.ErrLost)
	called := f.calls(func() {
		buffers[0].Release()
		assert.NoError(t, d.Close())
		buffers[1].Release()
	})
	assert.GreaterOrEqual(t, called["vkDestroyBuffer"], int64(most))
	assert.Positive(t, called["vkFreeMemory"])
	assert.Zero(t, called["vkDestroyDevice"], "its state is unknown")
}

// answers is a result, and the calls to which a driver gives it.
type answers struct {
	result int64
	calls  []int64
}

// failsAtEveryCall has calls fail, one in each run of a program, and returns how often the program
// calls what. A device beside it, and later devices, still work.
func failsAtEveryCall(t *testing.T, f *faulty, fallible func(name string) bool) map[string]int64 {
	bystander := open(t)
	one, two := alloc(t, bystander, 1, 2, 3), alloc(t, bystander, 0, 0, 0)
	runWhole := func() { (&scenario{T: t, fault: errFault, at: math.MaxInt}).run() }
	called := f.calls(runWhole)
	runs, losses := 0, 0
	for e := range f.entries {
		name := f.name(e)
		n := called[name]
		if n == 0 || !fallible(name) {
			continue
		}
		for _, a := range []answers{
			{deviceLost, []int64{n/3 + 1, 1, n}}, {outOfDeviceMemory, []int64{n/2 + 1}}, {outOfHostMemory, []int64{n}},
		} {
			if !devicetest.Thorough() {
				every := 3
				if testing.Short() {
					every = 9
				}
				if a.calls = a.calls[:1]; (e+int(a.result))%every != 0 { // whatever the sign
					continue
				}
			}
			for _, k := range slices.Compact(a.calls) {
				s := &scenario{T: t, lower: f, fault: webgpu.ErrOutOfMemory}
				if a.result == deviceLost {
					s.fault = webgpu.ErrLost
				}
				f.fail(e, a.result, k)
				s.run()
				f.fail(e, 0, 0)
				runs++
				if s.lost() {
					losses++
				}
				add(t, bystander, two, one, one)
				assert.Equal(t, []int32{2, 4, 6}, get(t, two))
				if t.Failed() {
					t.Fatalf("with %d as the answer to call %d of %d to %s: %v", a.result, k, n, name, s.errs)
				}
			}
		}
	}
	t.Logf("%d faults, %d devices lost", runs, losses)
	assert.Greater(t, losses, runs/4)
	again := f.calls(runWhole)
	assert.EqualValues(t, 1, again["vkDestroyDevice"])
	assert.Equal(t, again["vkCreateBuffer"], again["vkDestroyBuffer"])
	assert.Equal(t, again["vkAllocateMemory"], again["vkFreeMemory"])
	return called
}
