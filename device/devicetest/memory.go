package devicetest

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// memory is a buffer of the device and what the host knows about its bytes.
type memory struct {
	host  []byte // before the launch
	after []byte // after it
	buf   device.Buffer
}

// array is an operand: elements in a memory, which operands may share.
type array struct {
	*memory
	dtype  op.DType
	layout broadcast.Layout
}

// guard is the number of elements before an array, and after it. It is odd, so that elements
// shorter than a word begin in the middle of a word.
const guard = 5

// garbage returns a memory of n random bytes.
func (s *source) garbage(n int) *memory {
	words := make([]byte, 0, n+8)
	for len(words) < n {
		words = binary.LittleEndian.AppendUint64(words, s.rng.Uint64())
	}
	return &memory{host: words[:n:n]}
}

// array puts a layout whose positions begin at or after 0 between guards, in garbage.
func (s *source) array(dt op.DType, l broadcast.Layout) array {
	_, hi := l.Bounds()
	l.Offset += guard
	return array{s.garbage((hi+2*guard)*dt.Size() + 1), dt, l}
}

// random is an array of random values.
func (s *source) random(dt op.DType, l broadcast.Layout) array {
	return s.array(dt, l).fill(func(int) op.Scalar { return s.value(dt) })
}

// list is an array of the given values, one axis.
func (s *source) list(dt op.DType, values []op.Scalar) array {
	return s.array(dt, broadcast.RowMajor(len(values))).fill(func(i int) op.Scalar { return values[i] })
}

// fill sets the elements, in row-major order of their indices.
func (a array) fill(value func(i int) op.Scalar) array {
	i := 0
	for at := range a.layout.Offsets() {
		a.dtype.Store(a.host[at*a.dtype.Size():], value(i))
		i++
	}
	return a
}

// load reads an element from the memory's bytes before or after the launch.
func (a array) load(bytes []byte, at int) op.Scalar { return a.dtype.Load(bytes[at*a.dtype.Size():]) }

// offsets lists the positions of the elements in row-major order.
func (a array) offsets() []int { return slices.Collect(a.layout.Offsets()) }

func (a array) operand() device.Operand {
	return device.Operand{Buffer: a.buf, Type: a.dtype, Layout: a.layout}
}

func (a array) String() string {
	return fmt.Sprintf("%v strides %v offset %d in %d bytes", a.dtype, a.layout.Strides, a.layout.Offset, len(a.host))
}
