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

// minWriteBytes is roughly the memory that the driver keeps for the shortest write.
const minWriteBytes = 1 << 12

// maxWork bounds the work that a software driver gets at a time, as shaders.Cost measures it.
// llvmpipe needs up to 40 ms for it on two processors. A longer launch is cut into pieces. Launches
// wait until half of the work is done, and the driver works on the other half meanwhile. Little
// work is left to run when a context ends. Cards take microseconds, and have no such bound.
const maxWork int64 = 1 << 33

// batch counts dispatches, copies and writes that are not yet submitted.
type batch struct {
	serial     uint64 // tells batches apart; blocks note the last one that used them
	launches   int    // dispatches, those of masked writes too
	copies     int    // to staging buffers
	boundBytes int    // bytes bound by the dispatches
	written    int    // bytes
	work       int64  // of a software driver
	params     []byte // uniforms of the dispatches, each aligned
}
