package cpu

import "github.com/wgtensor/wgtensor/device"

var _ device.Describer = (*Device)(nil)

// Describe names the kernels that the launch takes: the assembly of a kernel set, or Go.
func (d *Device) Describe(l *device.Launch) (string, error) {
	if err := l.Check(d.Info()); err != nil {
		return "", err
	}
	return d.engine.Describe(l), nil
}
