package tensor

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

// joinOps are the operations of the outside data that join, extend and rearrange.
var joinOps = map[string]computed{
	"cat":   func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(Concat(get[int](c, "dim"), in...)) },
	"stack": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(Stack(get[int](c, "dim"), in...)) },
	"split": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		sizes, n := c.list("sizes"), in[0].Size(get[int](c, "dim"))
		if len(sizes) == 1 && c.Attrs["sizes"][0] != '[' {
			each := sizes[0]
			for sizes = nil; n > 0; n -= each {
				sizes = append(sizes, min(each, n))
			}
		}
		return several(in[0].Split(get[int](c, "dim"), sizes...))
	},
	"chunk": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return several(in[0].Chunk(get[int](c, "dim"), get[int](c, "chunks")))
	},
	"tile":   func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Tile(c.list("dims")...)) },
	"repeat": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Tile(c.list("sizes")...)) },
	"repeat_interleave": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, axis := in[0], c.list("dim")
		if axis == nil {
			x, axis = flat(x), []int{0}
		}
		if len(in) > 1 {
			return nil, "exception: counts are a tensor"
		}
		return one(x.Repeat(axis[0], get[int](c, "repeats")))
	},
	"roll": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, shifts, axes := in[0], c.list("shifts"), c.list("dims")
		if axes == nil {
			return one(flat(x).Roll(0, shifts[0]).Reshape(x.Shape()...))
		}
		for i, axis := range axes {
			x = x.Roll(axis, shifts[i])
		}
		return one(x)
	},
	"pad": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		with := map[string]Padding{"reflect": Reflect, "replicate": Replicate, "circular": Circular}[get[string](c, "mode")]
		if raw, ok := c.Attrs["value"]; ok && raw != nil {
			with = Constant(get[float64](c, "value"))
		}
		x, pad := in[0], c.list("pad")
		for k := 0; k < len(pad); k += 2 {
			x = x.Pad(-1-k/2, pad[k], pad[k+1], with)
		}
		return one(x)
	},
	"diagonal": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Diagonal(get[int](c, "dim1"), get[int](c, "dim2"), get[int](c, "offset")))
	},
	"rot90": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axes := c.list("dims")
		return one(in[0].Rot90(axes[0], axes[1], get[int](c, "k")))
	},
	"movedim": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		from, to := c.list("source"), c.list("destination")
		if len(from) != 1 {
			return nil, "exception: several axes are a Permute"
		}
		return one(in[0].Moveaxis(from[0], to[0]))
	},
}

func several(ts []*Tensor, err error) ([]*Tensor, string) {
	if err != nil {
		return one(fail(err))
	}
	return ts, ""
}

func TestJoiningGivesWhatTheOutsideDataSay(t *testing.T) {
	if Slowed {
		t.Skip("one goroutine, and the race detector")
	}
	for _, d := range []device.Device{walkDevice, DefaultDevice()} {
		t.Run(d.Info().Name, func(t *testing.T) {
			counts := map[string]int{}
			for _, c := range walkCases(t, "index") {
				compute := joinOps[c.Op]
				if compute == nil {
					continue
				}
				c.load(t, d)
				out, why := compute(&c, c.tensors)
				if why == "" {
					why = c.outcome(t, out)
				}
				counts[why]++
			}
			t.Log(counts)
			require.Positive(t, counts["right"])
		})
	}
}
