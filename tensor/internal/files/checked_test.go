package files

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
)

// stream returns n and err from each call.
type stream struct {
	n   int
	err error
}

func (s stream) Read([]byte) (int, error)          { return s.n, s.err }
func (s stream) ReadAt([]byte, int64) (int, error) { return s.n, s.err }
func (s stream) Write([]byte) (int, error)         { return s.n, s.err }

func TestAStreamThatBreaksItsContractIsAnError(t *testing.T) {
	const none = ""
	for _, c := range []struct {
		name                  string
		stream                stream
		read, readAt, written string // errors
	}{
		{"all bytes", stream{4, nil}, none, none, none},
		{"some bytes", stream{3, nil}, none, io.ErrNoProgress.Error(), io.ErrShortWrite.Error()},
		{"no bytes", stream{0, nil}, io.ErrNoProgress.Error(), io.ErrNoProgress.Error(), io.ErrShortWrite.Error()},
		{"fewer than none", stream{-1, io.EOF}, "the reader returned -1 bytes of a buffer of 4", "the reader returned -1 bytes of a buffer of 4",
			"the writer returned -1 bytes of a buffer of 4"},
		{"more than asked for", stream{5, nil}, "the reader returned 5 bytes of a buffer of 4", "the reader returned 5 bytes of a buffer of 4",
			"the writer returned 5 bytes of a buffer of 4"},
		{"an error", stream{3, io.ErrClosedPipe}, io.ErrClosedPipe.Error(), io.ErrClosedPipe.Error(), io.ErrClosedPipe.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := make([]byte, 4)
			for _, call := range []struct {
				name string
				f    func() (int, error)
				want string
			}{
				{"Read", func() (int, error) { return Reader{c.stream}.Read(p) }, c.read},
				{"ReadAt", func() (int, error) { return ReaderAt{c.stream}.ReadAt(p, 0) }, c.readAt},
				{"Write", func() (int, error) { return Writer{c.stream}.Write(p) }, c.written},
			} {
				t.Run(call.name, func(t *testing.T) {
					n, err := call.f()
					if 0 <= c.stream.n && c.stream.n <= len(p) {
						assert.Equal(t, c.stream.n, n)
					} else {
						assert.Zero(t, n)
					}
					if call.want == none {
						assert.NoError(t, err)
					} else {
						assert.EqualError(t, err, call.want)
					}
				})
			}
		})
	}
}

func TestAReaderMayReturnNothingAFewTimes(t *testing.T) {
	calls := 0
	r := Reader{readFunc(func(p []byte) (int, error) {
		if calls++; calls < 50 {
			return 0, nil
		}
		return copy(p, "abc"), errors.ErrUnsupported
	})}
	n, err := r.Read(make([]byte, 8))
	assert.Equal(t, 3, n)
	assert.Equal(t, errors.ErrUnsupported, err)
	n, err = Reader{stream{}}.Read(nil)
	assert.Zero(t, n)
	assert.NoError(t, err)
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
