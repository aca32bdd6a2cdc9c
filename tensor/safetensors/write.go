package safetensors

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/internal/files"
)

// Write writes tensors, with metadata unless that is nil. They are in the order of the reference
// implementation, wide types first, and then of their names. It waits as [tensor.Tensor.Bytes] does.
func Write(w io.Writer, tensors map[string]*tensor.Tensor, metadata map[string]string) error {
	if files.Nil(w) {
		return errors.New("safetensors: write: nil writer")
	}
	start, order, err := format(tensors, metadata)
	if err != nil {
		return locate(err, files.Name(w))
	}
	if _, err := (files.Writer{W: w}).Write(start); err != nil {
		return locate(err, files.Name(w))
	}
	for _, name := range order {
		if _, err := tensors[name].WriteTo(w); err != nil {
			return locate(nameTensor(err, name), files.Name(w))
		}
	}
	return nil
}

// WriteFile writes tensors to a file, which it makes or replaces. A tensor that is refused leaves an
// old file as it was. It waits as [Write] does.
func WriteFile(name string, tensors map[string]*tensor.Tensor, metadata map[string]string) error {
	return files.Create(name, func(w io.Writer) error { return Write(w, tensors, metadata) })
}

// format returns the header, and the names in the order of the tensors' bytes.
func format(tensors map[string]*tensor.Tensor, metadata map[string]string) (header []byte, order []string, err error) {
	order = slices.Collect(maps.Keys(tensors))
	for _, name := range order {
		if err := writable(name, tensors[name]); err != nil {
			return nil, nil, nameTensor(err, name)
		}
	}
	slices.SortFunc(order, func(a, b string) int {
		return cmp.Or(kindOf(tensors[b])-kindOf(tensors[a]), cmp.Compare(a, b))
	})
	var text bytes.Buffer
	text.WriteByte('{')
	if metadata != nil {
		for key, value := range metadata {
			if !utf8.ValidString(key) || !utf8.ValidString(value) {
				return nil, nil, fmt.Errorf("metadata %q is not valid UTF-8", key)
			}
		}
		text.WriteString(`"__metadata__":` + quote(metadata) + ",")
	}
	end := 0
	for _, name := range order {
		t, begin := tensors[name], end
		end += t.Len() * t.DType().Size()
		fmt.Fprintf(&text, `%s:{"dtype":"%s","shape":%s,"data_offsets":[%d,%d]},`, quote(name), kinds[kindOf(t)].name, quote(t.Shape()), begin, end)
	}
	all := append(bytes.TrimSuffix(text.Bytes(), []byte(",")), '}')
	for len(all)%8 != 0 {
		all = append(all, ' ')
	}
	if len(all) > maxHeader {
		return nil, nil, fmt.Errorf("the header has %d bytes; at most %d are read", len(all), maxHeader)
	}
	return append(binary.LittleEndian.AppendUint64(nil, uint64(len(all))), all...), order, nil
}

// writable computes a tensor, and checks it.
func writable(name string, t *tensor.Tensor) error {
	err := tensor.Eval(context.Background(), t)
	switch {
	case err != nil:
		return err
	case name == "__metadata__":
		return errors.New("the name is the format's own; choose another")
	case !utf8.ValidString(name):
		return errors.New("the name is not valid UTF-8")
	case t.Rank() > maxRank:
		return fmt.Errorf("it has %d axes, at most %d are read; Reshape it", t.Rank(), maxRank)
	}
	return nil
}

// kindOf is the index of a tensor's type among kinds.
func kindOf(t *tensor.Tensor) int {
	return slices.IndexFunc(kinds, func(k kind) bool { return k.dtype == t.DType() })
}

// quote returns JSON as the reference implementation writes it, with < > & unescaped.
func quote(v any) string {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings and numbers have no errors
	return string(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}
