//go:build !(amd64 || arm64) || purego

package vector

func sets() []Set { return nil }

// Pause has nothing to do.
func Pause() {}

// Fence has nothing to wait for.
func Fence() {}
