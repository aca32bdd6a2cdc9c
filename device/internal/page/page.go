//go:build !js

package page

// MayWait is nil: there is no page.
func MayWait() error { return nil }

// Turn does nothing: there is no page.
func Turn() {}
