package shaders

// unitWords is how many words an operand's unit takes.
func (k *Kernel) unitWords(i int) int { return k.lanes * k.operands[i].dtype.Size() / wordBytes }
