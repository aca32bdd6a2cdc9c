package device

// Extension is in every interface of what a device may do in place of Run, or ahead of it:
// [Brief] and [Warmer].
type Extension interface {
	// Self is the device whose methods these are.
	Self() Device
}

// Own returns the device as an X if X's methods are its own. Those that it has from a device
// it embeds are not: they would go past its Run and Alloc.
func Own[X Extension](d Device) (x X, ok bool) {
	x, ok = d.(X)
	return x, ok && x.Self() == d
}
