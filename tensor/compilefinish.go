package tensor

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// resultLeaf is a tensor of the result.
type resultLeaf struct {
	kind     resultKind
	index    int // of the kind's list
	layout   *broadcast.Layout
	dtype    DType
	readOnly bool
}

type resultKind uint8

const (
	noTensor     resultKind = iota
	sameAs                  // one of the arguments, or an earlier tensor of the result
	viewOfResult            // a view of a result of the plan
	viewOfInput             // a view of an input of the plan
)

// returns keeps the result at p, and records the launches that compute it. The trace fails if one of
// the tensors carries an error.
func (tr *tracing) returns(out *tree, p unsafe.Pointer) {
	var r reading
	r.read(out, p)
	for i, x := range r.tensors {
		leaf, err := tr.leaf(x, r.tensors[:i])
		if err != nil {
			tr.Fail(err)
			return
		}
		tr.results = append(tr.results, leaf)
	}
	tr.Fail(tr.evaluate(tr.made))
}

// refuses makes the trace fail if the result at p cannot be read.
func (tr *tracing) refuses(out *tree, p unsafe.Pointer) bool {
	var r reading
	r.read(out, p)
	tr.Fail(r.err)
	return r.err != nil
}

// leaf says where a run finds x, the tensor of the result that follows those before it.
func (tr *tracing) leaf(x *Tensor, before []*Tensor) (leaf resultLeaf, err error) {
	if x == nil {
		return leaf, nil
	}
	if err := x.check("compile"); err != nil {
		return leaf, err
	}
	if at := slices.Index(slices.Concat(tr.stands, before), x); at >= 0 {
		return resultLeaf{kind: sameAs, index: at}, nil
	}
	leaf = resultLeaf{viewOfInput, 0, x.layout, x.dtype, x.readOnly}
	s := x.storage.Load()
	switch x.device {
	case tr.For():
		leaf.index, _ = tr.Input(s, x.dtype, true)
	case tr:
		if leaf.index = tr.Index(s); leaf.index >= 0 {
			break
		}
		if leaf.kind, leaf.index = viewOfResult, slices.Index(tr.made, s); leaf.index < 0 {
			leaf.index, tr.made = len(tr.made), append(tr.made, s)
		}
	default:
		err = errorf("compile", "%s; move it with To before the call",
			onDevices("the function", tr.For(), fmt.Sprintf("tensor %d of the result", len(before)+1), x.Device()))
	}
	return leaf, err
}

// evaluate records the launches that compute storages.
func (tr *tracing) evaluate(storages []*graph.Storage) error {
	return fuse.Evaluate(context.Background(), tr, storages...)
}

// assigns records that the result at p is written to the tensors at to, as if all of it had been
// computed before the first write. At the end of the recording nothing else reads a new tensor of the
// result, so what it has becomes that of the tensor to write to, without a copy.
func (tr *tracing) assigns(out *tree, p, to unsafe.Pointer, end bool) error {
	list, err := pair(out, p, to)
	var made []*graph.Storage
	var rest []pairing
	for _, l := range list {
		x := tr.standIn(l.result)
		s, moves := x.storage.Load(), end && l.out.whole()
		if !moves || !x.whole() || tr.Index(s) >= 0 || slices.Contains(made, s) {
			x = x.derive(x.dtype, nil)
			s = x.storage.Load()
		}
		if moves {
			made = append(made, s)
			tr.Write(tr.Index(l.out.storage.Load()), s)
		} else {
			rest = append(rest, pairing{x, l.out})
		}
	}
	if err == nil {
		err = tr.evaluate(made)
	}
	for _, l := range rest {
		if err == nil {
			err = l.out.Assign(l.result)
		}
	}
	tr.Fail(err)
	return err
}

// pairing is a tensor of a result, and the tensor that Into writes its elements to.
type pairing struct{ result, out *Tensor }

// pair pairs the tensors of the result at p with those at to, and checks that each can be written.
func pair(tree *tree, p, to unsafe.Pointer) (list []pairing, err error) {
	var result, out reading
	result.read(tree, p)
	out.read(tree, to)
	if result.err != nil {
		return nil, result.err
	}
	for _, r := range result.tensors {
		if err := r.check("into"); r != nil && err != nil {
			return nil, err
		}
	}
	if !slices.Equal(result.words, out.words) {
		return nil, errorf("into", "the slices of the result have lengths %v, those to write to %v", result.words, out.words)
	}
	for i, r := range result.tensors {
		o := out.tensors[i]
		if r == nil && o == nil {
			continue
		}
		if r == nil {
			return nil, r.check("into")
		}
		if err := o.writable("into"); err != nil {
			return nil, err
		}
		if r.dtype != o.dtype || !broadcast.SameShape(r.layout.Shape, o.layout.Shape) {
			return nil, errorf("into", "tensor %d of the result is %v%v, the one to write to %v%v", i+1, r.dtype, r.layout.Shape, o.dtype, o.layout.Shape)
		}
		for _, p := range list {
			if p.out.storage.Load() == o.storage.Load() && broadcast.Overlap(*p.out.layout, *o.layout) {
				return nil, errorf("into", "tensor %d of the result would be written over another one; give each a tensor of its own", i+1)
			}
		}
		list = append(list, pairing{r, o})
	}
	return list, nil
}
