package tensor

var sortOps = map[string]computed{
	"sort": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axis, order := get[int](c, "dim"), c.order()
		return []*Tensor{in[0].Sort(axis, order), in[0].Argsort(axis, order)}, ""
	},
	"argsort": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Argsort(get[int](c, "dim"), c.order()))
	},
	"msort": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Sort(0)) },
	"topk": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		order := Ascending
		if get[bool](c, "largest") {
			order = Descending
		}
		x := withAxis(in[0])
		values, indices := x.Topk(get[int](c, "dim"), get[int](c, "k"), order)
		return likeOf(in[0], values, indices), ""
	},
	"kthvalue": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axis := get[int](c, "dim")
		values, indices := withAxis(in[0]).Kthvalue(axis, get[int](c, "k"))
		if get[bool](c, "keepdim") {
			values, indices = values.Unsqueeze(axis), indices.Unsqueeze(axis)
		}
		return likeOf(in[0], values, indices), ""
	},
	"unique": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if c.Attrs["dim"] != nil && string(c.Attrs["dim"]) != "null" && (in[0].Rank() != 1 || c.Kind == "error") {
			return nil, "exception: no name for slices that differ: UniqueAll is of elements"
		}
		values, _, inverse, counts := in[0].UniqueAll()
		return []*Tensor{values, inverse, counts}, ""
	},
}

func (c *walkCase) order() Order {
	if get[bool](c, "descending") {
		return Descending
	}
	return Ascending
}

// likeOf gives results of an x without axes no axes either, as PyTorch does.
func likeOf(x *Tensor, results ...*Tensor) []*Tensor {
	for k, y := range results {
		if x.Rank() == 0 && y.Err() == nil && y.Len() == 1 {
			results[k] = y.Reshape()
		}
	}
	return results
}

// selectionOps are reductions that sort.
var selectionOps = map[string]computed{
	"median_mean": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x := in[0]
		if x.dtype.IsInteger() { // whose median is float64 in NumPy, and float32 here
			x = x.AsType(Float64)
		}
		return one(c.kept(x, x.Median(c.List("dim")...)))
	},
	"nanmedian_mean": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(c.kept(in[0], in[0].Nanmedian(c.List("dim")...)))
	},
	"nanquantile": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if get[string](c, "interpolation") != "linear" {
			return nil, "exception: Nanquantile is linear"
		}
		return c.quantiles(in[0], (*Tensor).Nanquantile)
	},
	"median_lower": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, axis, of := in[0], 0, in[0]
		if list := c.List("dim"); len(list) == 1 && x.Rank() > 0 {
			axis = list[0]
		} else {
			of = flat(x)
		}
		if !x.dtype.IsFloat() {
			y, _ := of.Kthvalue(axis, (of.Size(axis)+1)/2)
			return one(c.kept(x, y))
		}
		return one(c.kept(x, of.QuantileBy(axis, Lower, .5)))
	},
	"quantile": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		method := map[string]QuantileMethod{"linear": Linear, "lower": Lower, "higher": Higher, "midpoint": Midpoint, "nearest": Nearest}[get[string](c, "interpolation")]
		return c.quantiles(in[0], func(x *Tensor, axis int, qs ...float64) *Tensor { return x.QuantileBy(axis, method, qs...) })
	},
}

// quantiles are those of the case's parts, along its axis or of all elements.
func (c *walkCase) quantiles(x *Tensor, of func(x *Tensor, axis int, qs ...float64) *Tensor) ([]*Tensor, string) {
	axis, all := 0, x
	if list := c.List("dim"); len(list) == 1 && x.Rank() > 0 {
		axis = list[0]
	} else {
		all = flat(x)
	}
	if c.Attrs["q"][0] != '[' {
		return one(c.kept(x, of(all, axis, get[float64](c, "q"))))
	}
	qs := get[[]float64](c, "q")
	each := make([]*Tensor, len(qs))
	for k, q := range qs {
		each[k] = c.kept(x, of(all, axis, q))
	}
	return one(Stack(0, each...))
}

// kept is a reduction of x, with the reduced axes as the case says.
func (c *walkCase) kept(x, y *Tensor) *Tensor {
	if y.Err() != nil || !get[bool](c, "keepdim") {
		return y
	}
	shape, list := x.Shape(), c.List("dim")
	if len(list) == 0 {
		list = count(0, x.Rank())
	}
	for _, axis := range list {
		if len(shape) > 0 {
			shape[(axis+len(shape))%len(shape)] = 1
		}
	}
	return y.Reshape(shape...)
}
