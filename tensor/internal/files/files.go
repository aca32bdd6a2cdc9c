// Package files has what the readers and writers of files and streams need.
package files

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
)

// Nil reports whether x is nil, or holds a nil pointer, as after os.Open has failed.
func Nil(x any) bool {
	v := reflect.ValueOf(x)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

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

// Closer closes a file. If it is nil, the caller closes the file.
type Closer func() error

// Close closes the file.
func (c Closer) Close() error {
	if c == nil {
		return nil
	}
	return c()
}

// Create calls write with a writer to a file. The first byte creates or replaces the file, so if
// write fails before that, an old file is unchanged.
func Create(name string, write func(io.Writer) error) error {
	c := &created{name: name}
	err := write(c)
	if c.f == nil {
		return err
	}
	if closed := c.f.Close(); err == nil {
		err = closed
	}
	return err
}

type created struct {
	name string
	f    *os.File
}

// Name returns the name of the file.
func (c *created) Name() string { return c.name }

func (c *created) Write(p []byte) (n int, err error) {
	if c.f == nil {
		if c.f, err = os.Create(c.name); err != nil {
			return 0, err
		}
	}
	return c.f.Write(p)
}

// Name returns f.Name() if f has that method, as an *os.File does. Otherwise it returns the empty
// string.
func Name(f any) string {
	if f, ok := f.(interface{ Name() string }); ok {
		return f.Name()
	}
	return ""
}

// Cut makes an error of the format of an end of the file, by fail. It returns other errors
// of a reader unchanged.
func Cut(err error, where string, fail func(format string, args ...any) error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fail("the file ends %s: %w", where, err)
	}
	return err
}

// Rows returns the number of rows from start up to but without stop, of a tensor of a shape.
// math.MaxInt as stop, which is tensor.End, means through the last row.
func Rows(shape []int, start, stop int) (int, error) {
	if len(shape) == 0 {
		return 0, errors.New("a 0-d tensor has no sections; use Tensor")
	}
	size := shape[0]
	if stop == math.MaxInt {
		stop = size
	}
	if start < 0 || start > stop || stop > size {
		return 0, fmt.Errorf("section %d:%d of an axis of size %d; a section has 0 <= start <= stop <= size", start, stop, size)
	}
	return stop - start, nil
}

// Size multiplies unit, the size of an element, by the sizes of a shape. It reports false if those
// sizes that are not 0 have a product above the largest int.
func Size(unit int, shape []int) (size int, ok bool) {
	size = unit
	for _, n := range shape {
		if n > 0 && size > math.MaxInt/n {
			return 0, false
		}
		size *= max(n, 1)
	}
	if slices.Contains(shape, 0) {
		size = 0
	}
	return size, true
}
