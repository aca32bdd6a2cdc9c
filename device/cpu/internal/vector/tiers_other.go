//go:build !amd64 || purego

package vector

// Tiers has nothing here.
func Tiers() []Tier { return nil }

// Fence has nothing to wait for.
func Fence() {}
