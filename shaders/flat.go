package shaders

// flat tries to deal units of neighbours, in the plan's order. Element 0 is the phase-th of
// its unit: of several phases it takes the one with which most operands' words are whole.
// Threads' units lie as far apart as there are threads, so that neighbouring threads always
// load from neighbouring places.
func (k *Kernel) flat(each int, n length) bool {
	if each = k.unit(each); each == 0 || each*n.steps() == 1 {
		return false
	}
	phase := 0
	if each > 1 {
		if phase = k.nest.phase(each); phase < 0 {
			return false
		}
	}
	k.units.phase = phase
	k.spread, k.each, k.steps, k.looped = flat, each, n.steps(), n == long
	for i := range k.operands {
		o := &k.operands[i]
		switch {
		case each == 1 || o.access != contiguous:
		case o.inPhase(each, k.units.phase):
			o.load = aligned
		case small(o.dtype):
			o.load = misaligned
		}
	}
	k.countFlat()
	k.onWords = k.wordable && !k.strided()
	k.bindVectors(k.each)
	return true
}

// countFlat counts threads. What lies before the first and behind the last whole unit is
// left to lone ones.
func (k *Kernel) countFlat() {
	end := k.len + k.units.phase
	if !k.looped {
		k.head = ceil(k.units.phase, k.each) * k.each
		k.whole = max(end-k.head, 0) / (k.each * k.steps)
	}
	k.even = k.units.phase == 0 && k.body() == k.len
	k.threads = k.whole
	if !k.even {
		k.threads += ceil(end-k.body(), k.loneElements())
	}
	k.fill()
}

// emitFlatPlace finds the first element of a flat kernel's first unit, and how many lie
// between its units.
func (k *Kernel) emitFlatPlace(t *text) {
	if k.even {
		t.line("let i = thread%s;", times(k.each))
	} else {
		t.line("let i = thread%s + params.first;", times(k.each))
	}
	if k.steps > 1 && k.even {
		t.line("let apart = params.threads%s;", times(k.each))
	} else if k.steps > 1 {
		t.line("let apart = params.whole%s;", times(k.each))
	}
}

// splitAxes are those that the index of a flat kernel's element is split along.
func (k *Kernel) splitAxes() int {
	if k.strided() {
		return max(k.rank, 1)
	}
	return 0
}
