package device

// Warmer is implemented by devices that prepare launches: for example, they compile kernels. Warm
// prepares launches like l and does not run l. It only looks at which buffers are the same, and how
// long they are. So stand-ins may replace buffers that do not exist yet. Its error is the one that
// Run would return. A device that embeds another and has its own Run needs its own Warm too.
type Warmer interface {
	Warm(l *Launch) error
}
