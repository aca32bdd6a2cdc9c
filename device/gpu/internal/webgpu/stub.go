//go:build nogpu || (!js && !(cgo && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))))

package webgpu

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// There is no implementation in this build: Open says why, and nothing else is ever reached.

// Adapters returns why there are no adapters.
func Adapters() ([]Adapter, error) { return nil, unsupportedError() }

// Open returns why it cannot open a device.
func Open(Options) (*Device, error) { return nil, unsupportedError() }

func unsupportedError() error {
	why := "it was built without cgo or with the tag nogpu: build with CGO_ENABLED=1, a C compiler and without that tag"
	switch runtime.GOOS {
	case "linux", "darwin", "windows":
		if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
			why = "there is no WebGPU library for " + runtime.GOARCH + ": build for amd64 or arm64"
		}
	case "js":
		why = "it was built with the tag nogpu: build without it"
	default:
		why = "there is no WebGPU binding for this platform: build for linux, darwin, windows or js"
	}
	return fmt.Errorf("webgpu: no GPU in this build (%s/%s): %s: %w", runtime.GOOS, runtime.GOARCH, why, errors.ErrUnsupported)
}

type (
	handle         struct{}
	implementation struct{}
	box            struct{}
	request        struct{}
	pause          struct{}
)

func (*implementation) buffer(int, Usage) (_ handle, _ *request)              { return }
func (*implementation) write(handle, int, []byte)                             {}
func (*implementation) group(handle, []boundRange) (_ handle)                 { return }
func (*implementation) querySet(int) (_ handle)                               { return }
func (*implementation) encode()                                               {}
func (*implementation) beginPass()                                            {}
func (*implementation) setPipeline(handle)                                    {}
func (*implementation) dispatch(handle, int, int, int, int)                   {}
func (*implementation) endPass(*Device)                                       {}
func (*implementation) copy(handle, int, handle, int, int)                    {}
func (*implementation) timestamp(handle, int)                                 {}
func (*implementation) resolve(handle, int, handle, int)                      {}
func (*implementation) finish()                                               {}
func (*implementation) submit()                                               {}
func (*implementation) flush()                                                {}
func (*implementation) abandon(*Device)                                       {}
func (*implementation) done() *request                                        { return nil }
func (*implementation) never() *request                                       { return nil }
func (*implementation) mapping(handle, int, int) *request                     { return nil }
func (*implementation) mapped(handle, int, int, int, int) Mapped              { return nil }
func (*implementation) unmap(handle)                                          {}
func (*implementation) release(*Device, object)                               {}
func (*implementation) close(*Device)                                         {}
func (*implementation) compile(*box, string, string, []Binding) (_, _ handle) { return }

func newBox() *box                { return nil }
func (*box) free()                {}
func (*box) troubled() bool       { return false }
func (*box) isLost() bool         { return false }
func (*box) lose(string)          {}
func (*box) take() (bool, string) { return false, "" }

func (*request) answered() (bool, error) { return false, nil }
func (*request) forget()                 {}

func mayWait(string) error                                            { return nil }
func newPause() pause                                                 { return pause{} }
func markPause() pause                                                { return pause{} }
func (*pause) rest(context.Context, *Device, *request, time.Duration) {}
func (*Device) poll() bool                                            { return false }
