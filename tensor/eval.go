package tensor

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// Eval computes the tensors and waits until that is done. Results never depend on it; it only
// chooses the moment. Tensors of one shape are computed together. An expression that several evaluations
// read is computed in each of them: Eval it first, and they read its elements.
//
// When ctx ends first, Eval returns its error: at once where a device works in the background, as a GPU
// does. The CPU first ends the groups that it is in, such as the sort of a whole tensor. Work that a device
// cannot abandon ends in the background. Tensors that were not computed go on waiting, and may be asked for
// again.
func Eval(ctx context.Context, ts ...*Tensor) error {
	const name = "eval"
	if ctx == nil {
		return errorf(name, "nil context; use context.Background()")
	}
	if err := refuseValue(name, ts...); err != nil {
		return err
	}
	var few [2]device.Device
	devices, err := devicesOf(few[:0], name, ts)
	if err != nil {
		return err
	}
	if direct(ctx, devices) {
		return failure(name, eval(ctx, devices, ts))
	}
	on, all := slices.Clone(devices), slices.Clone(ts)
	return failure(name, device.Until(ctx, func() error { return eval(ctx, on, all) }))
}

// direct reports whether calls of the devices themselves return soon after the context ends. No
// context reaches into a driver.
func direct(ctx context.Context, devices []device.Device) bool {
	return ctx.Done() == nil || !slices.ContainsFunc(devices, func(d device.Device) bool { return d.Info().Kind != device.CPU })
}

func failure(name string, err error) error {
	if err == nil {
		return nil
	}
	return named.Step("tensor", name, err)
}

// eval starts the work on all devices before it waits for one.
func eval(ctx context.Context, devices []device.Device, ts []*Tensor) error {
	for _, d := range devices {
		var few [4]*graph.Storage
		if err := fuse.Evaluate(ctx, d, storagesOn(few[:0], d, ts)...); err != nil {
			return err
		}
	}
	for _, d := range devices {
		if err := d.Sync(ctx); err != nil {
			return err
		}
	}
	for _, t := range ts {
		if faults := t.storage.Load().Faults(); faults != nil {
			if err := faults.Settle(ctx, t.device); err != nil {
				return err
			}
		}
	}
	return nil
}

// devicesOf checks the tensors and appends their devices, each once.
func devicesOf(devices []device.Device, name string, ts []*Tensor) ([]device.Device, error) {
	for _, t := range ts {
		if err := t.check(name); err != nil {
			return nil, err
		}
		if !slices.Contains(devices, t.device) {
			devices = append(devices, t.device)
		}
	}
	return devices, nil
}

// storagesOn appends the storages of the tensors on a device.
func storagesOn(storages []*graph.Storage, d device.Device, ts []*Tensor) []*graph.Storage {
	for _, t := range ts {
		if t.device == d {
			storages = append(storages, t.storage.Load())
		}
	}
	return storages
}
