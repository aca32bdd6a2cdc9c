// Package files has what the readers of several file formats need.
package files

import (
	"io"
	"os"
)

// Open opens a file and asks for its size.
func Open(name string) (f *os.File, size int64, err error) {
	if f, err = os.Open(name); err != nil {
		return nil, 0, err
	}
	if size, err = f.Seek(0, io.SeekEnd); err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, size, nil
}

// Name returns the name of an *os.File; of others the empty string.
func Name(f any) string {
	if f, ok := f.(interface{ Name() string }); ok {
		return f.Name()
	}
	return ""
}

// Cut says that a file ends too early, by the format's error for a broken rule. It leaves other
// errors of a reader alone.
func Cut(err error, where string, broken func(format string, args ...any) error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return broken("the file ends %s: %w", where, err)
	}
	return err
}
