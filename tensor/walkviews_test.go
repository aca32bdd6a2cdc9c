package tensor

import (
	"math"
	"slices"
)

// viewOps are the operations of the outside data that only show elements in another order, or compute
// with such views.
var viewOps = map[string]computed{
	"flip": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axes := c.List("dims")
		if len(axes) == 0 {
			return one(in[0].Clone()) // Flip without axes is of all
		}
		return one(in[0].Flip(axes...))
	},
	"meshgrid": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return several(Meshgrid(map[string]Indexing{"ij": IJ, "xy": XY}[get[string](c, "indexing")], in...))
	},
	"tensor_split": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axis, at := get[int](c, "dim"), c.List("sections")
		n := sizeOf(in[0], axis)
		if c.Attrs["sections"][0] != '[' { // so many parts, of which the first have an element more
			parts, end := at[0], 0
			if parts <= 0 {
				return several(in[0].Chunk(axis, parts))
			}
			at = nil
			for k := range parts - 1 {
				if end += n / parts; k < n%parts {
					end++
				}
				at = append(at, end)
			}
		}
		return partsOf(in[0], axis, at), ""
	},
	"diag": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Diag(get[int](c, "diagonal"))) },
	"diff": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, axis := in[0], get[int](c, "dim")
		if len(in) > 1 {
			x = Concat(axis, in[1], x, in[2])
		}
		return one(x.Diff(axis, get[int](c, "n")))
	},
	"norm": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		order := math.Inf(1)
		switch string(c.Attrs["p"]) {
		case `"inf"`:
		case `"-inf"`:
			order = math.Inf(-1)
		default:
			order = get[float64](c, "p")
		}
		return one(c.over(in[0]).Ord(order).Norm())
	},
}

// partsOf are slices from each position to the next.
func partsOf(x *Tensor, axis int, at []int) (parts []*Tensor) {
	ends := append(slices.Clone(at), sizeOf(x, axis))
	begin := 0
	for _, end := range ends {
		parts = append(parts, x.Slice(axis, begin, end, 1))
		begin = end
	}
	return parts
}
