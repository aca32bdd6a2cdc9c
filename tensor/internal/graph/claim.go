package graph

import (
	"errors"

	"github.com/wgtensor/wgtensor/device"
)

// ErrReleased is what an evaluation answers that needs a version nothing kept.
var ErrReleased = errors.New("use of a tensor after Release")

// Claim is an evaluation at work on a set of waiting versions. Whoever else needs one of
// them waits for it, so that nothing is computed twice at a time, and nothing is
// written that an evaluation still reads. It may be used again after End.
type Claim struct {
	Roots  []*Version // what Take was asked for
	nodes  []*Version
	uses   []int32 // of a node by others that Own found private
	writes *Version
	stack  []frame
	done   chan struct{} // closed at the end; made by the first to wait for it
}

// Take claims every waiting version that the versions need, and those that the storages have,
// in an order in which arguments come before their uses. If another evaluation holds one of
// them, Take first waits for it to end. Lock is not held.
func (c *Claim) Take(storages []*Storage, versions ...*Version) error {
	for {
		Lock()
		c.Roots = append(c.Roots[:0], versions...)
		for _, s := range storages {
			c.Roots = append(c.Roots, s.version)
		}
		other, err := c.order()
		Unlock()
		if other == nil {
			return err
		}
		<-other
	}
}

// Own makes the caller the writer of the elements of the storage's version, until End, if that is
// stored and no expression reads it but those of the claim that cannot be asked for later:
// that are made by then, or that only the root needs, the last one, if it is Private.
func (c *Claim) Own(s *Storage, made []device.Buffer) (buf device.Buffer, ok bool) {
	Lock()
	defer Unlock()
	v := s.version
	if !v.Stored() || int(v.reads) != c.reads(v, made) {
		return nil, false
	}
	v.guard.writer, c.writes = c, v
	return v.Buffer(), true
}

// reads counts how often expressions read v that cannot be asked for after the claim.
func (c *Claim) reads(v *Version, made []device.Buffer) (reads int) {
	c.uses = append(c.uses[:0], make([]int32, len(c.nodes))...)
	c.uses[len(c.nodes)-1] = 1 // that of its maker
	for i := len(c.nodes) - 1; i >= 0; i-- {
		n := c.nodes[i]
		if (n.named || n.reads != c.uses[i]) && made[i] == nil {
			continue
		}
		for k := range n.Expr.Args {
			switch a := n.Expr.Args[k].Version; {
			case a == nil:
			case a == v:
				reads++
			case a.Expr != nil:
				c.uses[a.Expr.Index]++
			}
		}
	}
	return reads
}

// Nodes returns what was claimed.
func (c *Claim) Nodes() []*Version { return c.nodes }

// End gives the versions free again. Those for which there is a buffer, by their Index, are
// stored in it; one that was owned is written.
func (c *Claim) End(made []device.Buffer) {
	Lock()
	defer Unlock()
	if v := c.writes; v != nil {
		v.guard.writer, c.writes = nil, nil
		defer v.drop()
	}
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

// free lets others claim the versions.
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
	clear(c.Roots)
	clear(c.nodes)
	clear(c.stack)
	c.Roots, c.nodes, c.stack = c.Roots[:0], c.nodes[:0], c.stack[:0]
}

// ended is closed when the claim ends.
func (c *Claim) ended() <-chan struct{} {
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

// frame is a version whose arguments from next on are still to be listed.
type frame struct {
	n    *Version
	next int
}

// order claims the waiting versions below the roots, and lists them, arguments first; or none,
// if another claim holds one of them: then it returns what is closed when that ends. It keeps
// its own stack: chains may be long.
func (c *Claim) order() (other <-chan struct{}, err error) {
	for _, r := range c.Roots {
		if other, err = c.list(r); other != nil || err != nil {
			c.free()
			c.forget()
			return other, err
		}
	}
	return nil, nil
}

func (c *Claim) list(root *Version) (other <-chan struct{}, err error) {
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
		if a := f.n.Expr.Args[f.next-1].Version; a != nil {
			if other, err := c.push(a); other != nil || err != nil {
				return other, err
			}
		}
	}
	return nil, nil
}

// push claims a version that is to be listed after those below it.
func (c *Claim) push(n *Version) (other <-chan struct{}, err error) {
	switch {
	case n.released:
		return nil, ErrReleased
	case n.writer() != nil:
		return n.writer().ended(), nil
	case n.Expr == nil || n.Expr.claim == c: // stored, or listed
	case n.Expr.claim != nil:
		return n.Expr.claim.ended(), nil
	default:
		n.Expr.claim = c
		c.stack = append(c.stack, frame{n, 0})
	}
	return nil, nil
}
