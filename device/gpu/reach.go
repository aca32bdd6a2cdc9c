package gpu

import (
	"errors"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
	"github.com/wgtensor/wgtensor/shaders"
)

// reach is how much an adapter takes at a time. A buffer consists of segments, which are
// buffers to the adapter, and a launch sees segments through windows. All windows are of
// one size and lie side by side, so that two are either the same or share nothing.
type reach struct {
	window   int // bytes that are bound
	segment  int // bytes of one piece of memory, some windows
	elements int // of a dispatch
}

// maxSegment is less than Vulkan demands of an allocation (maxMemoryAllocationSize, 2^30
// at least). wgpu does not tell how much an adapter has, and calls buffers fine that
// cannot be had: on SwiftShader those from just that size on.
const maxSegment = 1<<30 - shaders.WindowAlign

func newReach(l webgpu.Limits) reach {
	most := min(l.BufferBytes, maxSegment)
	window := min(l.BindingBytes, most, shaders.MaxWindow) / shaders.WindowAlign * shaders.WindowAlign
	return reach{window: window, segment: most / window * window, elements: shaders.MaxLen}
}

// maxSegments bounds a buffer. No machine has so much memory, but some drivers would promise it.
const maxSegments = 1 << 10

func (r reach) bufferBytes() int {
	return min(maxSegments, math.MaxInt/r.segment) * r.segment
}

// minPiece is how many elements a piece has that is cut for its work, at least.
const minPiece = 1 << 12

// most is how many elements of a launch are dispatched at a time. For a software driver that is a
// power of two, as rows often are: so no piece needs a kernel for what is left over of them.
func (d *Device) most(l *device.Launch) int {
	if !d.software {
		return d.reach.elements
	}
	cost, most := shaders.Cost(l.Program, d.repair), 1<<30
	for most > minPiece && int64(most) > maxWork/int64(cost) {
		most /= 2
	}
	return min(most, d.reach.elements)
}

// pieces visits the kernels of a launch, all in k's memory: one, if the launch is within
// reach. It ends with an error.
func (d *Device) pieces(k *shaders.Kernel, l *device.Launch, plan broadcast.Plan, visit func(*shaders.Kernel) error) error {
	var few [maxBuffers]int
	cells := few[:0]
	for _, operands := range [2][]device.Operand{l.Out, l.In} {
		for _, o := range operands {
			cell := 0
			if o.Buffer.Len() > d.reach.window {
				cell = d.reach.window / o.Type.Size()
			}
			cells = append(cells, cell)
		}
	}
	for piece := range plan.Pieces(d.most(l), cells) {
		err := k.Prepare(l, piece, d.reach.window, d.repair)
		switch {
		case err == nil:
			err = visit(k)
		case !errors.Is(err, shaders.ErrApart):
			err = unsupported(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
