package tensor

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// Graph returns the launches of an [Eval] of the same tensors as a directed graph in DOT, the
// language of Graphviz. A launch is a cluster, an operation is a node, and a buffer that is read is
// a box. Stored results have a double line. Graph computes nothing, and waits as [Explain] does.
func Graph(ts ...*Tensor) (string, error) {
	all, err := launchesOf("graph", ts)
	if err != nil {
		return "", err
	}
	g := dot{buffers: map[device.Buffer]string{}}
	g.line("digraph {")
	for _, on := range all {
		for _, l := range on.all {
			g.launch(l)
		}
	}
	g.line("}")
	return g.String(), nil
}

// dot is a graph being written.
type dot struct {
	strings.Builder
	launches int
	buffers  map[device.Buffer]string // the node that stands for the content of a buffer
}

func (g *dot) line(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

// node declares a node.
func (g *dot) node(id, label, style string) { g.line("\t%s [label=%q%s]", id, label, style) }

func (g *dot) launch(l *device.Launch) {
	g.launches++
	p := l.Program
	id := func(v device.Value) string { return fmt.Sprintf("l%dv%d", g.launches, v) }
	for k := range l.In {
		o := &l.In[k]
		if g.buffers[o.Buffer] == "" {
			g.buffers[o.Buffer] = fmt.Sprintf("b%d", len(g.buffers)+1)
			g.node(g.buffers[o.Buffer], fmt.Sprintf("%v, %s", o.Type, counted(o.Buffer.Len(), "byte", "bytes")), " shape=box")
		}
	}
	line := map[device.Value]string{} // the style of stored results
	for _, v := range p.Outputs() {
		line[v] = " peripheries=2"
	}
	g.line("\tsubgraph cluster%d {\n\tlabel=%q", g.launches, fmt.Sprintf("launch %d, shape %v", g.launches, l.Shape))
	for k := range l.In {
		g.node(id(device.Value(k)), fmt.Sprintf("read by %v", l.In[k].Layout.Strides), line[device.Value(k)]+" shape=plain")
	}
	for k, s := range l.Scalars {
		v := device.Value(len(l.In) + k)
		g.node(id(v), formatScalar(p.Scalars()[k], s), line[v]+" shape=plain")
	}
	for i, in := range p.Code() {
		v := p.Result(i)
		g.node(id(v), fmt.Sprintf("%v %v", in.Op, in.Type), line[v])
		for _, from := range in.Args {
			g.line("\t%s -> %s", id(from), id(v))
		}
	}
	g.line("\t}")
	for k := range l.In {
		g.line("\t%s -> %s", g.buffers[l.In[k].Buffer], id(device.Value(k)))
	}
	for k, v := range p.Outputs() {
		g.buffers[l.Out[k].Buffer] = id(v)
	}
}
