//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

func init() { children["memory"] = exhaust }

// exhaust asks for a buffer that the process may not have.
func exhaust() {
	d, err := Open(Options{Adapter: "llvmpipe"})
	if err != nil || d.Limits().BufferBytes < 1<<30 {
		fmt.Println("skip: memory can be limited for a software adapter only:", err)
		return
	}
	raw, _ := os.ReadFile("/proc/self/statm")
	pages, _ := strconv.ParseUint(strings.Fields(string(raw))[0], 10, 64)
	most := pages*uint64(os.Getpagesize()) + 512<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		fmt.Println("skip:", err)
		return
	}
	d.Lock()
	defer d.Unlock()
	if _, err = d.NewBuffer(1<<30, Storage); errors.Is(err, ErrOutOfMemory) {
		fmt.Println("refused")
	} else {
		fmt.Println(err)
	}
	if _, err = d.NewBuffer(1<<20, Storage); err == nil {
		fmt.Println("alive")
	}
}

func TestMemoryThatIsNotThereIsAnError(t *testing.T) {
	open(t)
	out := child(t, "memory")
	if strings.HasPrefix(out, "skip: ") {
		t.Skip(out)
	}
	assert.Equal(t, "refused\nalive\n", out)
}
