package safetensors_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/tensor/internal/filestest"
	"github.com/wgtensor/wgtensor/tensor/safetensors"
)

// header returns a file with a header of about n bytes: begin, items, end.
func header(n int, begin string, item func(i int) string, end string) []byte {
	text := bytes.NewBufferString("12345678" + begin)
	for i := 0; text.Len() < n; i++ {
		text.WriteString(item(i))
	}
	text.WriteString(end)
	binary.LittleEndian.PutUint64(text.Bytes(), uint64(text.Len()-8))
	return text.Bytes()
}

func TestAFileTakesAtMost1MiBMoreMemoryThanItHasBytes(t *testing.T) {
	size := 1 << 20
	if devicetest.Thorough() {
		size = 16 << 20
	}
	empty := func(i int) string { return fmt.Sprintf(`,"%x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}`, i) }
	pair := func(i int) string { return fmt.Sprintf(`,"%x":""`, i) }
	const first = `{"":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}`
	axes := "[" + strings.Repeat("0,", 63) + "0]"
	for _, c := range []struct {
		name string
		raw  []byte
		rule string // a part of the error; empty where the file is well formed
	}{
		{"empty tensors", header(size, first, empty, "}"), ""},
		{"empty tensors, the last name twice", header(size, first, empty, `,"0":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}`), "twice"},
		{"tensors of a byte that is not there", header(size, first, func(i int) string {
			return fmt.Sprintf(`,"%x":{"dtype":"U8","shape":[],"data_offsets":[%d,%d]}`, i, i, i+1)
		}, "}"), "the file"},
		{"tensors in reverse order", header(size, first, func(i int) string {
			return fmt.Sprintf(`,"%x":{"dtype":"U8","shape":[],"data_offsets":[%d,%d]}`, i, 9_999_999-i, 10_000_000-i)
		}, "}"), "belong to no tensor"},
		{"tensors in no order", header(size, first, func(i int) string {
			at := i * 7919 % 1_000_003
			return fmt.Sprintf(`,"%x":{"dtype":"U8","shape":[],"data_offsets":[%d,%d]}`, i, at, at+1)
		}, "}"), "its bytes begin at"},
		{"axes", header(size, first, func(i int) string {
			return fmt.Sprintf(`,"%x":{"dtype":"U8","shape":%s,"data_offsets":[0,0]}`, i, axes)
		}, "}"), ""},
		{"a type that is none", header(size, first, empty, `,"x":{"dtype":"`+strings.Repeat("x", size)+`"}}`), "none of the format's"},
		{"metadata", header(size, `{"__metadata__":{"":""`, pair, "}}"), ""},
		{"metadata, and garbage", header(size, `{"__metadata__":{"":""`, pair, "}"), "expected a comma"},
		{"metadata, the last key twice", header(size, `{"__metadata__":{"":""`, pair, `,"0":""}}`), "twice"},
		{"a value of the metadata", header(size, `{"__metadata__":{"":"`, words("word"), `"}}`), ""},
		{"escapes", header(size, `{"`, words(`\u0041\n\ud83d\ude00`), `":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}`), ""},
		{"a name without an end", header(size, `{"`, words("word"), ``), "the end of a string"},
		{"a field's name", header(size, `{"x":{"`, words("word"), `":0}}`), "it has the field"},
		{"a number", header(size, `{"x":{"shape":[1`, words("0"), `]}}`), "is above"},
		{"lists", header(size, `{"x":{"shape":`, words("["), `}}`), "expected a whole number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.LessOrEqual(t, open(t, c.raw, c.rule), len(c.raw)+1<<20)
			cut := c.raw[:len(c.raw)/2]
			taken := filestest.CountAllocated(func() {
				_, err := readStream(cut)
				assert.ErrorContains(t, err, "ends inside its header")
			})
			assert.LessOrEqual(t, taken, len(cut)+1<<20, "of a stream")
		})
	}
}

// open opens a file, and counts the bytes that this allocates. rule is a part of the expected
// error.
func open(t *testing.T, raw []byte, rule string) int {
	return filestest.CountAllocated(func() {
		_, err := safetensors.NewFile(bytes.NewReader(raw), int64(len(raw)))
		if rule == "" {
			assert.NoError(t, err)
			return
		}
		var format *safetensors.FormatError
		assert.ErrorAs(t, err, &format)
		assert.ErrorContains(t, err, rule)
	})
}

// words repeats a text 100 times.
func words(text string) func(int) string {
	text = strings.Repeat(text, 100)
	return func(int) string { return text }
}

// BenchmarkHeader reads a header of some 5000 tensors.
func BenchmarkHeader(b *testing.B) {
	raw := header(500_000, `{"__metadata__":{"format":"pt"}`, func(i int) string {
		return fmt.Sprintf(`,"layers.%d.experts.%d.gate_up_proj.weight":{"dtype":"BF16","shape":[0,4096],"data_offsets":[0,0]}`, i/100, i%100)
	}, "}")
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		_, err := safetensors.NewFile(bytes.NewReader(raw), int64(len(raw)))
		require.NoError(b, err)
	}
}
