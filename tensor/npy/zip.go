package npy

import (
	"archive/zip"
	"cmp"
	"compress/flate"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Zip is an .npz file, whose arrays are read on demand. Its methods may be called from several
// goroutines.
type Zip struct {
	name    string
	r       io.ReaderAt
	names   []string
	members map[string]*zip.File
	options *options
	close   func() error
}

// ReadZip reads all arrays of an .npz file.
func ReadZip(name string, opts ...Option) (map[string]*tensor.Tensor, error) {
	z, err := OpenZip(name, opts...)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	arrays := map[string]*tensor.Tensor{}
	for _, name := range z.names {
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
		return nil, located(err, "", "")
	}
	z, err := NewZip(r, size, opts...)
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	z.close = r.Close
	return z, nil
}

// NewZip reads the list of arrays of an .npz file of size bytes.
func NewZip(r io.ReaderAt, size int64, opts ...Option) (*Zip, error) {
	z := &Zip{name: files.Name(r), r: io.NewSectionReader(r, 0, size), members: map[string]*zip.File{}, options: newOptions(opts)}
	start := make([]byte, min(max(size, 0), 4))
	if _, err := z.r.ReadAt(start, 0); err != nil && err != io.EOF {
		return nil, z.located(err, "")
	}
	if !slices.Contains([]string{"PK\x03\x04", "PK\x05\x06"}, string(start)) {
		return nil, z.located(broken("it begins with %q; an .npz file begins with \"PK\"", start), "")
	}
	archive, err := zip.NewReader(z.r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // nothing is unpacked
		return nil, z.located(notZip(err), "")
	}
	if len(archive.File) == 0 && start[2] == 3 {
		return nil, z.located(broken("its directory lists no members, and it begins with one"), "")
	}
	for _, member := range archive.File {
		name := strings.TrimSuffix(member.Name, ".npy")
		switch {
		case !utf8.ValidString(name):
			return nil, z.located(broken("the name of a member is not valid UTF-8"), name)
		case z.members[name] != nil:
			return nil, z.located(broken("there are two members of this name"), name)
		}
		z.members[name] = member
		z.names = append(z.names, name)
	}
	if err := z.checkMembers(archive.File, size); err != nil {
		return nil, err
	}
	return z, nil
}

// notZip tells a malformed archive from a read that failed.
func notZip(err error) error {
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrAlgorithm) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return broken("it is no whole zip archive: %w", err)
	}
	return err
}

// checkMembers checks that the bytes of members are in the file and do not overlap. Otherwise a
// small file could hold many large arrays.
func (z *Zip) checkMembers(members []*zip.File, size int64) error {
	type span struct {
		start, stop int64
		name        string
	}
	spans := make([]span, len(members))
	for i, m := range members {
		start, err := m.DataOffset()
		if err != nil {
			return z.located(notZip(err), z.names[i])
		}
		if m.CompressedSize64 > uint64(size-start) {
			return z.located(broken("it has %d bytes, the file has %d more", m.CompressedSize64, size-start), z.names[i])
		}
		spans[i] = span{start, start + int64(m.CompressedSize64), z.names[i]}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(spans); i++ {
		if a, b := spans[i-1], spans[i]; b.start < a.stop {
			return z.located(broken("its bytes overlap those of %q", b.name), a.name)
		}
	}
	return nil
}

// Names returns the names of the arrays, in the file's order.
func (z *Zip) Names() []string { return slices.Clone(z.names) }

// Tensor reads an array, and checks its checksum.
func (z *Zip) Tensor(name string) (*tensor.Tensor, error) {
	m, err := z.member(name)
	if err != nil {
		return nil, err
	}
	t, err := z.read(m)
	return t, z.located(err, name)
}

// Open reads the header of an array that is stored uncompressed, as np.savez does. Sections of it
// can then be read; their checksum is not checked.
func (z *Zip) Open(name string) (*File, error) {
	m, err := z.member(name)
	if err != nil {
		return nil, err
	}
	if m.Method != zip.Store {
		return nil, z.located(errors.New("it is compressed, and cannot be read in sections; use Tensor"), name)
	}
	start, err := m.DataOffset()
	if err != nil {
		return nil, z.located(notZip(err), name)
	}
	size := int64(m.UncompressedSize64)
	return newFile(io.NewSectionReader(z.r, start, size), size, z.name, name, z.options)
}

// Close closes what OpenZip opened. Tensors that were read stay.
func (z *Zip) Close() error {
	if z.close == nil {
		return nil
	}
	return z.close()
}

func (z *Zip) located(err error, name string) error { return located(err, z.name, name) }

// member finds a member that can be read.
func (z *Zip) member(name string) (*zip.File, error) {
	m := z.members[name]
	switch {
	case m == nil:
		return nil, z.located(errors.New("the archive has no such array"), name)
	case m.Flags&1 != 0:
		return nil, z.located(broken("it is encrypted"), name)
	case m.Method != zip.Store && m.Method != zip.Deflate:
		return nil, z.located(broken("it is compressed by method %d; methods are 0 (stored) and 8 (deflate)", m.Method), name)
	case m.Method == zip.Store && m.CompressedSize64 != m.UncompressedSize64:
		return nil, z.located(broken("it is stored, in %d bytes of %d", m.CompressedSize64, m.UncompressedSize64), name)
	}
	return m, nil
}

// read reads a member to its end: only then does the checksum count.
func (z *Zip) read(m *zip.File) (*tensor.Tensor, error) {
	raw, err := m.OpenRaw()
	if err != nil {
		return nil, notZip(err)
	}
	stored := m.Method == zip.Store
	if !stored {
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
	if size := uint64(h.size) + uint64(h.bytes); size != m.UncompressedSize64 {
		return nil, broken("its array has %d bytes with the header, the member %d", size, m.UncompressedSize64)
	}
	there := 0
	if stored {
		there = h.bytes
	}
	t, err := h.load(&files.Elements{R: h.elements(r, 0), There: there, Mend: func([]byte) {}}, h.shape, z.options)
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
func (z *Zip) end(m *zip.File, r io.Reader, sum hash.Hash32) error {
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return broken("it goes on after the %d bytes that the archive says", m.UncompressedSize64)
	case err != io.EOF:
		return corrupt(err)
	case sum.Sum32() != m.CRC32:
		return broken("%w: its bytes have %08x, the archive says %08x", zip.ErrChecksum, sum.Sum32(), m.CRC32)
	}
	return nil
}

// corrupt tells compressed data that are malformed from a read that failed.
func corrupt(err error) error {
	var bad flate.CorruptInputError
	if errors.As(err, &bad) || err == io.ErrUnexpectedEOF {
		return broken("its compressed bytes are malformed: %w", err)
	}
	return err
}
