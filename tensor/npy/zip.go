package npy

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Zip is an .npz file, whose arrays are read on demand. Its methods may be called from several
// goroutines.
type Zip struct {
	name    string
	r       io.ReaderAt
	members directory
	options *options
	close   files.Closer
}

// ReadZip reads all arrays of an .npz file.
func ReadZip(name string, opts ...Option) (map[string]*tensor.Tensor, error) {
	z, err := OpenZip(name, opts...)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	arrays := map[string]*tensor.Tensor{}
	for _, name := range z.Names() {
		if arrays[name], err = z.Tensor(name); err != nil {
			return nil, err
		}
	}
	return arrays, nil
}

// OpenZip reads the list of arrays of an .npz file. Close it after use.
func OpenZip(name string, opts ...Option) (*Zip, error) {
	r, size, err := files.Open(name)
	if err != nil {
		return nil, locate(err, "", "")
	}
	z, err := NewZip(r, size, opts...)
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	z.close = r.Close
	return z, nil
}

// zipMagics are how an archive begins: with a member, or with the end of its directory if it has none.
var zipMagics = []string{"PK\x03\x04", "PK\x05\x06"}

// NewZip reads the list of arrays of an .npz file of size bytes.
func NewZip(r io.ReaderAt, size int64, opts ...Option) (*Zip, error) {
	o, err := newOptions(r, opts)
	if err != nil {
		return nil, err
	}
	z := &Zip{name: files.Name(r), r: io.NewSectionReader(files.ReaderAt{R: r}, 0, size), options: o}
	start := make([]byte, min(max(size, 0), 4))
	if _, err := z.r.ReadAt(start, 0); err != nil && err != io.EOF {
		return nil, z.locate(err, "")
	}
	if len(start) == 0 {
		return nil, z.locate(ruleError("it has no bytes; an .npz file begins with \"PK\""), "")
	}
	switch {
	case string(start) == magic[:4]:
		return nil, z.locate(ruleError("it is an .npy file; use ReadFile, Open or NewFile"), "")
	case !slices.Contains(zipMagics, string(start)):
		return nil, z.locate(ruleError("it begins with %q; an .npz file begins with \"PK\"", start), "")
	}
	if z.members, err = readDirectory(z.r, size); err != nil {
		return nil, z.locate(err, "")
	}
	if len(z.members.offsets) == 0 && start[2] == 3 {
		return nil, z.locate(ruleError("its directory lists no members, and it begins with one"), "")
	}
	if err := z.checkOffsets(size); err != nil {
		return nil, err
	}
	if err := z.checkNames(); err != nil {
		return nil, err
	}
	return z, nil
}

// checkOffsets checks that the bytes of members are in the file and do not overlap. Otherwise a
// small file could hold many large arrays.
func (z *Zip) checkOffsets(size int64) error {
	d := &z.members
	slices.SortFunc(d.offsets, func(p, q uint32) int {
		a, _ := d.member(p)
		b, _ := d.member(q)
		return cmp.Compare(a.at, b.at)
	})
	stop, memory := int64(0), make([]byte, memberSize+math.MaxUint16)
	for i, offset := range d.offsets {
		m, _ := d.member(offset)
		start, err := m.start(z.r, memory)
		if left := max(size-start, 0); m.at < stop {
			err = ruleError("its bytes overlap those of %q", d.name(d.offsets[i-1]))
		} else if err == nil && m.packed > uint64(left) {
			err = ruleError("it has %d bytes, the file has %d more", m.packed, left)
		}
		if err != nil {
			return z.locate(err, string(d.name(offset)))
		}
		stop = start + int64(m.packed)
	}
	return nil
}

// checkNames checks the names of the members.
func (z *Zip) checkNames() error {
	d := &z.members
	d.sort()
	for i, offset := range d.offsets {
		name := d.name(offset)
		if !utf8.Valid(name) {
			return z.locate(ruleError("the name of a member is not valid UTF-8"), string(name))
		}
		if i > 0 && bytes.Equal(name, d.name(d.offsets[i-1])) {
			return z.locate(ruleError("there are two members of this name"), string(name))
		}
	}
	return nil
}

