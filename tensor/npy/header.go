package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

const magic = "\x93NUMPY"

// maxHeader is the length of the longest header that NumPy reads.
const maxHeader = 10000

// header is the part of a file before the elements.
type header struct {
	dtype   tensor.DType
	big     bool // big endian
	fortran bool
	shape   []int
	size    int // of the header itself, in bytes
	bytes   int // of the elements
}

// readHeader reads as far as the elements. An empty file gives io.EOF.
func readHeader(r io.Reader, o *options) (h header, err error) {
	text, size, err := headerText(files.Reader{R: r})
	if err != nil {
		return h, err
	}
	if h, err = parseHeader(text, o); err != nil {
		return h, err
	}
	h.size = size
	var ok bool
	if h.bytes, ok = files.Size(h.dtype.Size(), h.shape); !ok {
		return h, ruleError("shape %v of %v is more bytes than an int counts", h.shape, h.dtype)
	}
	return h, nil
}

// headerText returns the dict, and the number of bytes up to its end.
func headerText(r io.Reader) (text string, size int, err error) {
	var start [12]byte
	if _, err := io.ReadFull(r, start[:len(magic)+2]); err != nil {
		return "", 0, files.Cut(err, "before its header", ruleError)
	}
	switch {
	case slices.Contains(zipMagics, string(start[:4])):
		return "", 0, ruleError("it is an .npz file; use ReadZip, OpenZip or NewZip")
	case string(start[:len(magic)]) != magic:
		return "", 0, ruleError("it begins with %q; an .npy file begins with %q", start[:len(magic)], magic)
	}
	before := 12
	switch major, minor := start[6], start[7]; {
	case major < 1 || major > 3 || minor != 0:
		return "", 0, ruleError("it has version %d.%d; versions are 1.0, 2.0 and 3.0", major, minor)
	case major == 1:
		before = 10
	}
	if _, err := io.ReadFull(r, start[8:before]); err != nil {
		return "", 0, files.Cut(err, "inside its header", ruleError)
	}
	length := uint32(binary.LittleEndian.Uint16(start[8:]))
	if before == 12 {
		length = binary.LittleEndian.Uint32(start[8:])
	}
	if length > maxHeader {
		return "", 0, ruleError("its header has %d bytes; at most %d are read", length, maxHeader)
	}
	dict := make([]byte, length)
	if _, err := io.ReadFull(r, dict); err != nil {
		return "", 0, files.Cut(err, "inside its header", ruleError)
	}
	return string(dict), before + len(dict), nil
}

// parseHeader parses {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, with its keys in
// any order.
func parseHeader(text string, o *options) (h header, err error) {
	l := literal{text}
	seen := map[string]bool{}
	for open := l.take("{"); !l.take("}"); open = l.take(",") {
		if !open {
			return h, ruleError("its header is no Python dict: %.100q", text)
		}
		key, ok := l.str()
		if !ok || !l.take(":") {
			return h, ruleError("its header is no Python dict: %.100q", text)
		}
		if seen[key] {
			return h, ruleError("its header has the key %q twice", key)
		}
		seen[key] = true
		if err := h.value(&l, key, o); err != nil {
			return h, err
		}
	}
	if l.space(); l.rest != "" {
		return h, ruleError("its header goes on after the dict: %.100q", l.rest)
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, ruleError("its header has no key %q", key)
		}
	}
	return h, nil
}

// value parses the value of a key.
func (h *header) value(l *literal, key string, o *options) (err error) {
	switch key {
	case "descr":
		if l.take("[") {
			return ruleError("it is a structured array, which tensors do not hold; save its fields one by one")
		}
		name, ok := l.str()
		if !ok {
			return ruleError("its descr is no string")
		}
		h.dtype, h.big, err = parseDescr(name, o)
	case "fortran_order":
		var ok bool
		if h.fortran, ok = l.boolean(); !ok {
			return ruleError("its fortran_order is neither True nor False")
		}
	case "shape":
		h.shape, err = l.tuple()
	default:
		return ruleError("its header has the key %q; keys are descr, fortran_order and shape", key)
	}
	return err
}

// format returns the header as it stands in a file of version 1.0, which has room for all shapes.
// It is padded so that the elements begin at a multiple of 64.
func (h *header) format() ([]byte, error) {
	name, err := descr(h.dtype)
	if err != nil {
		return nil, err
	}
	if len(h.shape) > maxRank {
		return nil, fmt.Errorf("the tensor has %d axes, NumPy's arrays have at most %d; Reshape it", len(h.shape), maxRank)
	}
	sizes := make([]string, len(h.shape))
	for i, size := range h.shape {
		sizes[i] = fmt.Sprint(size)
	}
	tuple := strings.Join(sizes, ", ")
	if len(sizes) == 1 {
		tuple += ","
	}
	order := "False"
	if h.fortran {
		order = "True"
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", name, order, tuple)
	dict += strings.Repeat(" ", h.growth())
	dict += strings.Repeat(" ", 63-(10+len(dict))%64) + "\n"
	raw := append([]byte(magic), 1, 0)
	raw = binary.LittleEndian.AppendUint16(raw, uint16(len(dict)))
	return append(raw, dict...), nil
}

// growth is how many blanks NumPy leaves in a header, so that appending to the file can change the
// size of the outermost axis.
func (h *header) growth() int {
	if len(h.shape) == 0 {
		return 0
	}
	outermost := h.shape[0]
	if h.fortran {
		outermost = h.shape[len(h.shape)-1]
	}
	return 21 - len(fmt.Sprint(outermost))
}
