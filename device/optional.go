package device

import (
	"context"

	"github.com/wgtensor/wgtensor/device/op"
)

// Warmer is implemented by devices that prepare launches: for example, they compile kernels. Warm
// prepares launches like l and does not run l. It only looks at which buffers are the same, and how
// long they are, so stand-ins may replace buffers that do not exist yet. Its error is the one that
// Run would return. A device that embeds another and has its own Run needs its own Warm too.
type Warmer interface {
	Warm(l *Launch) error
}

// Weigher is implemented by devices on which a long program costs more to prepare than it saves.
// Weight returns how much of a launch one instruction fills, in percent. The operation computes in
// dtype in, and its result has dtype result. A device also runs a launch of more than 100 %;
// package tensor divides such work into several launches.
type Weigher interface {
	Weight(o *op.Op, in, result op.DType) int
}

// Multiplier is implemented by devices that compute products of matrices in tiles, and maps of their
// operands while they fill these. ProductTile is for products of dtype dt whose sums have so many
// terms. It returns how many columns share an element of the first operand that maps compute. As many
// rows share one of the second. It is 0 where another kernel computes them. Package tensor then knows
// whether maps had better have a launch of their own.
type Multiplier interface {
	ProductTile(dt op.DType, terms int) int
}

// Describer is implemented by devices that choose among kernels. Describe names in one line the
// kernels of a launch like l. It neither runs nor compiles them. It looks at the buffers only as
// far as [Warmer]'s Warm does.
type Describer interface {
	Describe(l *Launch) (string, error)
}

// Explainer is implemented by devices that keep the reason why they were chosen. "auto" calls
// Explain once, before it returns the device. From then on Info().Why is that text, and String
// should contain it.
type Explainer interface{ Explain(why string) }

// Timer is implemented by devices that queue launches and have a clock of their own. Times waits
// for the queue, fills in the Work of the launches that were observed while [TimeWork] asked for
// it, and returns the name of the clock. Without such launches since the last call it only returns
// the name, which is empty before the first.
type Timer interface {
	Times(ctx context.Context) (clock string, err error)
}

// Collected is implemented by buffers whose memory may belong to the garbage collector. If
// Collected returns true, the memory is freed with the Buffer, and the buffer needs no Release.
type Collected interface {
	Collected() bool
}

// Viewer is implemented by buffers that can show their bytes without a copy. View calls f with n
// bytes from offset on, and returns f's error. The bytes are valid during the call and must not be
// changed. No call may write to the buffer meanwhile. f may use the device, but not close it.
type Viewer interface {
	View(ctx context.Context, offset, n int, f func(bytes []byte) error) error
}

// Filler is implemented by buffers whose bytes can be written in place, without a copy. Fill calls f
// as View does, and f may change the bytes. The caller orders Fill as it orders Write.
type Filler interface {
	Fill(offset, n int, f func(bytes []byte) error) error
}