// Names returns the names of the arrays, in the file's order.
func (z *Zip) Names() []string {
	if z == nil {
		return nil
	}
	d, names := &z.members, make([]string, 0, len(z.members.offsets))
	for at := 0; at < len(d.raw); at = d.after(at) {
		names = append(names, string(d.name(uint32(at))))
	}
	return names
}

// Tensor reads an array, and checks its checksum.
func (z *Zip) Tensor(name string) (*tensor.Tensor, error) {
	m, err := z.member(name)
	if err != nil {
		return nil, err
	}
	t, err := z.read(m)
	return t, z.locate(err, name)
}

// Open reads the header of an array that is stored uncompressed, as np.savez does. The checksum is
// not checked when sections of the array are read.
func (z *Zip) Open(name string) (*File, error) {
	m, err := z.member(name)
	if err != nil {
		return nil, err
	}
	if m.method != stored {
		return nil, z.locate(errors.New("it is compressed, and cannot be read in sections; use Tensor"), name)
	}
	section, err := z.section(m)
	if err != nil {
		return nil, z.locate(err, name)
	}
	return newFile(section, section.Size(), z.name, name, z.options)
}

// Close closes the file, if OpenZip has opened it. Tensors that were read stay valid.
func (z *Zip) Close() error {
	if z == nil {
		return nil
	}
	return z.close.Close()
}

func (z *Zip) locate(err error, name string) error { return locate(err, z.name, name) }

// member finds a member that can be read.
func (z *Zip) member(name string) (*member, error) {
	if z == nil || z.r == nil {
		return nil, errors.New("npy: read: a zero Zip holds no arrays; use OpenZip or NewZip")
	}
	m, ok := z.members.find(name)
	switch {
	case !ok:
		return nil, z.locate(errors.New("the archive has no such array"), name)
	case m.flags&(1|1<<5|1<<6) != 0:
		return nil, z.locate(ruleError("it is encrypted, or a patch"), name)
	case m.method != stored && m.method != deflated:
		return nil, z.locate(ruleError("it is compressed by method %d; methods are 0 (stored) and 8 (deflate)", m.method), name)
	case m.method == stored && m.packed != m.size:
		return nil, z.locate(ruleError("it is stored, in %d bytes of %d", m.packed, m.size), name)
	}
	return &m, nil
}

// section returns a reader of the stored bytes of a member.
func (z *Zip) section(m *member) (*io.SectionReader, error) {
	start, err := m.start(z.r, make([]byte, memberSize+len(m.file)))
	return io.NewSectionReader(z.r, start, int64(m.packed)), err
}

// read reads a member to its end, because only then its checksum is known.
func (z *Zip) read(m *member) (*tensor.Tensor, error) {
	section, err := z.section(m)
	if err != nil {
		return nil, err
	}
	var raw io.Reader = section
	if m.method == deflated {
		inflate := flate.NewReader(raw)
		defer inflate.Close()
		raw = inflate
	}
	sum := crc32.NewIEEE()
	r := io.TeeReader(raw, sum)
	h, err := readHeader(r, z.options)
	if err != nil {
		return nil, corrupt(err)
	}
	if size := uint64(h.size) + uint64(h.bytes); size != m.size {
		return nil, ruleError("its array has %d bytes with the header, the member %d", size, m.size)
	}
	there := 0
	if m.method == stored {
		there = h.bytes
	}
	t, err := h.load(r, there, h.shape, z.options)
	if err != nil {
		return nil, corrupt(err)
	}
	if err := z.end(m, r, sum); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// end checks that a member ends where its array does, and its checksum.
func (z *Zip) end(m *member, r io.Reader, sum hash.Hash32) error {
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return ruleError("it goes on after the %d bytes that the archive says", m.size)
	case err != io.EOF:
		return corrupt(err)
	case sum.Sum32() != m.sum:
		return ruleError("%w: its bytes have %08x, the archive says %08x", zip.ErrChecksum, sum.Sum32(), m.sum)
	}
	return nil
}

// stored and deflated are the methods of members that are read.
const (
	stored   = int(zip.Store)
	deflated = int(zip.Deflate)
)

// corrupt makes a FormatError of an error of malformed compressed bytes. It returns an error of
// the reader unchanged.
func corrupt(err error) error {
	var bad flate.CorruptInputError
	if errors.As(err, &bad) || err == io.ErrUnexpectedEOF {
		return ruleError("its compressed bytes are malformed: %w", err)
	}
	return err
}
