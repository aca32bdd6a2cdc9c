package webgpu

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// choose returns the best of the adapters that o asks for: hardware before software, then the
// order of the list.
func choose(all []Adapter, o Options) (Adapter, error) {
	if len(all) == 0 {
		return Adapter{}, errors.New("webgpu: no adapter: " + missing(runtime.GOOS))
	}
	best := -1
	for i, a := range all {
		fits := (o.Index == nil || *o.Index == a.Index) &&
			strings.Contains(strings.ToLower(a.Name), strings.ToLower(o.Adapter))
		if fits && (best < 0 || a.Kind < all[best].Kind) {
			best = i
		}
	}
	if best < 0 {
		return Adapter{}, fmt.Errorf("webgpu: no adapter with %s; the adapters are %s", o.describe(), list(all))
	}
	return all[best], nil
}

func (o Options) describe() string {
	var w []string
	if o.Adapter != "" {
		w = append(w, fmt.Sprintf("%q in its name", o.Adapter))
	}
	if o.Index != nil {
		w = append(w, fmt.Sprintf("index %d", *o.Index))
	}
	return strings.Join(w, " and ")
}

func list(all []Adapter) string {
	s := make([]string, len(all))
	for i, a := range all {
		s[i] = a.String()
	}
	return strings.Join(s, ", ")
}

func (a Adapter) String() string {
	return fmt.Sprintf("%d: %q (%s, %v)", a.Index, a.Name, a.Backend, a.Kind)
}

func missing(goos string) string {
	switch goos {
	case "darwin":
		return "this machine offers no Metal device"
	case "windows":
		return "no Direct3D 12 or Vulkan driver"
	case "js":
		return "the browser offers none to this page: see whether it blocks WebGPU or lists this GPU as unsupported (chrome://gpu, about:support)"
	}
	return "no Vulkan loader or driver (libvulkan.so.1 and a driver's ICD; Mesa's llvmpipe will do)"
}
