package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

// kernels makes the kernels of launches for an adapter. It needs no lock.
type kernels struct {
	sizes    *sizes
	software bool           // the adapter
	repair   shaders.Repair // since Open
}

// minPiece is the least number of elements in a piece that is cut because of its work.
const minPiece = 1 << 12

// maxElements is how many elements of a launch are dispatched at a time. For a software driver that
// is a power of two. Rows often are powers of two, too, so that no piece needs a kernel for the
// rest of a row.
func (f *kernels) maxElements(l *device.Launch) int {
	if !f.software {
		return f.sizes.elements
	}
	cost, most := shaders.Cost(l.Program, f.repair), 1<<30
	for most > minPiece && int64(most) > maxWork/int64(cost) {
		most /= 2
	}
	return min(most, f.sizes.elements)
}

// visit calls use for each kernel of a launch, always with k's memory. A launch has one kernel if
// each operand lies in one window and one dispatch takes all elements. visit stops at an error.
func (f *kernels) visit(k *shaders.Kernel, l *device.Launch, nest broadcast.Nest, use func(*shaders.Kernel) error) error {
	var few [maxBuffers]int
	cells := few[:0]
	for _, operands := range [2][]device.Operand{l.Out, l.In} {
		for _, o := range operands {
			cell := 0
			if o.Buffer.Len() > f.sizes.window {
				cell = f.sizes.window / o.Type.Size()
			}
			cells = append(cells, cell)
		}
	}
	for piece := range nest.Pieces(f.maxElements(l), cells) {
		err := k.Prepare(l, piece.Groups, f.sizes.window, f.repair)
		switch {
		case err == nil:
			err = use(k)
		case !errors.Is(err, shaders.ErrSharedWords):
			err = unsupportedError(err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// describe names the variants of a launch's kernels, and counts equal ones in a row.
func (f *kernels) describe(l *device.Launch) (string, error) {
	kernels, err := f.texts(l, func(k *shaders.Kernel) string { return fmt.Sprintf("%s, %d threads", k.Variant(), k.Threads()) })
	var runs []string
	for len(kernels) > 0 {
		first := kernels[0]
		n := slices.IndexFunc(kernels, func(k string) bool { return k != first })
		if n < 0 {
			n = len(kernels)
		}
		kernels = kernels[n:]
		if n > 1 {
			first = fmt.Sprintf("%d times %s", n, first)
		}
		runs = append(runs, first)
	}
	return strings.Join(runs, "; "), err
}

// texts returns text(k) for each kernel k of a launch.
func (f *kernels) texts(l *device.Launch, text func(*shaders.Kernel) string) (texts []string, err error) {
	var kernel shaders.Kernel
	visit := func(k *shaders.Kernel) error {
		texts = append(texts, text(k))
		return nil
	}
	err = f.visit(&kernel, l, l.Nest(nil), visit)
	if !errors.Is(err, shaders.ErrSharedWords) {
		return texts, err
	}
	texts = nil
	launches, _, err := splitOutputs(l, func(n int) (device.Buffer, error) { return &buffer{len: n}, nil })
	for _, l := range launches {
		if err == nil {
			err = f.visit(&kernel, l, l.Nest(nil), visit)
		}
	}
	return texts, err
}
