package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

// kernels makes the kernels of launches for an adapter. It needs no lock.
type kernels struct {
	sizes    *sizes
	bindings int            // of a kernel, at most
	software bool           // the adapter
	teams    bool           // see WorkgroupMemory
	repair   shaders.Repair // since Open
}

// limits are what the adapter takes at a time.
func (f *kernels) limits() shaders.Limits {
	l := shaders.Limits{Window: f.sizes.window, Bindings: f.bindings, Elements: f.sizes.elements, Teams: f.teams}
	if f.software {
		l.Work = maxWork
	}
	return l
}

// lower makes the stages of a launch.
func (f *kernels) lower(w *shaders.Lowering, l *device.Launch) error {
	err := w.Lower(l, f.limits(), f.repair)
	if unsupported := (*device.UnsupportedError)(nil); err != nil && !errors.As(err, &unsupported) {
		return unsupportedError(err)
	}
	return err
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
	var w shaders.Lowering
	if err := f.lower(&w, l); err != nil {
		return nil, err
	}
	for i := range w.Stages() {
		texts = append(texts, text(&w.Stages()[i]))
	}
	return texts, nil
}
