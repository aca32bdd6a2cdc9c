package graph

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
)

// ErrReleased is the error of an evaluation that needs a released version.
var ErrReleased = errors.New("use of a tensor after Release")

// errBusy stops a claim at a version that another evaluation works on.
var errBusy = errors.New("busy")

// Claim is the right of one evaluation to compute a set of waiting versions. Another evaluation
// that needs one of them waits. No version is computed twice at a time, and no elements are
// overwritten while an evaluation reads them. A Claim may be used again after End.
type Claim struct {
	Nodes  []*Version // that wait, arguments first
	number uint64
	way    []step   // from a root down
	busy   *Version // that Take has to wait for
}

// numbers counts claims. The number of a claim is the count modulo mostNumbers, plus 1. A claim
// keeps its number when it is used again.
var numbers atomic.Uint64

const mostNumbers = 1<<(64-claimShift) - 1

// nextNumber returns the number of a new claim.
func nextNumber() uint64 { return numbers.Add(1)%mostNumbers + 1 }

// Take claims every waiting version below the roots, and lists them with arguments before their
// uses. If another evaluation holds one of them, Take gives up its claims and waits for that
// evaluation to end. The caller keeps the roots until End.
func (c *Claim) Take(ctx context.Context, roots []*Version) error {
	if c.number == 0 {
		c.number = nextNumber()
	}
	for {
		var err error
		for _, r := range roots {
			if err = c.claim(r); err != nil {
				break
			}
		}
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

// Reads counts how often private expressions of the claim read v. An expression is private if it is
// computed, or the last node, or if only private expressions refer to it. No later call asks for
// it: the last node is a write, which the caller alone knows.
func (c *Claim) Reads(v *Version) (reads int) {
	for i, n := range slices.Backward(c.Nodes) {
		e, uses := n.Expr, n.Expr.uses
		e.uses = 0
		if i < len(c.Nodes)-1 && e.Made == nil && n.refs() != int(uses) {
			continue
		}
		for k := range e.Args {
			switch a := e.Args[k].Version; {
			case a == nil:
			case a == v:
				reads++
			case a.Waiting():
				a.Expr.uses++
			}
		}
	}
	return reads
}

// End ends the claim. Versions with Made are stored.
func (c *Claim) End() {
	for i, v := range c.Nodes {
		made := v.Expr.Made
		if made != nil {
			doubt := v.Expr.doubt
			if v.unexpress(); doubt != nil {
				v.Expr = &Expr{doubt: doubt}
			}
			v.own(made, &accounts[c.number&uint64(len(accounts)-1)])
		}
		v.free(made != nil)
		c.Nodes[i] = nil
	}
	c.Nodes = c.Nodes[:0]
}

// claim claims a version that waits, and those below it. It lists a version after those that it needs.
// A chain may be long, so the way down is a list: the stack of a page has room for some thousand calls.
func (c *Claim) claim(root *Version) error {
	err := c.enter(root)
	for len(c.way) > 0 {
		at := &c.way[len(c.way)-1]
		v, e := at.version, at.version.Expr
		if err == nil && at.next < len(e.Args) {
			below := e.Args[at.next].Version
			if at.next++; below != nil && !below.stored() {
				err = c.enter(below)
			}
			continue
		}
		c.way[len(c.way)-1] = step{}
		c.way = c.way[:len(c.way)-1]
		if err != nil {
			v.free(false)
			continue
		}
		e.Index = len(c.Nodes)
		c.Nodes = append(c.Nodes, v)
	}
	return err
}

// enter claims one version, and adds it to the way down.
func (c *Claim) enter(v *Version) error {
	word, ok := v.claim(c.number)
	switch {
	case ok:
		c.way = append(c.way, step{version: v})
		return v.Expr.err()
	case busy(word) && claimOf(word) != c.number:
		v.Ref()
		c.busy = v
		return errBusy
	}
	return nil
}

// step is a version on the way down, and the argument that is next.
type step struct {
	version *Version
	next    int
}
