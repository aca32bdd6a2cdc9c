package device

// Warmer is implemented by devices that have something to prepare before a launch, such
// as to compile a kernel. Warm does that for launches like l, and neither runs it nor
// looks at its buffers, but for which of them are the same and how long they are: others
// may stand in for buffers that do not exist yet. Its error is the one Run would answer. A
// device around another, with a Run of its own, has a Warm of its own too.
type Warmer interface {
	Warm(l *Launch) error
}
