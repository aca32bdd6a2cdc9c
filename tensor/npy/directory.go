package npy

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// directory is the list of members in a zip archive, as the file has it. Package archive/zip takes
// 5 times its bytes, more than a file of small arrays has. The format is APPNOTE.TXT of PKWARE.
type directory struct {
	raw     []byte
	offsets []uint32 // of the members in raw; in the order of their names once they are sorted
}

// member is the entry of a member in a directory.
type member struct {
	file          []byte // its name
	flags, method int
	sum           uint32
	packed, size  uint64 // bytes as stored, and after decompression
	at            int64  // of its header in the file
}

const (
	memberSize = 30 // bytes of a member's header, without its name and extra fields
	entrySize  = 46 // and of a directory's entry
)

// readDirectory reads the directory of a file of size bytes.
func readDirectory(r io.ReaderAt, size int64) (d directory, err error) {
	end, err := readEnd(r, size)
	if err != nil {
		return d, err
	}
	if end.bytes > uint64(end.at) || end.offset != uint64(end.at)-end.bytes || end.bytes > math.MaxInt32 {
		return d, noArchive("its directory of %d bytes at byte %d does not end at byte %d", end.bytes, end.offset, end.at)
	}
	d.raw = make([]byte, end.bytes)
	if _, err := r.ReadAt(d.raw, int64(end.offset)); err != nil && err != io.EOF {
		return d, err
	}
	found, err := d.count()
	switch {
	case err != nil:
		return d, err
	case uint16(found) != uint16(end.count):
		return d, noArchive("its directory lists %d members, not %d", found, end.count)
	case uint64(found)*memberSize > end.offset:
		return d, noArchive("its directory lists %d members, more than the file has", found)
	}
	d.offsets = make([]uint32, 0, found)
	for at := 0; at < len(d.raw); at = d.after(at) {
		d.offsets = append(d.offsets, uint32(at))
	}
	return d, nil
}

// count checks all members, and counts them.
func (d *directory) count() (n int, err error) {
	for at := 0; at < len(d.raw); at = d.after(at) {
		rest := d.raw[at:]
		whole := len(rest) >= entrySize && string(rest[:4]) == "PK\x01\x02" && d.after(at) <= len(d.raw)
		if whole {
			_, whole = d.member(uint32(at))
		}
		if !whole {
			return n, noArchive("member %d of its directory is malformed", n)
		}
		if version := rest[6]; version > 63 {
			return n, ruleError("member %d needs version %d.%d of the zip format; 6.3 and those before are read", n, version/10, version%10)
		}
		n++
	}
	return n, nil
}

// after returns the offset behind a member.
func (d *directory) after(at int) int {
	return at + entrySize + d.number(at+28) + d.number(at+30) + d.number(at+32)
}

func (d *directory) number(at int) int { return int(binary.LittleEndian.Uint16(d.raw[at:])) }

// file returns the name of a member.
func (d *directory) file(at int) []byte { return d.raw[at+entrySize:][:d.number(at+28)] }

// name returns the name of the array that is a member.
func (d *directory) name(offset uint32) []byte {
	return bytes.TrimSuffix(d.file(int(offset)), []byte(".npy"))
}

// sort puts the offsets in the order of names.
func (d *directory) sort() {
	slices.SortFunc(d.offsets, func(p, q uint32) int { return bytes.Compare(d.name(p), d.name(q)) })
}

// find returns a member, once they are sorted.
func (d *directory) find(name string) (m member, ok bool) {
	i, ok := slices.BinarySearchFunc(d.offsets, name, func(p uint32, name string) int {
		return cmp.Compare(string(d.name(p)), name)
	})
	if ok {
		m, _ = d.member(d.offsets[i])
	}
	return m, ok
}

// member returns the entry at an offset, and whether it is well formed.
func (d *directory) member(offset uint32) (m member, ok bool) {
	le, at := binary.LittleEndian, int(offset)
	raw := d.raw[at:]
	m = member{file: d.file(at), flags: d.number(at + 8), method: d.number(at + 10), sum: le.Uint32(raw[16:]),
		packed: uint64(le.Uint32(raw[20:])), size: uint64(le.Uint32(raw[24:]))}
	start := uint64(le.Uint32(raw[42:]))
	long, ok := longSizes(raw[entrySize+len(m.file):][:d.number(at+30)])
	for _, n := range []*uint64{&m.size, &m.packed, &start} {
		if *n != math.MaxUint32 {
			continue
		}
		if len(long) < 8 {
			return m, false
		}
		*n, long = le.Uint64(long), long[8:]
	}
	m.at = int64(start)
	return m, ok && m.at >= 0
}

// longSizes returns the extra field with the sizes and the offset that do not fit 4 bytes. Each has
// 8 bytes there. It reports whether the extra fields are whole.
func longSizes(extra []byte) (long []byte, ok bool) {
	for len(extra) >= 4 {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			return nil, false
		}
		if kind == 1 {
			long = extra[:size]
		}
		extra = extra[size:]
	}
	return long, true
}

// start returns where the bytes of a member begin in the file, behind its header. memory is room
// for the header and the name.
func (m *member) start(r io.ReaderAt, memory []byte) (int64, error) {
	header := memory[:memberSize+len(m.file)]
	if _, err := r.ReadAt(header, m.at); err == io.EOF {
		return 0, noArchive("a member at byte %d is beyond the file", m.at)
	} else if err != nil {
		return 0, err
	}
	if string(header[:4]) != "PK\x03\x04" {
		return 0, noArchive("there is no member at byte %d", m.at)
	}
	name, extra := int(binary.LittleEndian.Uint16(header[26:])), int(binary.LittleEndian.Uint16(header[28:]))
	if name != len(m.file) || !bytes.Equal(header[memberSize:], m.file) {
		return 0, noArchive("the member at byte %d has another name than its directory says", m.at)
	}
	return m.at + int64(memberSize+name+extra), nil
}
