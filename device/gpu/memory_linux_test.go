package gpu

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
)

func init() { children["memory"] = exhaust }

// exhaust fills the pool, takes the process's memory away, and allocates until the end.
func exhaust() {
	d, err := Open(Adapter("llvmpipe"))
	if err != nil {
		fmt.Println("skip: memory can be limited for a software adapter only:", err)
		return
	}
	host := make([]byte, 100<<20)
	clear(host)
	var pooled []device.Buffer
	for range 4 {
		b, err := d.Alloc(128 << 20)
		if err != nil {
			fmt.Println(err)
			return
		}
		pooled = append(pooled, b)
	}
	for _, b := range pooled {
		b.Release()
	}
	raw, _ := os.ReadFile("/proc/self/statm")
	pages, _ := strconv.ParseUint(strings.Fields(string(raw))[0], 10, 64)
	most := pages*uint64(os.Getpagesize()) + 256<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		fmt.Println("skip:", err)
		return
	}
	var live []device.Buffer
	for err == nil {
		var b device.Buffer
		if b, err = d.Alloc(100 << 20); err == nil {
			live = append(live, b)
		}
	}
	fmt.Println("the pool gave way:", len(live) >= 4, d.Stats().PooledBytes)
	fmt.Println("out of memory:", errors.Is(err, device.ErrOutOfMemory), strings.Contains(err.Error(), "alloc of 104857600 bytes"))
	for err = nil; err == nil; { // what is left would do for staging
		_, err = d.Alloc(24 << 20)
	}
	live[0].Release()
	fmt.Println("read:", live[1].Read(ctx, 0, host), d.Stats().PooledBytes)
	_, err = d.Alloc(24 << 20)
	fmt.Println("alive:", err)
}

func TestWhenTheDriverIsOutOfMemoryThePoolGivesWay(t *testing.T) {
	open(t)
	lines := child(t, "memory")
	if strings.HasPrefix(lines[0], "skip: ") {
		t.Skip(lines)
	}
	assert.Equal(t, []string{"the pool gave way: true 0", "out of memory: true true", "read: <nil> 0", "alive: <nil>"}, lines)
}
