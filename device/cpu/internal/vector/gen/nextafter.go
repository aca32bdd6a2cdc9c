package main

// nextafter moves x's bits by one: away from zero where y is on its far side. Unordered as they
// are, floats of one sign have the order of their bits.
func nextafter(f *frame, t dtype, x vec, second arg) vec {
	y, zero := f.load(second), f.zero()
	away := f.into("VPXOR", f.greater(t, zero, x), f.compare(t, less, x, y))
	v := f.three("VPSUB"+t.letter(), f.into("VPOR", f.constant(t.size, 1), away), x) // of ±1
	least := f.into("VPOR", f.constant(t.size, 1), f.signBitOf(t, y))
	v = f.blend(f.compare(t, equal, x, zero), least, v)
	v = f.blend(f.compare(t, equal, x, y), y, v)
	return f.blend(f.compare(t, unordered, x, y), f.three("VADD"+t.ps(), y, x), v)
}
