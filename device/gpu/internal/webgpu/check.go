package webgpu

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// align is the alignment of sizes and offsets in copies, writes and bindings.
const align = 4

func name[T ~uint8](v T, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, uint8(v))
}

func (l Limits) checkBuffer(bytes int, u Usage) error {
	switch {
	case u > Times:
		return fmt.Errorf("webgpu: buffer: no such usage: %v", u)
	case bytes <= 0 || bytes%align != 0:
		return fmt.Errorf("webgpu: buffer of %d bytes: must be a positive multiple of %d", bytes, align)
	case bytes > l.BufferBytes:
		return fmt.Errorf("webgpu: buffer of %d bytes: the device allows at most %d", bytes, l.BufferBytes)
	}
	return nil
}

// checkSpan checks an access to n bytes at an offset of a buffer.
func checkSpan(what string, offset, n, length int) error {
	if err := checkInside(what, offset, n, length); err != nil {
		return err
	}
	if offset%align != 0 || n%align != 0 {
		return fmt.Errorf("webgpu: %s of %d bytes at offset %d: both must be multiples of %d", what, n, offset, align)
	}
	return nil
}

func checkInside(what string, offset, n, length int) error {
	if offset < 0 || n < 0 || offset > length || n > length-offset {
		return fmt.Errorf("webgpu: %s of %d bytes at offset %d: the buffer has %d", what, n, offset, length)
	}
	return nil
}

func (l Limits) checkPipeline(wgsl string, bindings []Binding) error {
	var storage, uniform int
	for i, b := range bindings {
		switch b {
		case ReadOnly, ReadWrite:
			storage++
		case UniformAt:
			uniform++
		default:
			return fmt.Errorf("binding %d: no such kind: %v", i, b)
		}
	}
	switch {
	case strings.TrimSpace(wgsl) == "":
		return errors.New("the WGSL text is empty")
	case !utf8.ValidString(wgsl) || strings.Contains(wgsl, "\x00"):
		return errors.New("the WGSL text is not UTF-8 without zero bytes")
	case len(bindings) == 0:
		return errors.New("no bindings")
	case storage > l.StorageBuffers:
		return fmt.Errorf("%d storage buffers: the device allows at most %d", storage, l.StorageBuffers)
	case uniform > 1:
		return fmt.Errorf("%d uniform bindings: at most one", uniform)
	}
	return nil
}

// checkRange resolves size 0 and returns the size.
func (l Limits) checkRange(b Binding, offset, size, length int, u Usage) (int, error) {
	if size == 0 {
		size = length - offset
	}
	need, align, most := Storage, l.StorageAlign, l.BindingBytes
	if b == UniformAt {
		need, align, most = Uniform, l.UniformAlign, l.UniformBytes
	}
	if u != need {
		return 0, fmt.Errorf("webgpu: a %v buffer bound %v", u, b)
	}
	if err := checkSpan(b.String()+" binding", offset, size, length); err != nil {
		return 0, err
	}
	switch {
	case size == 0:
		return 0, fmt.Errorf("webgpu: empty %v binding at offset %d", b, offset)
	case size > most:
		return 0, fmt.Errorf("webgpu: %v binding of %d bytes: the device allows at most %d", b, size, most)
	case offset%align != 0:
		return 0, fmt.Errorf("webgpu: %v binding at offset %d: must be a multiple of %d", b, offset, align)
	}
	return size, nil
}

// checkAlias refuses buffers written through one binding and used through another. Implementations
// differ in the result, and in when they report it.
func checkAlias(bindings []Binding, r []Range, sizes []int) error {
	for i := range r {
		for j := range i {
			if r[i].Buffer != r[j].Buffer || bindings[i] != ReadWrite && bindings[j] != ReadWrite {
				continue
			}
			if bindings[i] != bindings[j] {
				return fmt.Errorf("webgpu: bindings %d (%v) and %d (%v) share a buffer", j, bindings[j], i, bindings[i])
			}
			if r[i].Offset < r[j].Offset+sizes[j] && r[j].Offset < r[i].Offset+sizes[i] {
				return fmt.Errorf("webgpu: read-write bindings %d and %d overlap", j, i)
			}
		}
	}
	return nil
}

func (l Limits) checkGrid(x, y, z int) error {
	if min(x, y, z) < 0 || max(x, y, z) > l.Workgroups {
		return fmt.Errorf("webgpu: dispatch of %d x %d x %d workgroups: each must be 0..%d", x, y, z, l.Workgroups)
	}
	return nil
}

// clamp makes an int of a limit; some drivers say 2^64-1 for "any".
func clamp(v uint64) int { return int(min(v, math.MaxInt)) }
