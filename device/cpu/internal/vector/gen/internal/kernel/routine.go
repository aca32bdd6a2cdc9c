package kernel

import (
	"strings"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
)

// Routine is a function of another form than kernels.
type Routine struct {
	Name, Parameters, Doc string
	Write                 func(c *build.Context)

	// List is the function of the set's package that lists the routine: "" for none. It returns a
	// map from Key, which is Go text.
	List, Key string
}

// lists has the type of the map that each List returns.
var lists = []struct{ name, of string }{
	{"transposes", "map[int]vector.Transpose"},
	{"gathers", "map[vector.Spacing]vector.Gather"},
	{"compresses", "map[int]vector.Compress"},
	{"products", "map[vector.Tile]vector.Multiply"},
	{"acrosses", "map[vector.Tile]vector.Across"},
	{"inners", "map[vector.Tile]vector.Inner"},
	{"alongs", "map[vector.Tile]vector.Along"},
	{"scatters", "map[vector.Spacing]vector.Gather"},
	{"sums", "map[vector.SumOf]vector.Sum"},
	{"keys", "map[int]vector.Key"},
	{"partitions", "map[int]vector.Partition"},
	{"networks", "map[int]vector.Network"},
	{"lineSorts", "map[int]vector.Lines"},
	{"lineMerges", "map[int]vector.Lines"},
}

func (r *Routine) writeTo(c *build.Context) {
	c.Function(r.Name)
	c.Attributes(attr.NOSPLIT)
	// avo can load a uintptr.
	c.SignatureExpr("func" + strings.NewReplacer("unsafe.Pointer", "uintptr", "*vector.Sums", "uintptr").Replace(r.Parameters))
	r.Write(c)
}
