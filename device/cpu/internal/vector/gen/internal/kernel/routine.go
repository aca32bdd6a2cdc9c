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
}

func (r *Routine) writeTo(c *build.Context) {
	c.Function(r.Name)
	c.Attributes(attr.NOSPLIT)
	// avo can load a uintptr.
	c.SignatureExpr("func" + strings.ReplaceAll(r.Parameters, "unsafe.Pointer", "uintptr"))
	r.Write(c)
}
