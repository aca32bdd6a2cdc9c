package safetensors

import (
	"cmp"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// check refuses names that stand twice. It puts the tensors in the order of their bytes, and
// refuses gaps and overlaps.
func (h *header) check() error {
	if m := h.metadata; m != nil {
		if twice := m.sort(m.offsets()); twice >= 0 {
			return ruleError("the key %.200q stands twice in __metadata__", m.text(twice, mostNamed))
		}
	}
	h.order = h.tensors.offsets()
	h.names = slices.Clone(h.order)
	if twice := h.tensors.sort(h.names); twice >= 0 {
		return nameTensor(ruleError("the name stands twice in the header"), h.tensors.text(twice, mostNamed))
	}
	var a, b [maxRank]int
	slices.SortFunc(h.order, func(p, q uint32) int {
		e, f := h.entry(p, a[:0]), h.entry(q, b[:0])
		return cmp.Or(cmp.Compare(e.begin, f.begin), cmp.Compare(e.end, f.end), cmp.Compare(p, q))
	})
	for _, offset := range h.order {
		e := h.entry(offset, a[:0])
		if err := e.check(h.bytes); err != nil {
			return nameTensor(err, h.tensors.text(int(offset), mostNamed))
		}
		h.bytes = e.end
	}
	if h.bytes > math.MaxInt-h.size {
		return ruleError("its tensors end at byte %d, more than an int counts", h.bytes)
	}
	return nil
}

// check checks the offsets of a tensor. The tensors before it end at before.
func (e *entry) check(before int) error {
	bits, ok := files.Size(e.kind.bits, e.shape)
	switch {
	case !ok:
		return ruleError("shape %v of %s is more bits than an int counts", e.shape, e.kind.name)
	case bits%8 != 0:
		return ruleError("shape %v of %s is no whole number of bytes", e.shape, e.kind.name)
	case e.begin > before:
		return ruleError("its bytes begin at %d; the bytes from %d to there belong to no tensor", e.begin, before)
	case e.begin < before:
		return ruleError("its bytes begin at %d; those of another tensor end at %d", e.begin, before)
	case e.end-e.begin != bits/8:
		return ruleError("shape %v of %s has %d bytes, its data_offsets [%d %d] have %d", e.shape, e.kind.name, bits/8, e.begin, e.end, e.end-e.begin)
	}
	return nil
}
