package graph

import "errors"

// ErrReleased is what an evaluation answers that needs a node nobody kept.
var ErrReleased = errors.New("use of a tensor after Release")

// Claim is an evaluation at work on a set of waiting nodes. Whoever else needs one of
// them waits for it, so that nothing is computed twice at a time, and nothing is
// written that an evaluation still reads.
type Claim struct {
	nodes []*Node
	done  chan struct{} // closed at the end; made by the first to wait for it
}

// Take claims every waiting node that the roots need, in an order in which arguments
// come before their uses. If another evaluation holds one of them, Take first waits
// for it to end. Lock is not held.
func Take(roots []*Node) (*Claim, error) {
	for {
		Lock()
		nodes, err := order(roots)
		c := &Claim{nodes: nodes}
		other := c.mark()
		Unlock()
		if other == nil {
			return c, err
		}
		<-other
	}
}

// mark claims the nodes, or returns what is closed when a claim that stands in the way
// ends.
func (c *Claim) mark() <-chan struct{} {
	for _, n := range c.nodes {
		if n.claim == nil {
			continue
		}
		if n.claim.done == nil {
			n.claim.done = make(chan struct{})
		}
		return n.claim.done
	}
	for i, n := range c.nodes {
		n.claim, n.Index = c, i
	}
	return nil
}

// Nodes returns what was claimed.
func (c *Claim) Nodes() []*Node { return c.nodes }

// End gives the nodes free again.
func (c *Claim) End() {
	Lock()
	defer Unlock()
	for _, n := range c.nodes {
		n.claim = nil
	}
	for _, n := range c.nodes {
		n.drop()
	}
	if c.done != nil {
		close(c.done)
	}
}

// passes counts the passes of order, so that each can tell what it has seen.
var passes uint64

// order lists the waiting nodes below the roots, arguments first. It keeps its own
// stack: chains may be long.
func order(roots []*Node) ([]*Node, error) {
	type frame struct {
		n    *Node
		next int
	}
	passes++
	pass := passes
	var list []*Node
	var stack []frame
	push := func(n *Node) error {
		switch {
		case n.released:
			return ErrReleased
		case n.Waiting() && n.pass != pass:
			n.pass = pass
			stack = append(stack, frame{n, 0})
		}
		return nil
	}
	for _, r := range roots {
		if err := push(r); err != nil {
			return nil, err
		}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(f.n.Expr.Args) {
				list = append(list, f.n)
				stack = stack[:len(stack)-1]
				continue
			}
			f.next++
			if a := f.n.Expr.Args[f.next-1].Node; a != nil {
				if err := push(a); err != nil {
					return nil, err
				}
			}
		}
	}
	return list, nil
}
