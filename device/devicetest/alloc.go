package devicetest

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// checkAllocRefused asks for buffers that cannot be had, and then for one that can.
func (s bufferSection) checkAllocRefused() error {
	for _, n := range []int{-1, math.MinInt} {
		if s.refusal(n) == nil {
			return fmt.Errorf("Alloc(%d) is no error", n)
		}
	}
	limit := s.info.Limits.BufferBytes
	for _, n := range tooLarge(limit) {
		err := s.refusal(n)
		named := err != nil && limit > 0 && strings.Contains(err.Error(), strconv.Itoa(limit))
		if !named && !errors.Is(err, device.ErrOutOfMemory) {
			return fmt.Errorf("Alloc(%d): %v; want ErrOutOfMemory, or the limit of %d bytes", n, err, limit)
		}
	}
	return s.with(64, func(b device.Buffer) error { return s.roundTrip(b, 0, 64) })
}

// refusal returns the error of an Alloc. A buffer returned instead of an error is released.
func (s target) refusal(n int) error {
	b, err := s.device.Alloc(n)
	if err == nil {
		b.Release()
	}
	return err
}

// tooLarge lists sizes beyond a limit, and beyond any memory that 64 bits may address. An int of 32
// bits holds no size of the second kind.
func tooLarge(limit int) []int {
	var sizes []int
	if strconv.IntSize == 64 {
		sizes = append(sizes, math.MaxInt, math.MaxInt-1023)
	}
	if limit > 0 && limit < math.MaxInt {
		sizes = append(sizes, limit+1)
	}
	return sizes
}
