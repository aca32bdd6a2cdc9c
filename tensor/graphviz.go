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
	g := graphviz{buffers: map[device.Buffer]string{}}
	g.line("digraph {")
	for _, on := range all {
		for i, l := range on.all {
			if !on.again(i) {
				g.launch(l)
			}
		}
	}
	g.line("}")
	return g.String(), nil
}

// graphviz is a graph being written in DOT.
type graphviz struct {
	strings.Builder
	launches int
	buffers  map[device.Buffer]string // the node that stands for the content of a buffer
}

func (g *graphviz) line(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

// node declares a node.
func (g *graphviz) node(id, label, style string) { g.line("\t%s [label=%q%s]", id, label, style) }

func (g *graphviz) launch(l *device.Launch) {
	g.launches++
	p := l.Program
	id := func(v device.Value) string { return fmt.Sprintf("l%dv%d", g.launches, v) }
	for k := range l.In {
		o := &l.In[k]
		if o.Buffer != nil && g.buffers[o.Buffer] == "" {
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
		how := "read"
		if p.Input(k).Position {
			how = "position"
		}
		g.node(id(device.Value(k)), fmt.Sprintf("%s by %v", how, l.In[k].Layout.Strides), line[device.Value(k)]+" shape=plain")
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
	stored := make([]string, len(l.Out)) // the nodes of the results
	for k, v := range p.Outputs() {
		if stored[k] = id(v); len(p.Output(k).At) > 0 {
			stored[k] = g.store(k, p.Output(k), id)
		}
	}
	g.line("\t}")
	for k := range l.In {
		if from := g.buffers[l.In[k].Buffer]; from != "" {
			g.line("\t%s -> %s", from, id(device.Value(k)))
		}
	}
	for k, node := range stored {
		if kept := g.buffers[l.Out[k].Buffer]; len(p.Output(k).At) > 0 && kept != "" {
			g.line("\t%s -> %s", kept, node)
		}
		g.buffers[l.Out[k].Buffer] = node
	}
}

// store declares a node for output k, a store at computed places, and returns it.
func (g *graphviz) store(k int, o device.Output, id func(v device.Value) string) string {
	node, label := fmt.Sprintf("l%do%d", g.launches, k), "store"
	if o.Combine != nil {
		label += " " + o.Combine.Name
	}
	g.node(node, label, " peripheries=2")
	for _, v := range append([]device.Value{o.Value}, o.At...) {
		g.line("\t%s -> %s", id(v), node)
	}
	return node
}
