package images

import (
	"fmt"
	"io"
)

// reader reads an image row by row.
type reader struct {
	fill   func(y int, dst []byte)
	size   int // of a row, in bytes
	height int
	y      int
	rest   []byte // of a row that did not fit
	row    []byte
}

// Len returns the number of bytes that are left.
func (r *reader) Len() int { return (r.height-r.y)*r.size + len(r.rest) }

// panicked returns the error for what an image panicked with.
func panicked(p any) error {
	return fmt.Errorf("the image is nil, damaged, or has less memory than its bounds: %v", p)
}

// Read fills whole rows where they fit. It returns an error if the image panics.
func (r *reader) Read(p []byte) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, fmt.Errorf("row %d: %w", r.y, panicked(p))
		}
	}()
	if r.Len() == 0 {
		return 0, io.EOF
	}
	n = copy(p, r.rest)
	r.rest = r.rest[n:]
	for ; r.y < r.height && len(p)-n >= r.size; r.y++ {
		r.fill(r.y, p[n:n+r.size])
		n += r.size
	}
	if n < len(p) && r.y < r.height {
		if r.row == nil {
			r.row = make([]byte, r.size)
		}
		r.fill(r.y, r.row)
		r.y++
		k := copy(p[n:], r.row)
		n, r.rest = n+k, r.row[k:]
	}
	return n, nil
}
