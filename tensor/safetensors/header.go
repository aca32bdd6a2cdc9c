package safetensors

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// maxHeader and maxRank bound the headers that are read. maxHeader is the reference
// implementation's.
const (
	maxHeader = 100_000_000
	maxRank   = 64
)

// header is the part of a file before the bytes of the tensors.
type header struct {
	tensors  records
	metadata *records // nil if there is none
	names    []uint32 // offsets of the tensors, in the order of their names
	order    []uint32 // the same in the order of their bytes
	size     int      // of the header itself, in bytes
	bytes    int      // of all tensors
}

// entry is a tensor in a header.
type entry struct {
	kind       *kind
	shape      []int
	begin, end int // of its bytes, behind the header
}

// readHeader reads as far as the bytes of the tensors. An empty file gives io.EOF.
func readHeader(r io.Reader) (h header, err error) {
	r = files.Reader{R: r}
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return h, files.Cut(err, "before its header", ruleError)
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader {
		return h, ruleError("its header has %d bytes; at most %d are read", n, maxHeader)
	}
	h.size = 8 + int(n)
	text := &source{r: r, left: int(n)}
	s := &scanner{r: bufio.NewReader(text)}
	err = h.parse(s)
	if _, cut := s.r.WriteTo(io.Discard); cut != nil {
		return h, files.Cut(cut, "inside its header", ruleError)
	}
	if err == nil {
		err = h.check()
	}
	return h, err
}

// source reads the bytes of a header. If its reader ends earlier, that is an error.
type source struct {
	r    io.Reader
	left int
	err  error
}

func (s *source) Read(p []byte) (n int, err error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if s.err == nil {
		n, s.err = s.r.Read(p[:min(len(p), s.left)])
	}
	if s.err == io.EOF {
		s.err = io.ErrUnexpectedEOF
	}
	if s.left -= n; s.left == 0 {
		return n, nil
	}
	return n, s.err
}

// parse reads the JSON object that lists the tensors.
func (h *header) parse(s *scanner) error {
	seen, begin := false, 0
	name := func() error {
		begin = h.tensors.size
		return s.keep(&h.tensors)
	}
	value := func() error {
		if h.tensors.is(uint32(begin), "__metadata__") == 0 {
			if seen {
				return nameTensor(ruleError("the name stands twice in the header"), "__metadata__")
			}
			seen, h.tensors.size = true, begin
			return h.parseMetadata(s)
		}
		err := h.parseTensor(s)
		if err != nil {
			err = nameTensor(err, h.tensors.text(begin, mostNamed))
		}
		return err
	}
	if err := s.object(name, value); err != nil {
		return err
	}
	if s.blanks(); len(s.ahead(1)) > 0 {
		return s.expectError("the end of the header")
	}
	return nil
}

// parseMetadata reads an object of strings, or null.
func (h *header) parseMetadata(s *scanner) error {
	if s.take('n') {
		if string(s.ahead(3)) != "ull" {
			return s.expectError("null")
		}
		s.skip(3)
		return nil
	}
	h.metadata = &records{}
	text := func() error { return s.keep(h.metadata) }
	return s.object(text, func() error {
		h.metadata.count++
		return text()
	})
}

// parseTensor reads {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, with its fields in any
// order.
func (h *header) parseTensor(s *scanner) error {
	var memory [maxRank + 2]int
	var shape, offsets []int
	kind := -1
	err := s.object(s.word, func() (err error) {
		is := func(field string) bool { return string(s.last) == field }
		switch {
		case is("dtype") && kind < 0:
			kind, err = s.kind()
		case is("shape") && shape == nil:
			shape, err = s.sizes(memory[:0:maxRank])
		case is("data_offsets") && offsets == nil:
			offsets, err = s.sizes(memory[maxRank:maxRank])
		case is("dtype") || is("shape") || is("data_offsets"):
			err = ruleError("its field %s stands twice", s.last)
		default:
			err = ruleError("it has the field %.200q; fields are dtype, shape and data_offsets", s.last)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case kind < 0 || shape == nil || offsets == nil:
		return ruleError("it lacks a field; fields are dtype, shape and data_offsets")
	case len(offsets) != 2:
		return ruleError("it has %d data_offsets, not two", len(offsets))
	}
	for _, list := range [][]int{offsets, {kind}, shape} {
		for _, n := range list {
			h.tensors.putNumber(n)
		}
	}
	h.tensors.put(end)
	h.tensors.count++
	return nil
}

// kind reads the name of a type, and returns its index among kinds.
func (s *scanner) kind() (int, error) {
	if err := s.word(); err != nil {
		return -1, err
	}
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == string(s.last) })
	if i < 0 {
		return -1, ruleError("dtype %.200q is none of the format's", s.last)
	}
	return i, nil
}

// sizes reads as many whole numbers as there is memory for.
func (s *scanner) sizes(memory []int) ([]int, error) {
	err := s.each('[', ']', func() error {
		if len(memory) == cap(memory) {
			return ruleError("byte %d of the header: a list of more than %d numbers", s.at, cap(memory))
		}
		n, err := s.size()
		memory = append(memory, n)
		return err
	})
	return memory, err
}

// entry returns the tensor at an offset, with its sizes appended to shape.
func (h *header) entry(offset uint32, shape []int) (e entry) {
	t, kind := &h.tensors, 0
	at := t.after(int(offset))
	e.begin, at = t.number(at)
	e.end, at = t.number(at)
	kind, at = t.number(at)
	for size := 0; t.at(at) != end; shape = append(shape, size) {
		size, at = t.number(at)
	}
	e.kind, e.shape = &kinds[kind], shape
	return e
}

// find returns the tensor of a name.
func (h *header) find(name string) (e entry, ok bool) {
	if !utf8.ValidString(name) {
		return e, false
	}
	i, ok := slices.BinarySearchFunc(h.names, name, h.tensors.is)
	if ok {
		e = h.entry(h.names[i], []int{})
	}
	return e, ok
}
