package shaders

// Turns is how many times the kernel is to be dispatched, one after the other: 1, as a rule.
func (k *Kernel) Turns() int {
	if k.mapping != multiPass {
		return 1
	}
	return perWord(k.operands[k.smallOutputs()[0]].dtype)
}

// Turn is the kernel for a turn. They differ in Params.
func (k *Kernel) Turn(i int) *Kernel {
	t := *k
	t.pass = i
	return &t
}
