package graph

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/device"
)

// ErrReleased is the error of an evaluation that needs a released version.
var ErrReleased = errors.New("use of a tensor after Release")

// Claim is the right of one evaluation to compute a set of waiting versions. Another evaluation
// that needs one of them waits. So no version is computed twice at a time, and no elements are
// overwritten while an evaluation reads them. A Claim may be used again after End.
type Claim struct {
	Roots  []*Version // the versions that Take was asked for, which its caller keeps
	nodes  []*Expr    // expressions of waiting versions, and a write
	number uint64
	counts *account
	uses   []int // for each node, how often private nodes read it (see reads)
	writes *Version
	stack  []frame
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
		c.counts = &accounts[c.number%uint64(len(accounts))]
	}
	for {
		c.Roots = roots
		err := c.order(write)
		if err == nil && c.busy == nil {
			return nil
		}
		c.giveUp()
		if c.busy != nil {
			err = c.busy.wait(ctx)
			c.busy.Let()
			c.busy = nil
		}
		if err != nil {
			return err
		}
	}
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
	c.uses = append(c.uses[:0], make([]int, len(c.nodes))...)
	for i := len(c.nodes) - 1; i >= 0; i-- {
		n := c.nodes[i]
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

// Nodes returns the claimed expressions; a write comes last.
func (c *Claim) Nodes() []*Expr { return c.nodes }

// End ends the claim. Versions with Made are stored, and an owned version is written.
func (c *Claim) End() {
	if v := c.writes; v != nil {
		c.writes = nil
		v.free(true)
	}
	for _, n := range c.nodes {
		if n.Of != nil {
			c.store(n.Of, n.Made)
		}
	}
	c.forget()
}

// store ends the work on a version, which is stored if it was made.
func (c *Claim) store(v *Version, made device.Buffer) {
	if made != nil {
		v.unexpress()
		v.own(made, c.account())
	}
	v.free(made != nil)
}

// forget drops the references of the claim.
func (c *Claim) forget() {
	clear(c.nodes)
	c.Roots, c.nodes = nil, c.nodes[:0]
}

// frame is an expression whose arguments from next on are still to be listed.
type frame struct {
	*Expr
	next int
}

// order claims the waiting versions below the roots, and lists them, arguments first. It stops at a
// busy version, and keeps a reference to it. It uses a stack in place of recursion, because chains
// may be long.
func (c *Claim) order(write *Expr) error {
	for _, r := range c.Roots {
		if err := c.push(r); err != nil {
			return err
		}
		if err := c.list(); err != nil {
			return err
		}
	}
	if write != nil {
		c.stack = append(c.stack, frame{write, 0})
		return c.list()
	}
	return nil
}

// giveUp lets others claim the versions. A write may be on the stack, but is not listed yet.
func (c *Claim) giveUp() {
	for _, n := range c.nodes {
		n.Of.free(false)
	}
	for i, f := range c.stack {
		if f.Of != nil {
			f.Of.free(false)
		}
		c.stack[i] = frame{}
	}
	c.stack = c.stack[:0]
	c.forget()
}

// list lists the expressions on the stack, and those that they need.
func (c *Claim) list() error {
	for len(c.stack) > 0 && c.busy == nil {
		f := &c.stack[len(c.stack)-1]
		if f.next == len(f.Args) {
			f.Index = len(c.nodes)
			c.nodes = append(c.nodes, f.Expr)
			*f = frame{}
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		f.next++
		if a := f.Args[f.next-1].Version; a != nil && !a.stored() {
			if err := c.push(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// push claims a version that is to be listed after those below it.
func (c *Claim) push(v *Version) error {
	word, ok := v.claim(c.number)
	switch {
	case ok:
		c.stack = append(c.stack, frame{v.Expr, 0})
		return v.Expr.Err
	case dead(word):
		return ErrReleased
	case busy(word) && claimOf(word) != c.number:
		v.ref()
		c.busy = v
	}
	return nil
}
