package gpu

import (
	"math"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// sizes is how much an adapter takes at a time. A buffer consists of segments, which are
// buffers to the adapter, and a launch sees segments through windows. All windows are of
// one size and lie side by side, so that two are either the same or share nothing.
type sizes struct {
	window   int // bytes that are bound
	segment  int // bytes of one buffer of WebGPU, some windows
	elements int // of a dispatch
}

// maxSegment is less than the allocation that every Vulkan driver allows (maxMemoryAllocationSize,
// at least 2^30). wgpu does not report the limit of an adapter, and returns larger buffers that
// cannot be used. On SwiftShader this begins at just that size.
const maxSegment = 1<<30 - shaders.WindowAlign

func newSizes(l webgpu.Limits) sizes {
	most := min(l.BufferBytes, maxSegment)
	window := min(l.BindingBytes, most, shaders.MaxWindow) / shaders.WindowAlign * shaders.WindowAlign
	return sizes{window: window, segment: most / window * window, elements: shaders.MaxLen}
}

// maxSegments bounds a buffer. No machine has so much memory, but some drivers would promise it.
const maxSegments = 1 << 10

func (s sizes) bufferBytes() int {
	return min(maxSegments, math.MaxInt/s.segment) * s.segment
}
