package gpu

// A batch is submitted when a call needs its results, or when it reaches one of these limits. They
// bound the dispatches, the bytes that these bind, and the bytes of their uniforms. The limit of
// bytes lets hardware begin while the host still records.
const (
	maxDispatches = 64
	maxBatchBytes = 1 << 28
	uniformBytes  = 1 << 16
)

// The driver keeps uploads in its own memory until they are submitted. They are submitted after
// maxWriteBytes, and longer uploads are split (DESIGN.md, Uploads are short writes). A caller
// blocks while more than maxQueuedBytes, or maxQueuedBatches, may be unfinished on the GPU.
const (
	maxWriteBytes    = 1 << 22
	maxQueuedBytes   = 1 << 26
	maxQueuedBatches = 256
)

// minWriteBytes is about what the driver keeps for the shortest write.
const minWriteBytes = 1 << 12

// maxWork bounds the work that is submitted to a software driver at a time; shaders.Cost measures
// it. llvmpipe takes from 1 to 40 ms for it on two processors; a launch of more is cut into pieces.
// Before it is done, launches wait, so that what a context ends is on the way for no longer. Cards
// take microseconds, and have no such bound.
const maxWork int64 = 1 << 33

// batch is what is recorded, or written, and not yet submitted.
type batch struct {
	serial   uint64 // tells batches apart; blocks note the last one that used them
	launches int    // dispatches, those of masked writes too
	copies   int    // to staging buffers
	bound    int    // bytes bound by the dispatches
	written  int    // bytes
	work     int64  // of a software driver
	params   []byte // uniforms of the dispatches, each aligned
}
