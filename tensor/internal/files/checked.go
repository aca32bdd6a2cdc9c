package files

import (
	"fmt"
	"io"
)

// Reader reads from R. If R breaks the contract of io.Reader, that is an error.
type Reader struct{ R io.Reader }

func (r Reader) Read(p []byte) (n int, err error) {
	for range 100 { // as often as bufio.Reader tries
		n, err = r.R.Read(p)
		if n != 0 || err != nil || len(p) == 0 {
			return check("reader", n, p, err)
		}
	}
	return 0, io.ErrNoProgress
}

// ReaderAt reads from R. If R breaks the contract of io.ReaderAt, that is an error.
type ReaderAt struct{ R io.ReaderAt }

func (r ReaderAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.R.ReadAt(p, at)
	if n < len(p) && err == nil {
		err = io.ErrNoProgress
	}
	return check("reader", n, p, err)
}

// Writer writes to W. If W breaks the contract of io.Writer, that is an error.
type Writer struct{ W io.Writer }

func (w Writer) Write(p []byte) (int, error) {
	n, err := w.W.Write(p)
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	return check("writer", n, p, err)
}

// check replaces a number of bytes that p does not have by 0 and an error.
func check(of string, n int, p []byte, err error) (int, error) {
	if n < 0 || n > len(p) {
		return 0, fmt.Errorf("the %s returned %d bytes of a buffer of %d", of, n, len(p))
	}
	return n, err
}
