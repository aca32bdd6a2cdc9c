package tensor

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/replay"
)

// standFor makes the stand-ins that the function gets in place of its arguments.
func (tr *tracing) standFor(a *arguments) {
	for i, t := range a.tensors {
		stand := t
		switch same := slices.Index(a.tensors[:i], t); {
		case same >= 0:
			stand = tr.stands[same]
		case t != nil && t.check("") == nil:
			stand = tr.stand(t, a.storages[i], false)
		}
		tr.stands = append(tr.stands, stand)
	}
}

// nextNumber returns the stand-in for a Number, the next one of the argument.
func (tr *tracing) nextNumber(n Number) Number {
	tr.numbers++
	return Number{n.value, tr, tr.numbers - 1}
}

// checkReleased returns the error of a function that has released an argument.
func (tr *tracing) checkReleased(a *arguments) error {
	for i, t := range tr.stands {
		if t != nil && t != a.tensors[i] && t.storage.Load() == graph.Gone {
			return errorf("compile", "the function released tensor %d of its argument; release it after the call", i+1)
		}
	}
	return nil
}

// returns keeps the result at p, and records the launches that compute it. The trace fails if one of
// the tensors carries an error.
func (tr *tracing) returns(out *tree, p unsafe.Pointer) {
	var r reading
	r.read(out, p)
	var made []*graph.Storage
	for _, t := range r.tensors {
		if t == nil {
			continue
		}
		if err := t.check("compile"); err != nil {
			tr.fail(err)
			return
		}
		if t.device == tr {
			made = append(made, t.storage.Load())
		}
	}
	tr.result = r.tensors
	tr.evaluate(made)
}

// evaluate records the launches that compute storages.
func (tr *tracing) evaluate(storages []*graph.Storage) {
	if err := fuse.Evaluate(context.Background(), tr, storages...); err != nil {
		tr.fail(err)
	}
}

// assigns records the writes of the result at p to the stand-ins at to.
func (tr *tracing) assigns(out *tree, p, to unsafe.Pointer) {
	from, err := pair(out, p, to)
	if err != nil {
		tr.fail(err)
		return
	}
	var made []*graph.Storage
	var rest []pairing
	for _, f := range from {
		f.result = f.result.standIn()
		of := f.result.storage.Load()
		if tr.standsFor(of) >= 0 || !f.result.whole() || slices.Contains(made, of) {
			f.result = f.result.derive(f.result.dtype, nil)
			of = f.result.storage.Load()
		}
		if !f.out.whole() {
			rest = append(rest, f)
			continue
		}
		made = append(made, of)
		tr.writes = append(tr.writes, replay.Write{Input: f.out.storage.Load(), From: of})
	}
	tr.evaluate(made)
	if err := assign(rest); err != nil {
		tr.fail(err)
	}
}

// pairing is a tensor of a result, and the tensor that Into writes its elements to.
type pairing struct{ result, out *Tensor }

// pair pairs the tensors of the result at p with those at to, and checks that each can be written.
func pair(tree *tree, p, to unsafe.Pointer) (list []pairing, err error) {
	var result, out reading
	result.read(tree, p)
	out.read(tree, to)
	if !slices.Equal(result.words, out.words) {
		return nil, errorf("into", "the slices of the result have lengths %v, those to write to %v", result.words, out.words)
	}
	for i, r := range result.tensors {
		o := out.tensors[i]
		if r == nil && o == nil {
			continue
		}
		if err := r.check("into"); err != nil {
			return nil, err
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

// assignAll is Into in a function that is itself being recorded. It writes the result at p to the
// tensors at to, as if the whole result had been computed before the first write.
func assignAll(tree *tree, p, to unsafe.Pointer) error {
	list, err := pair(tree, p, to)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].result = list[i].result.derive(list[i].result.dtype, nil)
	}
	return assign(list)
}

func assign(list []pairing) error {
	for _, l := range list {
		if err := l.out.Assign(l.result); err != nil {
			return err
		}
	}
	return nil
}

// plan makes the trace of the recorded launches.
func (tr *tracing) plan(a *arguments) (*traced, error) {
	t := &traced{key: newKey(a), uses: tr.uses, bare: tr.bare}
	for i, x := range tr.result {
		var leaf resultLeaf
		if x != nil {
			kind, index, err := tr.origin(i, x)
			if err != nil {
				return nil, err
			}
			leaf = resultLeaf{kind, index, x.layout, x.dtype, x.readOnly}
		}
		t.results = append(t.results, leaf)
	}
	plan, err := tr.Plan(tr.made, tr.writes)
	if err != nil {
		return nil, fmt.Errorf("tensor: compile: %w", err)
	}
	t.plan = plan
	for k := range tr.inputs {
		t.sources = append(t.sources, tr.source(t.key, k, a, plan.Writes(k)))
	}
	return t, nil
}

// source finds where an input comes from, and adds to the key the conditions on it.
func (tr *tracing) source(of *key, k int, a *arguments, written bool) source {
	in := &tr.inputs[k]
	at := slices.Index(a.storages, in.storage)
	if at < 0 {
		of.captured = append(of.captured, in.storage)
		return source{captured: in.storage}
	}
	shared := slices.Contains(a.storages[at+1:], in.storage)
	for i, s := range a.storages {
		if s != in.storage {
			continue
		}
		of.tensors[i].exact = tr.absolute.Load() || written || shared || in.captured
		if in.captured {
			of.tensors[i].storage = s
		}
	}
	return source{tensor: at, offset: a.tensors[at].layout.Offset}
}

// origin says where a run finds tensor i of the result.
func (tr *tracing) origin(i int, x *Tensor) (kind resultKind, index int, err error) {
	if at := slices.Index(tr.stands, x); at >= 0 {
		return anArgument, at, nil
	}
	if at := slices.Index(tr.result[:i], x); at >= 0 {
		return sameAs, at, nil
	}
	of := x.storage.Load()
	if x.device == tr.For() {
		index, _ = tr.input(x, of, true)
		return viewOfInput, index, nil
	}
	if x.device != tr {
		return 0, 0, errorf("compile", "%s; move it with To before the call",
			onDevices("the function", tr.For(), fmt.Sprintf("tensor %d of the result", i+1), x.Device()))
	}
	if at := tr.standsFor(of); at >= 0 {
		return viewOfInput, at, nil
	}
	if at := slices.Index(tr.made, of); at >= 0 {
		return anotherOf, at, nil
	}
	tr.made = append(tr.made, of)
	return newTensor, len(tr.made) - 1, nil
}
