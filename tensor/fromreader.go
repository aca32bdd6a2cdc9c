package tensor

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// chunkBytes is the most that is read at a time. It bounds the host memory between a stream and a
// device that is no [device.Filler]. Checks of a chunk find it in the cache (BenchmarkFromReader).
const chunkBytes = 1 << 20

// FromReader returns a tensor on the default device with elements read from r, in the form that
// [FromBytes] takes. It reads no byte beyond them. It reads pieces of at most 1 MiB. On the CPU it
// reads them straight into the tensor's memory. Without a shape the tensor is 0-d.
//
// If r has a method Len or Seek, FromReader learns the number of bytes and allocates the device's
// memory at once. Otherwise it collects the bytes on the host first. Memory then grows with the
// bytes that arrive, and not with the size of the shape. If r ends early, the error is
// io.ErrUnexpectedEOF. If r goes on returning no bytes and no error, it is io.ErrNoProgress.
func FromReader(dt DType, r io.Reader, shape ...int) *Tensor {
	return FromReaderOn(DefaultDevice(), dt, r, shape...)
}

// FromReaderOn is FromReader for a given device.
func FromReaderOn(d device.Device, dt DType, r io.Reader, shape ...int) *Tensor {
	const name = "from reader"
	if files.Nil(r) {
		return failf(name, "nil reader")
	}
	return newOn(name, d, dt, shape, func(d device.Device) (*Tensor, error) {
		chunks := chunks{r: files.Reader{R: r}, dt: dt, bytes: rowMajor(shape).Len() * dt.Size()}
		if !hasBytes(r, chunks.bytes) {
			if err := chunks.collect(); err != nil {
				return nil, err
			}
		}
		return store(d, dt, shape, chunks.upload)
	})
}

// hasBytes reports whether r tells that it has at least n bytes. It is false if r cannot tell.
func hasBytes(r io.Reader, n int) bool {
	switch r := r.(type) {
	case interface{ Len() int }:
		return r.Len() >= n
	case io.Seeker:
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return false
		}
		end, err := r.Seek(0, io.SeekEnd)
		_, back := r.Seek(at, io.SeekStart)
		return err == nil && back == nil && end-at >= int64(n)
	}
	return false
}

// chunks reads the elements of a stream, a chunk at a time.
type chunks struct {
	r     io.Reader
	dt    DType
	bytes int
	read  int
}

// fill reads the next bytes into memory, which has whole elements.
func (p *chunks) fill(memory []byte) error {
	for chunk := range slices.Chunk(memory, chunkBytes) {
		n, err := io.ReadFull(p.r, chunk)
		p.read += n
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return fmt.Errorf("it has %d bytes, the reader ended after %d: %w", p.bytes, p.read, io.ErrUnexpectedEOF)
		}
		if err != nil {
			return fmt.Errorf("after %d of %d bytes: %w", p.read, p.bytes, err)
		}
		if err := checkBools(p.dt, chunk, p.read-n); err != nil {
			return err
		}
	}
	return nil
}

// collect reads all chunks from the stream, to be read again from memory. A chunk is at most an
// eighth of the bytes read before it. A stream that ends early takes little more memory than it
// has bytes.
func (p *chunks) collect() error {
	var all []io.Reader
	for p.read < p.bytes {
		size := max(1<<12, min(p.read/8&^7, chunkBytes))
		chunk := make([]byte, min(size, p.bytes-p.read))
		if err := p.fill(chunk); err != nil {
			return err
		}
		all = append(all, bytes.NewReader(chunk))
	}
	p.r, p.read = io.MultiReader(all...), 0
	return nil
}

// upload writes all chunks to a buffer, straight into its memory if it is a [device.Filler].
func (p *chunks) upload(buf device.Buffer) error {
	if memory, ok := buf.(device.Filler); ok {
		return memory.Fill(0, p.bytes, p.fill)
	}
	memory := make([]byte, min(chunkBytes, p.bytes))
	for p.read < p.bytes {
		chunk := memory[:min(len(memory), p.bytes-p.read)]
		err := p.fill(chunk)
		if err == nil {
			err = buf.Write(p.read-len(chunk), chunk)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
