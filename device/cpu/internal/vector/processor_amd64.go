//go:build !purego

package vector

// Pause waits a moment, in a loop that waits for another processor.
func Pause() { pause() }

// Fence makes streamed results visible to other processors before all later stores.
func Fence() { sfence() }
