//go:build !amd64 || purego

package vector

// Pause has nothing to do.
func Pause() {}

// Fence has nothing to wait for: no store goes past the caches.
func Fence() {}
