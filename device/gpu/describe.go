package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/shaders"
)

var _ device.Describer = (*Device)(nil)

// Describe names the variants of the launch's kernels: how they deal elements to threads.
func (d *Device) Describe(l *device.Launch) (string, error) {
	if err := l.Check(d.Info()); err != nil {
		return "", err
	}
	kernels, err := d.each(l, func(k *shaders.Kernel) string { return fmt.Sprintf("%s, %d threads", k.Variant(), k.Threads()) })
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

// each is what f makes of each kernel of a launch.
func (d *Device) each(l *device.Launch, f func(*shaders.Kernel) string) (texts []string, err error) {
	var kernel shaders.Kernel
	visit := func(k *shaders.Kernel) error {
		texts = append(texts, f(k))
		return nil
	}
	err = d.pieces(&kernel, l, l.Plan(), visit)
	if !errors.Is(err, shaders.ErrApart) {
		return texts, err
	}
	texts = nil
	launches, _, err := apart(l, func(n int) (device.Buffer, error) { return &buffer{len: n}, nil })
	for _, l := range launches {
		if err == nil {
			err = d.pieces(&kernel, l, l.Plan(), visit)
		}
	}
	return texts, err
}

// end tells the observers of a launch.
func (d *Device) end(e *device.LaunchEvent, err error) {
	if e == nil {
		return
	}
	e.SelfTest = e.SelfTest || d.opening
	e.Variant, _ = d.Describe(e.Launch) // an error is that of the launch
	e.Kernels = func() (string, error) {
		pages, err := d.each(e.Launch, (*shaders.Kernel).Describe)
		return strings.Join(pages, "\n"), err
	}
	e.End(err)
}
