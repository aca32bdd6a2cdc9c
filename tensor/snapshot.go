package tensor

import "github.com/wgtensor/wgtensor/tensor/internal/graph"

// Snapshot returns a tensor of the elements that t has now. A later write to t does not change it, and a
// write to it does not change t. Nothing is copied before the first write to one of them: then that one
// gets memory of its own. While other goroutines write to t, a function of several calls reads one
// state of t through a snapshot, as each single call does.
func (t *Tensor) Snapshot() *Tensor {
	if err := t.check("snapshot"); err != nil {
		return fail(err)
	}
	t = t.standIn()
	if _, recorded := t.device.(*tracing); recorded { // a result has a storage that the trace knows
		return t.derive(t.dtype, nil)
	}
	return t.snapshot()
}

func (t *Tensor) snapshot() *Tensor {
	m := &made{}
	m.of.InitSame(t.storage.Load())
	m.layout, m.device, m.dtype, m.readOnly = t.layout, t.device, t.dtype, t.readOnly
	m.storage.Store(&m.of)
	return &m.Tensor
}

// now returns a snapshot of t, which a call reads instead of t if it reads it several times.
func (s *steps) now(t *Tensor) *Tensor {
	if t = t.standIn(); t.storage.Load() == nil {
		return t
	}
	return s.keep(t.snapshot())
}

// unite makes those of some tensors that share a storage show one state of it, and returns all. Each is read once.
func (s *steps) unite(ts ...*Tensor) []*Tensor {
	firsts := map[*graph.Storage]int{}
	for i, t := range ts {
		of := t.storage.Load()
		first, shared := firsts[of]
		if !shared {
			firsts[of] = i
			continue
		}
		if ts[first].storage.Load() == of {
			ts[first] = s.now(ts[first])
		}
		if state := ts[first].storage.Load(); state != nil && state.Retain() {
			ts[i] = s.keep(t.handle(state))
		}
	}
	return ts
}
