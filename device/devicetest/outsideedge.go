package devicetest

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
)

// edges runs the operations on integers, all of one operation and type in one launch.
func (o *outsider) edges(edges []outside.Edge) {
	type kind struct {
		row *op.Op
		dt  op.DType
	}
	batches, order := map[kind][]*outside.Edge{}, []kind{}
	g := o.group("tables int_edge")
	for i := range edges {
		e := &edges[i]
		k := kind{e.Row(), e.DType.DType}
		switch {
		case k.row == nil:
			g.NotRun["no row"]++
			continue
		case !o.info.DTypes.Has(k.dt):
			g.NotRun[fmt.Sprintf("does not compute in %v", k.dt)]++
			continue
		case !o.about(k.row):
			g.NotRun["not asked for"]++
			continue
		case batches[k] == nil:
			order = append(order, k)
		}
		batches[k] = append(batches[k], e)
	}
	for i, k := range order {
		name := fmt.Sprintf("int_edge.%v.%v", k.row, k.dt)
		o.tell(name, i, len(order))
		o.note(g, name, o.protect(name, func() error { return o.edgeBatch(g, k.row, k.dt, batches[k]) }))
		g.Cases += len(batches[k]) - 1
	}
}

func (o *outsider) edgeBatch(g *OutsideGroup, row *op.Op, dt op.DType, edges []*outside.Edge) error {
	compute, result, err := row.Types(dt)
	if err != nil {
		return fmt.Errorf("typing: %w", err)
	}
	lists := make([][]op.Scalar, len(edges[0].Args))
	want := make([]op.Scalar, len(edges))
	for i, e := range edges {
		for k, v := range e.In(compute) {
			lists[k] = append(lists[k], v)
		}
		if want[i], _, err = e.Answer(result); err != nil {
			return err
		}
	}
	t, m := &trial{}, &composer{}
	var operands []part
	for k, list := range lists {
		t.in, m.inputs = append(t.in, o.list(compute, list)), append(m.inputs, compute)
		operands = append(operands, part{input, k})
	}
	t.program = m.program(m.run(row, compute, result, operands))
	t.scalars = m.values
	t.out = []array{o.array(result, broadcast.RowMajor(len(edges)))}
	return o.outsideLaunch(g, t, func(i int, got op.Scalar) *fault { return differs(same(result, got, want[i]), want[i]) })
}
