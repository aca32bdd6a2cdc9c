package gpu

import (
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
	for k := range l.Out { // its pieces would be without number
		if err := d.holds("a result", l.Out[k].Bytes()); err != nil {
			return "", err
		}
	}
	return d.kernels.describe(l)
}

// end tells the observers of a launch.
func (d *Device) end(e *device.LaunchEvent, err error) {
	if e == nil {
		return
	}
	e.SelfTest = e.SelfTest || d.selfTesting
	e.Variant, _ = d.Describe(e.Launch) // an error is that of the launch
	e.Kernels = func() (string, error) {
		pages, err := d.kernels.texts(e.Launch, (*shaders.Kernel).Describe)
		return strings.Join(pages, "\n"), err
	}
	e.End(err)
}
