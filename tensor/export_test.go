package tensor

// CheckCompiled makes each call of a compiled function also run the function itself, until end is
// called.
func CheckCompiled() (end func()) {
	before := checking.Swap(true)
	return func() { checking.Store(before) }
}
