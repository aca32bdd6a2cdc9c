package main

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// byTensors is the way through a device.
func (t *table) byTensors(d device.Device) way {
	return way{fmt.Sprint(d), func() ([]statistics, error) { return t.onDevice(d) }}
}

// onDevice computes the statistics by tensors. The square of a float32 is exact in float64, and so are
// the sums, but for their last rounding.
func (t *table) onDevice(d device.Device) ([]statistics, error) {
	x := tensor.FromSliceOn(d, slices.Concat(t.rows...), len(t.rows), len(t.names)).AsType(tensor.Float64)
	sums, err := parts(x)
	if err != nil {
		return nil, err
	}
	squares, err := parts(x.Square())
	if err != nil {
		return nil, err
	}
	all := t.momentsOf(nil)
	for k := range all {
		all[k].N = uint64(len(t.rows))
		for _, sum := range sums {
			all[k].Sum.Add(sum[k])
		}
		for _, sum := range squares {
			all[k].Squares.Add(sum[k])
		}
	}
	return all.statistics(), nil
}

// parts returns numbers that add up to the exact sum of each column. The first is the rounded sum. What
// rounding took is a sum too: that of the rows and the negative of the first part.
func parts(x *tensor.Tensor) (all [][]float64, err error) {
	for {
		sum := x.Sum(0)
		part, err := tensor.Data[float64](sum)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(part, func(x float64) bool { return x != 0 }) {
			return all, nil
		}
		all = append(all, part)
		x = tensor.Concat(0, x, sum.Neg().Unsqueeze(0))
	}
}
