package device

// Collected is implemented by buffers whose memory may belong to the garbage collector. If
// Collected returns true, the memory is freed with the Buffer, and the buffer needs no Release.
type Collected interface {
	Collected() bool
}
