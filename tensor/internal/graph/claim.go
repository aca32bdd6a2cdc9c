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
		other, err := c.order(roots)
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
		other, err := c.order(roots)
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
	c.free()
	for _, n := range c.nodes {
		n.drop()
	}
	if c.done != nil {
		close(c.done)
	}
	c.done = nil
	c.forget()
}

// free lets others claim the nodes.
func (c *Claim) free() {
	for _, n := range c.nodes {
		if n.Expr != nil {
			n.Expr.claim = nil
		}
	}
	for _, f := range c.stack {
		f.n.Expr.claim = nil
	}
}

// forget keeps nothing alive.
func (c *Claim) forget() {
	clear(c.nodes)
	clear(c.stack)
	c.nodes, c.stack = c.nodes[:0], c.stack[:0]
}

// ended is closed when the claim ends.
func (c *Claim) ended() <-chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

// frame is a node whose arguments from next on are still to be listed.
type frame struct {
	n    *Node
	next int
}

// order claims the waiting nodes below the roots, and lists them, arguments first; or none,
// if another claim holds one of them: then it returns what is closed when that ends. It keeps
// its own stack: chains may be long.
func (c *Claim) order(roots []*Node) (other <-chan struct{}, err error) {
	for _, r := range roots {
		if other, err = c.list(r); other != nil || err != nil {
			c.free()
			c.forget()
			return other, err
		}
	}
	return nil, nil
}

func (c *Claim) list(root *Node) (other <-chan struct{}, err error) {
	if other, err := c.push(root); other != nil || err != nil {
		return other, err
	}
	for len(c.stack) > 0 {
		f := &c.stack[len(c.stack)-1]
		if f.next == len(f.n.Expr.Args) {
			f.n.Expr.Index = int32(len(c.nodes))
			c.nodes = append(c.nodes, f.n)
			*f = frame{}
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		f.next++
		if a := f.n.Expr.Args[f.next-1].Node; a != nil {
			if other, err := c.push(a); other != nil || err != nil {
				return other, err
			}
		}
	}
	return nil, nil
}

// push claims a node that is to be listed after those below it.
func (c *Claim) push(n *Node) (other <-chan struct{}, err error) {
	switch {
	case n.released:
		return nil, ErrReleased
	case n.Expr == nil || n.Expr.claim == c: // stored, or listed
	case n.Expr.claim != nil:
		return n.Expr.claim.ended(), nil
	default:
		n.Expr.claim = c
		c.stack = append(c.stack, frame{n, 0})
	}
	return nil, nil
}
