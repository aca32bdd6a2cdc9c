package op_test

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device/op"
)

// roleReference is the table of the rows that are no maps, or are maps that devices may refuse.
func roleReference() string {
	var b strings.Builder
	b.WriteString(`<!-- Made from the rows by go generate; do not edit. -->

# Rows with a role

Programs may have these instructions on devices that list their form (` + "`device/DESIGN.md`" + `). Tensors have methods for
reductions and scans. "Gives" is the result for int32 and for float32. A meaning is
exact, and rounded once, unless it says otherwise.

| row | role | gives | nothing in the group | a store combines by it | meaning |
| --- | --- | --- | --- | --- | --- |
`)
	for _, o := range op.Roles() {
		role, types, nothing, combines := "random bits", "", "", ""
		switch r := o.Role.(type) {
		case *op.Group:
			role, types, nothing = r.Gives.String(), fmt.Sprintf("%v, %v", r.Type(op.Int32), r.Type(op.Float32)), "nothing"
			if r.Gives == op.One {
				nothing = ofNothing(o, r)
			}
			if r.Combines {
				combines = "yes"
			}
		case op.Load:
			role, types = "load", "the input's"
		case op.Find:
			role, types = "find", "int64"
		case *op.Bits:
			types = r.Type.String()
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", o.Name, role, types, nothing, combines, strings.ReplaceAll(o.Doc, "|", `\|`))
	}
	return b.String()
}

// ofNothing is what a reduction of float32 gives for an empty group.
func ofNothing(o *op.Op, g *op.Group) string {
	if g.Some {
		return "refused"
	}
	types := []op.DType{op.Float32, op.Float32}[:o.Arity]
	result := g.Type(op.Float32)
	s := g.Eval(make([][]op.Scalar, o.Arity), types, result)[0]
	return fmt.Sprint(op.Float64.Float(op.Convert(s, result, op.Float64)))
}
