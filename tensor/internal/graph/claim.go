package graph

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrReleased is the error of an evaluation that needs a released version.
var ErrReleased = errors.New("use of a tensor after Release")

// errBusy stops a claim at a version that another evaluation works on.
var errBusy = errors.New("busy")

// Claim is the right of one evaluation to compute a set of waiting versions. Another evaluation
// that needs one of them waits. So no version is computed twice at a time, and no elements are
// overwritten while an evaluation reads them. A Claim may be used again after End.
type Claim struct {
	Nodes  []*Expr // expressions of waiting versions, arguments first; a write comes last
	number uint64
	uses   []int // for each node, how often private nodes read it (see reads)
	writes *Version
	busy   *Version // the version that Take has to wait for
}

// numbers counts claims. The number of a claim is the count modulo mostNumbers, plus 1. A claim
// keeps its number when it is used again.
var numbers atomic.Uint64

const mostNumbers = 1<<(64-claimShift) - 1

// Take claims every waiting version below the roots, and below a write if there is one. It lists
// them with arguments before their uses. If another evaluation holds one of them, Take gives up its
// claims and waits for that evaluation to end. The caller keeps the roots until End.
func (c *Claim) Take(ctx context.Context, roots []*Version, write *Expr) error {
	if c.number == 0 {
		c.number = numbers.Add(1)%mostNumbers + 1
	}
	for {
		err := c.claimAll(roots, write)
		if err == nil {
			return nil
		}
		c.End()
		if err == errBusy {
			err = c.busy.wait(ctx)
			c.busy.Let()
			c.busy = nil
		}
		if err != nil {
			return err
		}
	}
}

// claimAll claims and lists what Take was asked for, until a version is busy.
func (c *Claim) claimAll(roots []*Version, write *Expr) error {
	for _, r := range roots {
		if err := c.claim(r); err != nil {
			return err
		}
	}
	if write != nil {
		return c.list(write)
	}
	return nil
}

// Own makes the caller the writer of the storage's version until End, if the version is stored and
// no later call can read it. All its readers must be expressions of the claim that are computed
// before the write, or that only the write needs.
func (c *Claim) Own(s *Storage) (v *Version, ok bool) {
	v = s.version.Load()
	if !v.write(1 + c.reads(v)) {
		return nil, false
	}
	c.writes = v
	return v, true
}

// reads counts how often private expressions of the claim read v. An expression is private if it is
// computed, or if only private expressions and the write refer to it. So no later call asks for it.
func (c *Claim) reads(v *Version) (reads int) {
	c.uses = append(c.uses[:0], make([]int, len(c.Nodes))...)
	for i := len(c.Nodes) - 1; i >= 0; i-- {
		n := c.Nodes[i]
		if n.Of != nil && n.Made == nil && n.Of.refs() != c.uses[i] {
			continue
		}
		for k := range n.Args {
			switch a := n.Args[k].Version; {
			case a == nil:
			case a == v:
				reads++
			case a.Waiting():
				c.uses[a.Expr.Index]++
			}
		}
	}
	return reads
}

// End ends the claim. Versions with Made are stored, and an owned version is written.
func (c *Claim) End() {
	if v := c.writes; v != nil {
		c.writes = nil
		v.free(true)
	}
	for _, n := range c.Nodes {
		v, made := n.Of, n.Made
		if v == nil {
			continue
		}
		if made != nil {
			v.unexpress()
			v.own(made, c.account())
		}
		v.free(made != nil)
	}
	clear(c.Nodes)
	c.Nodes = c.Nodes[:0]
}

// claim claims a version that waits. It lists the version's expression after those below it.
func (c *Claim) claim(v *Version) error {
	word, ok := v.state.claim(c.number)
	switch {
	case ok:
		err := c.list(v.Expr)
		if err != nil {
			v.free(false)
		}
		return err
	case dead(word):
		return ErrReleased
	case busy(word) && claimOf(word) != c.number:
		v.ref()
		c.busy = v
		return errBusy
	}
	return nil
}

// list claims the versions that an expression needs, and then lists it.
func (c *Claim) list(e *Expr) error {
	if e.Err != nil {
		return e.Err
	}
	for i := range e.Args {
		if v := e.Args[i].Version; v != nil && !v.stored() {
			if err := c.claim(v); err != nil {
				return err
			}
		}
	}
	e.Index = len(c.Nodes)
	c.Nodes = append(c.Nodes, e)
	return nil
}
