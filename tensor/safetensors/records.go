package safetensors

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
)

// records are names with values, in the order of their arrival. They take fewer bytes than the same
// JSON, and never move, so memory grows with the bytes of the header that were read.
type records struct {
	chunks []*[chunkBytes]byte
	size   int // of all records, in bytes
	count  int
}

const chunkBytes = 1 << 14

// end stands behind each name and each value. UTF-8 and numbers have no such byte.
const end = 0xff

func (r *records) put(raw ...byte) {
	for len(raw) > 0 {
		if r.size == len(r.chunks)*chunkBytes {
			r.chunks = append(r.chunks, new([chunkBytes]byte))
		}
		n := copy(r.from(r.size), raw)
		r.size, raw = r.size+n, raw[n:]
	}
}

// from returns the rest of the chunk that an offset is in.
func (r *records) from(at int) []byte { return r.chunks[at/chunkBytes][at%chunkBytes:] }

// putNumber writes a number with 6 bits in each byte, the lowest first. Bit 6 is set in all bytes
// except the last.
func (r *records) putNumber(n int) {
	for ; n >= 64; n >>= 6 {
		r.put(64 | byte(n&63))
	}
	r.put(byte(n))
}

// number reads what putNumber wrote, and returns the offset behind it.
func (r *records) number(at int) (n, after int) {
	for shift := 0; ; shift += 6 {
		b := r.at(at)
		n |= int(b&63) << shift
		if at++; b < 64 {
			return n, at
		}
	}
}

func (r *records) at(i int) byte { return r.chunks[i/chunkBytes][i%chunkBytes] }

// after returns the offset behind the name or value at an offset.
func (r *records) after(at int) int {
	for {
		rest := r.from(at)
		if n := bytes.IndexByte(rest, end); n >= 0 {
			return at + n + 1
		}
		at += len(rest)
	}
}

// text returns the name or value at an offset, cut after most bytes.
func (r *records) text(at, most int) string {
	var text strings.Builder
	n := min(r.after(at)-1-at, most)
	text.Grow(n)
	for text.Len() < n {
		rest := r.from(at + text.Len())
		text.Write(rest[:min(len(rest), n-text.Len())])
	}
	return text.String()
}

// offsets returns where the records begin.
func (r *records) offsets() []uint32 {
	offsets := make([]uint32, 0, r.count)
	for at := 0; at < r.size; at = r.after(r.after(at)) {
		offsets = append(offsets, uint32(at))
	}
	return offsets
}

// sort puts offsets in the order of names. Where a name stands twice, it returns one of the two
// offsets; otherwise -1.
func (r *records) sort(offsets []uint32) (twice int) {
	slices.SortFunc(offsets, r.compare)
	for i := 1; i < len(offsets); i++ {
		if r.compare(offsets[i-1], offsets[i]) == 0 {
			return int(offsets[i])
		}
	}
	return -1
}

// compare compares the names at two offsets.
func (r *records) compare(p, q uint32) int {
	for a, b := int(p), int(q); ; {
		x, y := r.from(a), r.from(b)
		n := min(len(x), len(y))
		for i, c := range x[:n] {
			if c != y[i] || c == end {
				return cmp.Compare(c, y[i])
			}
		}
		a, b = a+n, b+n
	}
}

// is compares the name at an offset with a text, as compare does.
func (r *records) is(at uint32, name string) int {
	for i := range len(name) {
		if c := cmp.Compare(r.at(int(at)+i), name[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(r.at(int(at)+len(name)), end)
}

// texts returns all records, whose names and values are texts. Without records it is nil.
func (r *records) texts() map[string]string {
	if r == nil {
		return nil
	}
	texts := make(map[string]string, r.count)
	for at := 0; at < r.size; at = r.after(r.after(at)) {
		texts[r.text(at, math.MaxInt)] = r.text(r.after(at), math.MaxInt)
	}
	return texts
}
