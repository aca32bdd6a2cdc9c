package device

// Bytes returns the bytes of the inputs and of the outputs. Broadcast elements count once.
func (l *Launch) Bytes() (read, written int) {
	for i := range l.In {
		read += l.In[i].Bytes()
	}
	for i := range l.Out {
		written += l.Out[i].Bytes()
	}
	return read, written
}

// Bytes returns how many bytes of its buffer the operand uses. Broadcast elements count once.
func (o *Operand) Bytes() int {
	if o.Buffer == nil { // a position has no buffer
		return 0
	}
	n := o.Type.Size()
	for axis, size := range o.Layout.Shape {
		if o.Layout.Strides[axis] != 0 || size == 0 {
			n *= size
		}
	}
	return min(n, o.Buffer.Len())
}
