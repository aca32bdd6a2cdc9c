package devicetest

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/device"
)

// bufferSection checks that buffers keep the bytes that were written to them, and have the size
// that was asked for.
type bufferSection struct{ *trials }

// bufferChecks are about buffers alone.
func (s bufferSection) bufferChecks() []check {
	return []check{
		{"buffers/sizes", "Alloc takes any size from 0 on, Len is what it was asked for, and every byte of it can be written and read", s.checkSizes},
		{"buffers/anywhere", "Write and Read take any byte offset and any length", s.checkAnywhere},
		{"buffers/range", "Write and Read beyond the buffer are errors that change nothing", s.checkRange},
		{"buffers/fresh", "a buffer that nothing was written to can be read", s.checkFresh},
		{"buffers/large", "megabytes come back as they were written", s.checkLargeBuffer},
		{"buffers/refused", "Alloc of a negative size is an error; of one beyond memory or limits it is ErrOutOfMemory or names the limit", s.checkAllocRefused},
	}
}

// with allocates a buffer for f.
func (s target) with(n int, f func(device.Buffer) error) error {
	b, err := s.device.Alloc(n)
	if err != nil {
		return fmt.Errorf("Alloc(%d): %w", n, err)
	}
	defer b.Release()
	return f(b)
}

func (s bufferSection) checkSizes() error {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 4097} {
		err := s.with(n, func(b device.Buffer) error {
			if b.Len() != n {
				return fmt.Errorf("Alloc(%d) has Len %d", n, b.Len())
			}
			return s.roundTrip(b, 0, n)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// roundTrip writes n random bytes at offset and reads them again.
func (s bufferSection) roundTrip(b device.Buffer, offset, n int) error {
	want, got := s.garbage(n).host, make([]byte, n)
	if err := b.Write(offset, want); err != nil {
		return fmt.Errorf("Write(%d, %d bytes) of a buffer of %d: %w", offset, n, b.Len(), err)
	}
	if err := read(b, offset, got); err != nil {
		return fmt.Errorf("Read(%d, %d bytes) of a buffer of %d: %w", offset, n, b.Len(), err)
	}
	return equalBytes(got, want)
}

func equalBytes(got, want []byte) error {
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("byte %d of %d is %#02x, want %#02x", i, len(want), got[i], want[i])
		}
	}
	return nil
}

// checkAnywhere compares random writes and reads with the same on a slice.
func (s bufferSection) checkAnywhere() error {
	m := s.garbage(1031)
	defer func() { m.buf.Release() }()
	if err := s.upload(m); err != nil {
		return err
	}
	for range s.more(400) {
		from := s.rng.IntN(len(m.host) + 1)
		n := s.rng.IntN(min(len(m.host)-from, 70) + 1)
		if s.rng.IntN(3) > 0 {
			copy(m.host[from:], s.garbage(n).host)
			if err := m.buf.Write(from, m.host[from:from+n]); err != nil {
				return fmt.Errorf("Write(%d, %d bytes): %w", from, n, err)
			}
			continue
		}
		got := make([]byte, n)
		if err := read(m.buf, from, got); err != nil {
			return fmt.Errorf("Read(%d, %d bytes): %w", from, n, err)
		}
		if err := equalBytes(got, m.host[from:from+n]); err != nil {
			return fmt.Errorf("Read(%d, %d bytes): %w", from, n, err)
		}
	}
	if err := s.download(m); err != nil {
		return err
	}
	return equalBytes(m.after, m.host)
}

func (s bufferSection) checkRange() error {
	m := s.garbage(37)
	if err := s.upload(m); err != nil {
		return err
	}
	defer m.buf.Release()
	two := []byte{1, 2}
	for _, offset := range []int{-1, 36, 37, 38, math.MaxInt, math.MaxInt - 1, math.MinInt} {
		if m.buf.Write(offset, two) == nil {
			return fmt.Errorf("Write(%d, 2 bytes) of a buffer of 37 is no error", offset)
		}
		if m.buf.Read(context.Background(), offset, make([]byte, 2)) == nil {
			return fmt.Errorf("Read(%d, 2 bytes) of a buffer of 37 is no error", offset)
		}
	}
	if m.buf.Write(0, make([]byte, 38)) == nil {
		return errors.New("Write(0, 38 bytes) of a buffer of 37 is no error")
	}
	if err := s.download(m); err != nil {
		return err
	}
	return equalBytes(m.after, m.host)
}

func (s bufferSection) checkFresh() error {
	return s.with(1001, func(b device.Buffer) error { return read(b, 3, make([]byte, 900)) })
}

func (s bufferSection) checkLargeBuffer() error {
	n := 8<<20 + 5
	if limit := s.info.Limits.BufferBytes; limit > 0 {
		n = min(n, limit)
	}
	return s.with(n, func(b device.Buffer) error {
		if err := s.roundTrip(b, 0, n); err != nil {
			return err
		}
		return s.roundTrip(b, 4099, n-4099-2)
	})
}
