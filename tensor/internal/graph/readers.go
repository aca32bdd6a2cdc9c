package graph

import (
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// readers lists the expressions that read a small part of a large version. A write to a part of the
// version computes them first, which takes less time than a copy of the version. The list has weak
// pointers, so dropped expressions are not computed, and no longer counted.
type readers struct {
	sync.Mutex
	all []*reader
}

// reader is an argument of a waiting expression.
type reader struct {
	version weak.Pointer[Version]
	reads   int         // elements
	struck  atomic.Bool // it no longer waits
}

const (
	smallPart  = 16      // a small part has at most 1/smallPart of the elements
	largeBytes = 1 << 18 // a copy of fewer bytes takes less time than weak pointers
)

// enlist adds by to the list of v, which is stored, if the elements that by reads of v are a small
// part.
func (v *Version) enlist(by *Version, elements int) {
	g := v.guard()
	if g == nil || v.Bytes() < largeBytes || elements > v.Layout.Len()/smallPart {
		return
	}
	f := &g.readers
	f.Lock()
	defer f.Unlock()
	if len(f.all) == cap(f.all) { // rather than for each reader
		f.prune(v)
	}
	r := &reader{version: weak.Make(by), reads: elements}
	f.all = append(f.all, r)
	by.Expr.reads = append(by.Expr.reads, r)
}

// prune drops the readers that were computed, released or collected, and returns how many elements the
// others read. A collected reader is still counted among the references to v, so prune drops its
// reference.
func (f *readers) prune(v *Version) (elements int) {
	f.all = slices.DeleteFunc(f.all, func(r *reader) bool {
		if r.struck.Load() {
			return true
		}
		if r.version.Value() == nil {
			v.Let() // the caller has another reference
			return true
		}
		elements += r.reads
		return false
	})
	return elements
}

// Readers returns the waiting expressions that read a small part of the storage's version. It returns
// none if a copy of the version takes less than computing them. The caller calls Let on each.
func (s *Storage) Readers() (expressions []*Version) {
	v := s.Acquire()
	defer v.Let()
	g := v.guard()
	if g == nil {
		return nil
	}
	f := &g.readers
	f.Lock()
	defer f.Unlock()
	if f.prune(v) > v.Layout.Len()/4 {
		return nil
	}
	for _, r := range f.all {
		if by := r.version.Value(); by != nil && by.tryRef() {
			expressions = append(expressions, by)
		}
	}
	return expressions
}
