package graph

import (
	"slices"
	"weak"

	"github.com/wgtensor/wgtensor/broadcast"
)

// few are the expressions that read a small part of a large version. A write to a part of it
// computes them, which takes less than to copy the version for them. They are known weakly:
// what was dropped is not computed, and no longer counted.
type few struct {
	readers  []*reader
	elements int // that they read, and those that were struck or dropped lately
}

// reader is an argument of a waiting expression.
type reader struct {
	version weak.Pointer[Version]
	struck  bool // it waits no longer
}

const (
	part       = 16      // what is a small part: one of so many
	largeBytes = 1 << 18 // a version of fewer is copied in less time than weak pointers take
)

// enlist notes that an expression reads v, which is stored, through a layout, if that is a
// small part of it.
func (v *Version) enlist(by *Version, layout *broadcast.Layout) {
	if layout == v.Layout || v.guard == nil {
		return
	}
	n := v.Layout.Len()
	if n*v.Type.Size() < largeBytes || layout.Len() > n/part {
		return
	}
	if v.guard.few == nil {
		v.guard.few = &few{}
	}
	if v.guard.few.elements += layout.Len(); v.guard.few.elements > n {
		v.prune()
	}
	r := &reader{version: weak.Make(by)}
	v.guard.few.readers = append(v.guard.few.readers, r)
	by.Expr.few = append(by.Expr.few, r)
}

// prune drops those readers that were computed, released or collected. Only the last are
// still counted.
func (v *Version) prune() {
	f := v.guard.few
	f.elements = 0
	f.readers = slices.DeleteFunc(f.readers, func(r *reader) bool {
		if r.struck {
			return true
		}
		by := r.version.Value()
		if by == nil {
			v.reads--
			return true
		}
		f.elements += by.Layout.Len()
		return false
	})
}

// Few returns the expressions that read a small part of the storage's version and wait, if
// to compute them is less than to copy it for them. The caller Lets them.
func (s *Storage) Few() (readers []*Version) {
	Lock()
	defer Unlock()
	v := s.version
	if v.guard == nil || v.guard.few == nil {
		return nil
	}
	v.prune()
	if v.guard.few.elements > v.Layout.Len()/4 {
		return nil
	}
	for _, r := range v.guard.few.readers {
		if by := r.version.Value(); by != nil {
			by.reads++
			readers = append(readers, by)
		}
	}
	return readers
}
