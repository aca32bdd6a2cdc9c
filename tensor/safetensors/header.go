package safetensors

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// maxHeader and maxRank bound what is read. The first is the reference implementation's.
const (
	maxHeader = 100_000_000
	maxRank   = 64
)

// header is what stands before the bytes of the tensors.
type header struct {
	tensors  []entry // in the order of their bytes
	metadata map[string]string
	size     int // of the header itself, in bytes
	bytes    int // of all tensors
}

// entry is a tensor in a header.
type entry struct {
	name       string
	kind       *kind
	shape      []int
	begin, end int // of its bytes, behind the header
}

// readHeader reads as far as the bytes of the tensors. An empty file gives io.EOF.
func readHeader(r io.Reader) (h header, err error) {
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return h, files.Cut(err, "before its header", broken)
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHeader {
		return h, broken("its header has %d bytes; at most %d are read", n, maxHeader)
	}
	text, err := readText(r, int(n))
	if err != nil {
		return h, files.Cut(err, "inside its header", broken)
	}
	if !utf8.ValidString(text) {
		return h, broken("its header is not valid UTF-8")
	}
	h.size = 8 + len(text)
	s := &scanner{text: text}
	if err := h.parse(s); err != nil {
		return h, err
	}
	if s.blanks(); s.at < len(text) {
		return h, s.expected("the end of the header")
	}
	return h, h.check()
}

// readText reads n bytes, in pieces: memory follows the bytes that are there.
func readText(r io.Reader, n int) (string, error) {
	var pieces [][]byte
	for read := 0; read < n; {
		piece := make([]byte, min(max(1<<12, read/8), n-read))
		if _, err := io.ReadFull(r, piece); err != nil {
			return "", err
		}
		pieces, read = append(pieces, piece), read+len(piece)
	}
	var text strings.Builder
	text.Grow(n)
	for _, piece := range pieces {
		text.Write(piece)
	}
	return text.String(), nil
}

// parse reads the object of all tensors.
func (h *header) parse(s *scanner) error {
	seen := map[string]bool{}
	return s.object(func(name string) error {
		if seen[name] {
			return named(broken("the name stands twice in the header"), name)
		}
		seen[name] = true
		if name == "__metadata__" {
			return h.parseMetadata(s)
		}
		e := entry{name: name}
		if err := e.parse(s); err != nil {
			return named(err, name)
		}
		h.tensors = append(h.tensors, e)
		return nil
	})
}

// parseMetadata reads an object of strings, or null.
func (h *header) parseMetadata(s *scanner) error {
	if s.take('n') {
		if !strings.HasPrefix(s.text[s.at:], "ull") {
			return s.expected("null")
		}
		s.at += len("ull")
		return nil
	}
	h.metadata = map[string]string{}
	return s.object(func(key string) error {
		if _, twice := h.metadata[key]; twice {
			return broken("the key %.200q stands twice in __metadata__", key)
		}
		value, err := s.str()
		h.metadata[key] = value
		return err
	})
}

// parse reads {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, with its fields in any order.
func (e *entry) parse(s *scanner) error {
	offsets := []int(nil)
	err := s.object(func(field string) (err error) {
		switch {
		case field == "dtype" && e.kind == nil:
			e.kind, err = s.kind()
		case field == "shape" && e.shape == nil:
			e.shape, err = s.sizes(maxRank)
		case field == "data_offsets" && offsets == nil:
			offsets, err = s.sizes(2)
		case field == "dtype" || field == "shape" || field == "data_offsets":
			err = broken("its field %s stands twice", field)
		default:
			err = broken("it has the field %.200q; fields are dtype, shape and data_offsets", field)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case e.kind == nil || e.shape == nil || offsets == nil:
		return broken("it lacks a field; fields are dtype, shape and data_offsets")
	case len(offsets) != 2:
		return broken("it has %d data_offsets, not two", len(offsets))
	}
	e.begin, e.end = offsets[0], offsets[1]
	return nil
}

func (s *scanner) kind() (*kind, error) {
	name, err := s.str()
	if err != nil {
		return nil, err
	}
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i], nil
		}
	}
	return nil, broken("dtype %.200q is none of the format's", name)
}

// sizes reads at most so many whole numbers.
func (s *scanner) sizes(most int) ([]int, error) {
	sizes := []int{}
	err := s.each('[', ']', func() error {
		if len(sizes) == most {
			return broken("byte %d of the header: a list of more than %d numbers", s.at, most)
		}
		n, err := s.size()
		sizes = append(sizes, n)
		return err
	})
	return slices.Clip(sizes), err
}

// check puts the tensors in the order of their bytes, which have no gaps and do not overlap.
func (h *header) check() error {
	slices.SortStableFunc(h.tensors, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end))
	})
	for _, e := range h.tensors {
		if err := e.check(h.bytes); err != nil {
			return named(err, e.name)
		}
		h.bytes = e.end
	}
	if h.bytes > math.MaxInt-h.size {
		return broken("its tensors end at byte %d, more than an int counts", h.bytes)
	}
	return nil
}

// check checks the offsets of a tensor behind which others end.
func (e *entry) check(before int) error {
	bits := e.kind.bits
	for _, size := range e.shape {
		if size > 0 && bits > math.MaxInt/size {
			return broken("shape %v of %s is more bits than an int counts", e.shape, e.kind.name)
		}
		bits *= max(size, 1)
	}
	if slices.Contains(e.shape, 0) {
		bits = 0
	}
	switch {
	case bits%8 != 0:
		return broken("shape %v of %s is no whole number of bytes", e.shape, e.kind.name)
	case e.begin > before:
		return broken("its bytes begin at %d; those from %d to there are no tensor's", e.begin, before)
	case e.begin < before:
		return broken("its bytes begin at %d, before another's end at %d", e.begin, before)
	case e.end-e.begin != bits/8:
		return broken("shape %v of %s has %d bytes, its data_offsets [%d %d] have %d", e.shape, e.kind.name, bits/8, e.begin, e.end, e.end-e.begin)
	}
	return nil
}
