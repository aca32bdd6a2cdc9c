package npy

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
)

// zipEnd holds the figures about the directory that the end of an archive has.
type zipEnd struct {
	count, bytes, offset uint64
	at                   int64 // of the end itself
}

// The end of an archive has endSize bytes and a comment. Large archives also have a longer end
// before it. A locator between the two says where the longer end begins.
const endSize, locatorSize, longEndSize = 22, 20, 56

func noArchive(rule string, args ...any) error {
	return ruleError("it is no whole zip archive: "+rule, args...)
}

// readEnd finds the end of an archive of size bytes.
func readEnd(r io.ReaderAt, size int64) (e zipEnd, err error) {
	tail := make([]byte, min(size, locatorSize+endSize+math.MaxUint16))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return e, err
	}
	i, le := bytes.LastIndex(tail, []byte("PK\x05\x06")), binary.LittleEndian
	if i < 0 || len(tail)-i < endSize || len(tail)-i-endSize < int(le.Uint16(tail[i+20:])) {
		return e, noArchive("it has no end")
	}
	if i >= locatorSize && string(tail[i-locatorSize:][:4]) == "PK\x06\x07" {
		return readLongEnd(r, int64(le.Uint64(tail[i-locatorSize+8:])))
	}
	end := tail[i:]
	return zipEnd{uint64(le.Uint16(end[10:])), uint64(le.Uint32(end[12:])), uint64(le.Uint32(end[16:])), size - int64(len(end))}, nil
}

// readLongEnd reads the longer end at an offset.
func readLongEnd(r io.ReaderAt, at int64) (e zipEnd, err error) {
	end, le := make([]byte, longEndSize), binary.LittleEndian
	if _, err := r.ReadAt(end, at); at < 0 || err == io.EOF {
		return e, noArchive("its longer end is beyond the file")
	} else if err != nil {
		return e, err
	}
	if string(end[:4]) != "PK\x06\x06" {
		return e, noArchive("it has no longer end at byte %d", at)
	}
	return zipEnd{le.Uint64(end[32:]), le.Uint64(end[40:]), le.Uint64(end[48:]), at}, nil
}
