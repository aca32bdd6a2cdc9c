//go:build !(cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64))))

package webgpu

import (
	"context"
	"errors"
	"fmt"
	"runtime"
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
	default:
		why = "there is no WebGPU binding for this platform: build for linux, darwin or windows"
	}
	return fmt.Errorf("webgpu: no GPU in this build (%s/%s): %s: %w", runtime.GOOS, runtime.GOARCH, why, errors.ErrUnsupported)
}

// Device cannot be opened in this build.
type Device struct{}

// Buffer cannot be made in this build.
type Buffer struct{ _ int }

// Pipeline cannot be made in this build.
type Pipeline struct{}

// BindGroup cannot be made in this build.
type BindGroup struct{}

// Queries cannot be made in this build.
type Queries struct{}

func (d *Device) Lock()                                 {}
func (d *Device) Unlock()                               {}
func (d *Device) Adapter() Adapter                      { return Adapter{} }
func (d *Device) Limits() Limits                        { return Limits{} }
func (d *Device) Usable() error                         { return unsupportedError() }
func (d *Device) Answers() uint64                       { return 0 }
func (d *Device) Live() int                             { return 0 }
func (d *Device) NewBuffer(int, Usage) (*Buffer, error) { return nil, unsupportedError() }
func (d *Device) NewPipeline(_, _ string, _ []Binding) (*Pipeline, error) {
	return nil, unsupportedError()
}
func (d *Device) NewBindGroup(*Pipeline, []Range) (*BindGroup, error)      { return nil, unsupportedError() }
func (d *Device) Write(*Buffer, int, []byte) error                         { return unsupportedError() }
func (d *Device) Dispatch(*Pipeline, *BindGroup, int, int, int, int) error { return unsupportedError() }
func (d *Device) Copy(*Buffer, int, *Buffer, int, int) error               { return unsupportedError() }
func (d *Device) NewQueries(int) (*Queries, error)                         { return nil, unsupportedError() }
func (d *Device) Timestamp(*Queries, int) error                            { return unsupportedError() }
func (d *Device) Resolve(*Queries, int, *Buffer, int) error                { return unsupportedError() }
func (d *Device) Submit() error                                            { return unsupportedError() }
func (d *Device) Read(context.Context, *Buffer, int, int, func([]byte) error) error {
	return unsupportedError()
}
func (d *Device) Wait(context.Context) error     { return unsupportedError() }
func (d *Device) Mark() error                    { return unsupportedError() }
func (d *Device) WaitMark(context.Context) error { return unsupportedError() }
func (d *Device) Close() error                   { return nil }
func (b *Buffer) Len() int                       { return 0 }
func (b *Buffer) Release()                       {}
func (p *Pipeline) Release()                     {}
func (g *BindGroup) Release()                    {}
func (q *Queries) Release()                      {}
