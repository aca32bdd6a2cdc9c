package device

// Warmer is implemented by devices that have something to prepare before a launch, such
// as to compile a kernel. Warm does that for launches like l, and neither runs it nor
// looks at its buffers, but for which of them are the same and how long they are: others
// may stand in for buffers that do not exist yet. Its error is the one Run would answer.
type Warmer interface {
	Extension
	Warm(l *Launch) error
}
