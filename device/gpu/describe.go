package gpu

import (
	"errors"
	"fmt"
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
	var kernels []string
	var kernel shaders.Kernel
	err := d.pieces(&kernel, l, l.Plan(), func(k *shaders.Kernel) error {
		kernels = append(kernels, fmt.Sprintf("%s, %d threads", k.Variant(), k.Threads()))
		return nil
	})
	if errors.Is(err, shaders.ErrApart) {
		return "a kernel for each output, and copies", nil
	}
	return strings.Join(kernels, "; "), err
}
