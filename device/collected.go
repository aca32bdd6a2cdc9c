package device

// Collected is implemented by buffers whose memory may be the garbage collector's business: if
// Collected reports true, the memory goes with the Buffer when nothing refers to it any more.
// Such a buffer needs no Release.
type Collected interface {
	Collected() bool
}
