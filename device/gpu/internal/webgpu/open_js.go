//go:build !nogpu

package webgpu

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall/js"
)

// Adapters lists the adapters that Open can choose: a browser offers one, or none. It is an error if
// there is no WebGPU at all.
func Adapters() ([]Adapter, error) {
	_, all, err := adapters()
	return all, err
}

// Open opens the adapter that o names, with all its limits.
func Open(o Options) (*Device, error) {
	ref, all, err := adapters()
	if err != nil {
		return nil, err
	}
	a, err := choose(all, o)
	if err != nil {
		return nil, err
	}
	d := newDevice(a, o)
	if err := d.open(ref); err != nil {
		return nil, err
	}
	return d, nil
}

// webGPU is the page's WebGPU, or why it has none.
func webGPU() (js.Value, error) {
	navigator := js.Global().Get("navigator")
	if navigator.Type() == js.TypeObject {
		if gpu := navigator.Get("gpu"); gpu.Truthy() {
			return gpu, nil
		}
	}
	why := "navigator.gpu is missing: take a browser with WebGPU, and see that it is not switched off"
	if secure := js.Global().Get("isSecureContext"); secure.Type() == js.TypeBoolean && !secure.Bool() {
		why = "the page is no secure context: serve it over https, or from localhost"
	}
	return js.Value{}, fmt.Errorf("webgpu: no GPU in this page: %s: %w", why, errors.ErrUnsupported)
}

// adapters returns the adapter that the browser prefers for speed. An adapter opens one device, so
// each Open asks for one.
func adapters() (js.Value, []Adapter, error) {
	gpu, err := webGPU()
	if err != nil {
		return js.Value{}, nil, err
	}
	ref, err := result("request adapter", func() js.Value {
		return gpu.Call("requestAdapter", map[string]any{"powerPreference": "high-performance"})
	})
	if err != nil || ref.IsNull() {
		return js.Value{}, nil, err
	}
	return ref, []Adapter{describe(ref)}, nil
}

func describe(ref js.Value) Adapter {
	info := ref.Get("info")
	a := Adapter{Backend: "WebGPU of the browser", Kind: Unknown}
	if info.Get("isFallbackAdapter").Truthy() || ref.Get("isFallbackAdapter").Truthy() {
		a.Kind = Software
	}
	var names []string
	for _, field := range []string{"description", "vendor", "architecture"} {
		if v := info.Get(field); v.Truthy() && (field != "architecture" || len(names) < 2) {
			names = append(names, v.String())
		}
	}
	if a.Name = strings.Join(names, " "); a.Name == "" {
		a.Name = "a GPU that the browser does not name"
	}
	return a
}

// open opens the adapter.
func (d *Device) open(ref js.Value) error {
	what := fmt.Sprintf("open adapter %v", d.adapter)
	limits, required := ref.Get("limits"), map[string]any{}
	for _, name := range limitNames {
		if v := limits.Get(name); v.Type() == js.TypeNumber {
			required[name] = v
		}
	}
	var features []any
	if ref.Get("features").Call("has", "timestamp-query").Bool() {
		features = append(features, "timestamp-query")
		d.limits.Timestamps = true
	}
	dev, err := result(what, func() js.Value {
		return ref.Call("requestDevice", map[string]any{"requiredLimits": required, "requiredFeatures": features})
	})
	if err != nil {
		return err
	}
	limits = dev.Get("limits")
	of := func(name string) int { return clamp(uint64(limits.Get(name).Float())) }
	d.limits = Limits{
		BufferBytes: of("maxBufferSize"), BindingBytes: of("maxStorageBufferBindingSize"), UniformBytes: of("maxUniformBufferBindingSize"),
		StorageBuffers: of("maxStorageBuffersPerShaderStage"), Invocations: of("maxComputeInvocationsPerWorkgroup"),
		Workgroups: of("maxComputeWorkgroupsPerDimension"), UniformAlign: of("minUniformBufferOffsetAlignment"),
		StorageAlign: of("minStorageBufferOffsetAlignment"), Timestamps: d.limits.Timestamps,
	}
	d.box = newBox()
	d.impl = newImplementation(d.box, dev)
	d.impl.listen()
	return nil
}

// limitNames are the limits that a device is opened with: without a request it has the least that a
// browser may offer, such as buffers of 256 MiB.
var limitNames = []string{
	"maxBufferSize", "maxStorageBufferBindingSize", "maxUniformBufferBindingSize", "maxStorageBuffersPerShaderStage",
	"maxComputeInvocationsPerWorkgroup", "maxComputeWorkgroupSizeX", "maxComputeWorkgroupSizeY", "maxComputeWorkgroupSizeZ",
	"maxComputeWorkgroupStorageSize", "maxComputeWorkgroupsPerDimension",
	"minUniformBufferOffsetAlignment", "minStorageBufferOffsetAlignment",
}

// result waits for the promise that f returns. What f throws, and a promise that is rejected, are
// errors.
func result(what string, f func() js.Value) (v js.Value, err error) {
	if err := mayWait(what); err != nil {
		return v, err
	}
	own := newBox()
	var r *request
	own.guard(func() { r = ask(f()) })
	if r == nil {
		_, why := own.take()
		return v, fmt.Errorf("webgpu: %s: %s", what, why)
	}
	_ = r.wait(context.Background())
	if why := r.failed(0); !why.IsUndefined() {
		return v, fmt.Errorf("webgpu: %s: %w", what, errorOf(why))
	}
	return r.value(0), nil
}
