package tensor

import (
	"sync/atomic"
	"unsafe"
)

// resolutions caches the types of calls by their signatures, on which alone they depend. A newer
// signature of the same hash replaces an older one. Refused calls are not cached.
var resolutions [1 << 9]atomic.Pointer[resolvedCall]

type resolvedCall struct {
	of signature
	*resolution
}

// resolution is resolve with the cache in front.
func (s *signature) resolution() (*resolution, error) {
	slot := &resolutions[s.hash()%uint64(len(resolutions))]
	if known := slot.Load(); known != nil && known.of == *s {
		return known.resolution, nil
	}
	t, err := s.resolve()
	if err != nil {
		return nil, err
	}
	slot.Store(&resolvedCall{*s, t})
	return t, nil
}

func (s *signature) hash() uint64 {
	h := (uint64(uintptr(unsafe.Pointer(s.op))) ^ s.kinds) * 0x9e3779b97f4a7c15
	return h >> 32
}
