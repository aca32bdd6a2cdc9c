package graph

import (
	"context"
	"errors"
	"sync/atomic"
)

// ErrReleased is what an evaluation answers that needs a version nothing kept.
var ErrReleased = errors.New("use of a tensor after Release")

// Claim is an evaluation at work on a set of waiting versions. Another that needs one of
// them waits for it. So nothing is computed twice at a time, and nothing is
// written that an evaluation still reads. It may be used again after End.
type Claim struct {
	Roots  []*Version // what Take was asked for
	nodes  []*Version
	number uint64
	held   int   // roots of storages, with a reference each: the last ones
	uses   []int // of a node by others that Own found private
	writes *Version
	stack  []frame
	busy   *Version // the version that Take has to wait for
}

// numbers are those of claims, which serve again and again. They begin anew after some 10^8.
var numbers atomic.Uint64

const mostNumbers = 1<<(64-claimShift) - 1

// Take claims every waiting version that the versions need, and those that the storages have,
// in an order in which arguments come before their uses. If another evaluation holds one of
// them, Take first waits for that to end, holding nothing. The caller keeps the versions.
func (c *Claim) Take(ctx context.Context, storages []*Storage, versions ...*Version) error {
	if c.number == 0 {
		c.number = numbers.Add(1)%mostNumbers + 1
	}
	for {
		c.Roots = append(c.Roots[:0], versions...)
		for _, s := range storages {
			c.Roots = append(c.Roots, s.acquire())
		}
		c.held = len(storages)
		err := c.order()
		if err == nil && c.busy == nil {
			return nil
		}
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

// Own makes the caller the writer of the elements of the storage's version, until End. That is so if
// the version is stored, and read by nothing but expressions of the claim that cannot be asked
// for later: those that are made by then, and those that only the root needs, the last one, if it is Private.
func (c *Claim) Own(s *Storage) (v *Version, ok bool) {
	v = s.version.Load()
	if !v.write(1 + c.reads(v)) {
		return nil, false
	}
	c.writes = v
	return v, true
}

// reads counts how often expressions read v that cannot be asked for after the claim.
func (c *Claim) reads(v *Version) (reads int) {
	c.uses = append(c.uses[:0], make([]int, len(c.nodes))...)
	c.uses[len(c.nodes)-1] = 1 // that of its maker
	for i := len(c.nodes) - 1; i >= 0; i-- {
		n := c.nodes[i]
		if n.Expr.Made == nil && n.refs() != c.uses[i] {
			continue
		}
		for k := range n.Expr.Args {
			switch a := n.Expr.Args[k].Version; {
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

// Nodes returns what was claimed.
func (c *Claim) Nodes() []*Version { return c.nodes }

// End gives the versions free again. Those that were Made are stored; one that was owned is written.
func (c *Claim) End() {
	if v := c.writes; v != nil {
		c.writes = nil
		v.free(true)
	}
	for _, n := range c.nodes {
		c.store(n)
	}
	c.forget()
}

// store ends the work on a version.
func (c *Claim) store(n *Version) {
	made := n.Expr.Made
	if made != nil {
		n.unexpress()
		n.own(made, c.account())
	}
	n.free(made != nil)
}

// forget keeps nothing alive.
func (c *Claim) forget() {
	for _, r := range c.Roots[len(c.Roots)-c.held:] {
		r.Let()
	}
	clear(c.Roots)
	clear(c.nodes)
	clear(c.stack)
	c.Roots, c.nodes, c.stack, c.held = c.Roots[:0], c.nodes[:0], c.stack[:0], 0
}

// frame is a version whose arguments from next on are still to be listed.
type frame struct {
	n    *Version
	next int
}

// order claims the waiting versions below the roots, and lists them, arguments first; or none,
// if one is busy: that is noted with a reference. It keeps its own stack: chains may be long.
func (c *Claim) order() error {
	for _, r := range c.Roots {
		if err := c.list(r); err != nil || c.busy != nil {
			c.giveUp()
			return err
		}
	}
	return nil
}

// giveUp lets others claim the versions.
func (c *Claim) giveUp() {
	for _, n := range c.nodes {
		n.free(false)
	}
	for _, f := range c.stack {
		f.n.free(false)
	}
	c.forget()
}

func (c *Claim) list(root *Version) error {
	if err := c.push(root); err != nil {
		return err
	}
	for len(c.stack) > 0 && c.busy == nil {
		f := &c.stack[len(c.stack)-1]
		if f.next == len(f.n.Expr.Args) {
			f.n.Expr.Index = len(c.nodes)
			c.nodes = append(c.nodes, f.n)
			*f = frame{}
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		f.next++
		if a := f.n.Expr.Args[f.next-1].Version; a != nil {
			if err := c.push(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// push claims a version that is to be listed after those below it.
func (c *Claim) push(n *Version) error {
	word, ok := n.claim(c.number)
	switch {
	case ok:
		c.stack = append(c.stack, frame{n, 0})
	case word&dead != 0:
		return ErrReleased
	case busy(word) && claimed(word) != c.number:
		n.ref()
		c.busy = n
	}
	return nil
}
