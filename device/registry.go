package device

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// registry holds the devices that Open knows. There is one for the program; tests make
// their own.
type registry struct{ open sync.Map } // of func() (Device, error), by name

var registered registry

// Register makes a device available to Open under a name. It panics if the name is taken, reserved
// ("auto") or empty, as database/sql does: only a mistake in the program can cause it. What open
// returns beside an error is dropped, so it may be a nil pointer.
func Register(name string, open func() (Device, error)) { registered.register(name, open) }

// Names lists the registered devices, sorted.
func Names() []string { return registered.names() }

// Open opens a device: "cpu", "gpu", a name that a third party registered, or "auto".
// The empty name stands for $WGTENSOR_DEVICE, and for "auto" where that is not set.
//
// "auto" takes a GPU if one opens, and otherwise the CPU. The device's Info and String say which it
// took and why. "auto" passes over a software GPU driver, because the CPU device is faster. "gpu"
// takes a software driver too. Packages device/cpu and device/gpu register themselves when they are
// imported.
func Open(name string) (Device, error) {
	if name != "" {
		return registered.device(name)
	}
	name = os.Getenv("WGTENSOR_DEVICE")
	d, err := registered.device(cmp.Or(name, "auto"))
	if err != nil && name != "" {
		err = fmt.Errorf("%w ($WGTENSOR_DEVICE is %q)", err, name)
	}
	return d, err
}

func (r *registry) register(name string, open func() (Device, error)) {
	switch {
	case name == "" || name == "auto":
		panic(fmt.Sprintf("device: Register of the reserved name %q", name))
	case open == nil:
		panic("device: Register of " + name + " without a function")
	}
	if _, taken := r.open.LoadOrStore(name, open); taken {
		panic("device: Register called twice for " + name)
	}
}

func (r *registry) names() (all []string) {
	for name := range r.open.Range {
		all = append(all, name.(string))
	}
	slices.Sort(all)
	return all
}

func (r *registry) device(name string) (Device, error) {
	if name == "auto" {
		return r.auto()
	}
	open, ok := r.open.Load(name)
	if !ok {
		wayOut := "a device registers itself when its package is imported"
		if name == "cpu" || name == "gpu" {
			wayOut = fmt.Sprintf(`import _ "github.com/wgtensor/wgtensor/device/%s"`, name)
		}
		return nil, fmt.Errorf(`device: no device %q, only %q and "auto"; %s`, name, r.names(), wayOut)
	}
	d, err := open.(func() (Device, error))()
	switch {
	case err != nil:
		return nil, err // without d, which may be a nil pointer
	case isNil(d):
		return nil, fmt.Errorf("device: what is registered as %q opens nothing, and gives no error", name)
	}
	return d, nil
}

// isNil reports whether d is nil, or holds a nil pointer such as (*cpu.Device)(nil).
func isNil(d Device) bool {
	v := reflect.ValueOf(d)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

func (r *registry) auto() (Device, error) {
	d, err := r.device("gpu")
	why := "a hardware GPU was found"
	if err == nil && d.Info().Kind != GPU {
		err = wrongKindError(d.Info())
		_ = d.Close()
	}
	if err != nil {
		cpu, cpuErr := r.device("cpu")
		if cpuErr != nil {
			return nil, fmt.Errorf("device: auto: no GPU (%w) and no CPU: %w", err, cpuErr)
		}
		d, why = cpu, "no hardware GPU: "+strings.TrimPrefix(err.Error(), "device: ")
	}
	if e, ok := d.(Explainer); ok {
		e.Explain(why)
	}
	return d, nil
}

// wrongKindError says why "auto" does not take the device that "gpu" opened.
func wrongKindError(info Info) error {
	if info.Kind == Software {
		return fmt.Errorf("the adapter found is a %v, %s, slower than this backend", info.Kind, info.Adapter)
	}
	return fmt.Errorf("the adapter found is of kind %v, %s", info.Kind, info.Adapter)
}
