package broadcast_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "github.com/wgtensor/wgtensor/broadcast"
)

// The tables hold what PyTorch 1.13.1 and NumPy 1.24.2 answered, one JSON object a line. testdata
// has every n-th row of each (see TestTestdataIsASelection). $WGTENSOR_CONFORMANCE names the
// directory that has tables/ in full. All rows pass but the exceptions.

var update = flag.Bool("update", false, "select testdata anew from $WGTENSOR_CONFORMANCE")

var tables = []struct {
	file  string
	every int // testdata has rows 0, every, 2*every, …
	check func(*testing.T, row)
}{
	{"shapes.jsonl", 12, checkShapes},
	{"expand.jsonl", 6, checkExpand},
}

// exceptions are rows where PyTorch 1.13.1 returns a tensor of a negative size in place of an
// error. Its check misses the size where another one is 0. No tensor has a negative size, and the
// table has no answer of NumPy.
var exceptions = map[string]string{
	"expand.00115": "size -2 on an axis of size 1",
	"expand.00485": "size -2 on a new axis",
	"expand.00630": "size -2 on a new axis",
}

type row struct {
	Name    string
	Shapes  [][]int // table shapes
	Shape   []int   // table expand
	Sizes   []int
	Strides json.RawMessage
	Result  json.RawMessage
	Error   struct {
		Torch        string
		TorchOp      string `json:"torch_op"`
		TorchTensors string `json:"torch_broadcast_tensors"`
	}
	NumpyStrides []int `json:"numpy_strides"`
}

// full returns the path of a whole table, or skips; data that ought to be there and is not fails.
func full(t *testing.T, file string) string {
	dir := os.Getenv("WGTENSOR_CONFORMANCE")
	if dir == "" {
		t.Skip("WGTENSOR_CONFORMANCE is not set: it names the directory of the full tables")
	}
	return filepath.Join(dir, "tables", file)
}

func lines(t *testing.T, path string) [][]byte {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, bytes.TrimSpace(data), "%s has no rows", path)
	return bytes.SplitAfter(bytes.TrimSpace(data), []byte("\n"))
}

func checkTable(t *testing.T, path string, check func(*testing.T, row)) {
	for _, line := range lines(t, path) {
		var r row
		require.NoError(t, json.Unmarshal(line, &r), "%s", line)
		require.NotEmpty(t, r.Name)
		t.Run(r.Name, func(t *testing.T) { check(t, r) })
	}
}

func TestSelectedConformance(t *testing.T) {
	for _, table := range tables {
		t.Run(table.file, func(t *testing.T) { checkTable(t, filepath.Join("testdata", table.file), table.check) })
	}
}

func TestFullConformance(t *testing.T) {
	for _, table := range tables {
		t.Run(table.file, func(t *testing.T) { checkTable(t, full(t, table.file), table.check) })
	}
}

func TestTestdataIsASelection(t *testing.T) {
	for _, table := range tables {
		t.Run(table.file, func(t *testing.T) {
			var want []byte
			for i, line := range lines(t, full(t, table.file)) {
				if i%table.every == 0 {
					want = append(append(want, bytes.TrimSpace(line)...), '\n')
				}
			}
			path := filepath.Join("testdata", table.file)
			if *update {
				require.NoError(t, os.WriteFile(path, want, 0o644))
			}
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, got), "%s is not every %dth row; run with -update", path, table.every)
		})
	}
}

// checkShapes: the result and PyTorch's broadcast_tensors strides, or PyTorch's words.
func checkShapes(t *testing.T, r row) {
	got, err := Shapes(r.Shapes...)
	if r.Result == nil {
		var mismatch *Error
		require.ErrorAs(t, err, &mismatch)
		require.NotEmpty(t, r.Error.TorchOp)
		assert.True(t, strings.HasPrefix(err.Error(), r.Error.TorchOp+" (shapes "), "%v\nwant %s", err, r.Error.TorchOp)
		assert.Equal(t, r.Error.TorchOp, r.Error.TorchTensors, "PyTorch agrees with itself")
		return
	}
	require.NoError(t, err)
	want, strides := decode[[]int](t, r.Result), decode[[][]int](t, r.Strides)
	require.Equal(t, want, got)
	require.Len(t, strides, len(r.Shapes))
	for k, shape := range r.Shapes {
		view, err := RowMajor(shape...).To(got)
		require.NoError(t, err)
		assert.Equal(t, Layout{Shape: want, Strides: strides[k]}, view, "operand %d", k)
	}
}

// checkExpand: PyTorch's expand to the last stride, and NumPy's broadcast_to where strides matter.
func checkExpand(t *testing.T, r row) {
	l := Layout{Shape: r.Shape, Strides: decode[[]int](t, r.Strides)}
	got, err := l.Expand(r.Sizes)
	if why, ok := exceptions[r.Name]; ok {
		require.Contains(t, decode[struct{ Shape []int }](t, r.Result).Shape, -2, "PyTorch takes %s", why)
		require.Error(t, err, "we do not")
		return
	}
	if r.Result == nil {
		var refused *ExpandError
		require.ErrorAs(t, err, &refused)
		// PyTorch prints the call before one of its texts; what follows is the text.
		_, want, found := strings.Cut(r.Error.Torch, "): the number")
		if want = "the number" + want; !found {
			want = r.Error.Torch
		}
		require.NotEmpty(t, want)
		assert.True(t, strings.HasPrefix(err.Error(), want), "%v\nwant %s", err, want)
		return
	}
	require.NoError(t, err)
	want := decode[struct {
		Shape, Strides []int
		Contiguous     bool
	}](t, r.Result)
	assert.Equal(t, Layout{Shape: want.Shape, Strides: want.Strides}, got)
	assert.Equal(t, want.Contiguous, got.Contiguous())
	if r.NumpyStrides != nil {
		assert.True(t, got.Equal(Layout{Shape: want.Shape, Strides: r.NumpyStrides}), "NumPy %v", r.NumpyStrides)
		view, err := l.To(r.Sizes)
		require.NoError(t, err)
		assert.Equal(t, got, view)
	}
}

func decode[T any](t *testing.T, raw json.RawMessage) (v T) {
	require.NoError(t, json.Unmarshal(raw, &v), "%s", raw)
	return v
}
