package graph

import (
	"errors"

	"github.com/wgtensor/wgtensor/device"
)

// ErrReleased is what an evaluation answers that needs a node nobody kept.
var ErrReleased = errors.New("use of a tensor after Release")

// Claim is an evaluation at work on a set of waiting nodes. Whoever else needs one of
// them waits for it, so that nothing is computed twice at a time, and nothing is
// written that an evaluation still reads. It may be used again after End.
type Claim struct {
	nodes []*Node
	stack []frame
	done  chan struct{} // closed at the end; made by the first to wait for it
}

// Take claims every waiting node that the roots need, in an order in which arguments
// come before their uses. If another evaluation holds one of them, Take first waits
// for it to end. Lock is not held.
func (c *Claim) Take(roots []*Node) error {
	for {
		Lock()
		err := c.order(roots)
		other := c.mark()
		Unlock()
		if other == nil {
			return err
		}
		<-other
	}
}

// TakeWrite is Take for a root that is to be computed into the elements of dst, if dst is
// stored and no expression waits to read it. Else it claims nothing and reports false. If
// there are nodes to compute, dst is held.
func (c *Claim) TakeWrite(dst *Node, roots []*Node) (ok bool, err error) {
	for {
		Lock()
		if !dst.Unread() {
			Unlock()
			return false, nil
		}
		err := c.order(roots)
		other := c.mark()
		if other == nil && len(c.nodes) > 0 {
			dst.handles++
		}
		Unlock()
		if other == nil {
			return true, err
		}
		<-other
	}
}

// mark claims the nodes, or returns what is closed when a claim that stands in the way
// ends.
func (c *Claim) mark() <-chan struct{} {
	for _, n := range c.nodes {
		other := n.Expr.claim
		if other == nil {
			continue
		}
		if other.done == nil {
			other.done = make(chan struct{})
		}
		return other.done
	}
	for i, n := range c.nodes {
		n.Expr.claim, n.Expr.Index = c, int32(i)
	}
	return nil
}

// Nodes returns what was claimed.
func (c *Claim) Nodes() []*Node { return c.nodes }

// End gives the nodes free again. Those for which there is a buffer, by their Index, are
// stored in it.
func (c *Claim) End(made []device.Buffer) {
	Lock()
	defer Unlock()
	for i, buf := range made {
		if buf != nil {
			c.nodes[i].Store(buf)
		}
	}
	for _, n := range c.nodes {
		if n.Expr != nil {
			n.Expr.claim = nil
		}
	}
	for _, n := range c.nodes {
		n.drop()
	}
	if c.done != nil {
		close(c.done)
	}
	c.done = nil
	c.forget()
}

// forget keeps nothing alive.
func (c *Claim) forget() {
	clear(c.nodes)
	clear(c.stack)
	c.nodes, c.stack = c.nodes[:0], c.stack[:0]
}

// passes counts the passes of order, so that each can tell what it has seen.
var passes uint64

// frame is a node whose arguments from next on are still to be listed.
type frame struct {
	n    *Node
	next int
}

// order lists the waiting nodes below the roots, arguments first, or none. It keeps its
// own stack: chains may be long.
func (c *Claim) order(roots []*Node) error {
	passes++
	c.nodes = c.nodes[:0]
	for _, r := range roots {
		if err := c.list(r); err != nil {
			c.forget()
			return err
		}
	}
	return nil
}

func (c *Claim) list(root *Node) error {
	if err := c.push(root); err != nil {
		return err
	}
	for len(c.stack) > 0 {
		f := &c.stack[len(c.stack)-1]
		if f.next == len(f.n.Expr.Args) {
			c.nodes = append(c.nodes, f.n)
			*f = frame{}
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		f.next++
		if a := f.n.Expr.Args[f.next-1].Node; a != nil {
			if err := c.push(a); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Claim) push(n *Node) error {
	switch {
	case n.released:
		return ErrReleased
	case n.Waiting() && n.Expr.pass != passes:
		n.Expr.pass = passes
		c.stack = append(c.stack, frame{n, 0})
	}
	return nil
}
