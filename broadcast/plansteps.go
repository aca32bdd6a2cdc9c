package broadcast

// order sorts the axes, outermost first. compare may leave two axes undecided and yet decide each
// of them against a third, so order is an insertion sort that looks past undecided pairs.
func (p *Plan) order() {
	for i := 1; i < len(p.Shape); i++ {
		at := i
		for j := i - 1; j >= 0; j-- {
			c := p.compare(j, at)
			if c > 0 {
				break
			}
			if c < 0 {
				p.swap(j, at)
				at = j
			}
		}
	}
}

// compare is positive if axis i belongs outside axis j, negative if inside, and 0 if it is
// undecided. The first operand with different strides along them decides; strides of 0 do not
// count.
func (p *Plan) compare(i, j int) int {
	for k := range p.Operands {
		si, sj := abs(p.Operands[k].Strides[i]), abs(p.Operands[k].Strides[j])
		if si != sj && si != 0 && sj != 0 {
			return si - sj
		}
	}
	return 0
}

func (p *Plan) swap(i, j int) {
	p.Shape[i], p.Shape[j] = p.Shape[j], p.Shape[i]
	for k := range p.Operands {
		s := p.Operands[k].Strides
		s[i], s[j] = s[j], s[i]
	}
}

// flip reverses axes, so that the first operand with a stride along an axis has a positive one.
func (p *Plan) flip() {
	for axis, size := range p.Shape {
		if !p.backwards(axis) {
			continue
		}
		for k := range p.Operands {
			a := &p.Operands[k]
			a.Offset += (size - 1) * a.Strides[axis]
			a.Strides[axis] = -a.Strides[axis]
		}
	}
}

func (p *Plan) backwards(axis int) bool {
	for k := range p.Operands {
		if s := p.Operands[k].Strides[axis]; s != 0 {
			return s < 0
		}
	}
	return false
}

// merge joins neighbouring axes if no operand needs both: see alike.
func (p *Plan) merge() {
	last := 0 // the axis that the next one may join
	for axis := 1; axis < len(p.Shape); axis++ {
		if p.alike(last, axis) {
			p.Shape[axis] *= p.Shape[last]
		} else {
			last++
		}
		p.move(axis, last)
	}
	if len(p.Shape) > 0 {
		p.truncate(last + 1)
	}
}

// alike reports whether two axes can be one: for every operand the stride of outer is that of inner
// times the size of inner.
func (p *Plan) alike(outer, inner int) bool {
	for k := range p.Operands {
		if s := p.Operands[k].Strides; s[outer] != p.Shape[inner]*s[inner] {
			return false
		}
	}
	return true
}

func (p *Plan) move(from, to int) {
	p.Shape[to] = p.Shape[from]
	for k := range p.Operands {
		s := p.Operands[k].Strides
		s[to] = s[from]
	}
}

func (p *Plan) truncate(rank int) {
	p.Shape = p.Shape[:rank]
	for k := range p.Operands {
		p.Operands[k].Strides = p.Operands[k].Strides[:rank]
	}
}
