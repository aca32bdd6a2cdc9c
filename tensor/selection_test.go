package tensor_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
)

var update = flag.Bool("update", false, "select testdata anew from $WGTENSOR_CONFORMANCE")

// testdata has every n-th line of a file; every gives n. Cases on arrays are counted for each kind,
// operation and attributes, with floats apart from others. Only small cases of rows count.
var every = map[string]int{
	"tables/shapes.jsonl": 60, "tables/expand.jsonl": 30, "tables/inplace.jsonl": 20, "tables/alias.jsonl": 1,
	"tables/promote.jsonl": 25, "tables/int_edge.jsonl": 25,
	"torch/manifest.jsonl": 30, "npumath/manifest.jsonl": 2, "onnx/manifest.jsonl": 100,
}

const mostElements = 59 // of a case's result

const mostBytes = 400 << 10 // of testdata

func TestTestdataIsASelection(t *testing.T) {
	if tensor.Slowed {
		t.Skip("one goroutine, and the race detector")
	}
	data := full(t)
	total := 0
	for file, n := range every {
		for name, want := range selection(t, data, file, n) {
			path := filepath.Join("testdata", filepath.FromSlash(name))
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, want, 0o644))
			}
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, got), "%s is not the selection; run with -update", path)
			total += len(got)
		}
	}
	require.LessOrEqual(t, total, mostBytes)
}

// selection returns the files of testdata that are selected from a file of the data.
func selection(t *testing.T, data folder, file string, n int) map[string][]byte {
	dir, base := filepath.Split(file)
	var out bytes.Buffer
	members := map[string]array{}
	seen, types := map[string]int{}, cpu.New().Info().DTypes
	for _, line := range lines[json.RawMessage](t, data.path(dir, base)) {
		var c arrayCase
		var kind string
		if base == "manifest.jsonl" {
			require.NoError(t, json.Unmarshal(line, &c))
			if !c.small(types) || c.row() == nil && outside.ONNX[c.Op] == "" && onnxFormulas[c.Op] == nil {
				continue
			}
			kind = fmt.Sprint(c.Kind, c.Op, c.Attrs, c.Outputs[0].DType.IsFloat())
		}
		if seen[kind]++; (seen[kind]-1)%n != 0 {
			continue
		}
		for _, a := range slices.Concat(c.Inputs, c.Outputs, c.Oracle) {
			members[a.Member] = a
			// The arrays of all operations lie in one file here.
			line = bytes.ReplaceAll(line, []byte(`"`+a.File+`"`), []byte(`"arrays.zip"`))
		}
		out.Write(append(line, '\n'))
	}
	files := map[string][]byte{file: out.Bytes()}
	if len(members) > 0 {
		files[dir+"arrays.zip"] = pickArrays(t, folder(data.path(dir)), members)
	}
	return files
}

// small reports whether the case is one of few elements, of types that some device has.
func (c arrayCase) small(types op.Set) bool {
	most := mostElements
	if c.Kind == "reduce" || len(c.Outputs) == 0 {
		return false
	}
	for _, a := range slices.Concat(c.Inputs, c.Outputs) {
		if a.Member != "" && !types.Has(a.DType.DType) {
			return false
		}
	}
	if c.ULP > 0 {
		most = 400 // every set of NumPy has so many
	}
	for _, a := range c.Outputs {
		for _, n := range a.Shape {
			most /= max(n, 1)
		}
	}
	return most > 0
}

// pickArrays packs members into a zip file. The file's bytes depend only on the members.
func pickArrays(t *testing.T, dir folder, members map[string]array) []byte {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	z := openArchives(t, dir)
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name == "" {
			continue // an operand left out
		}
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write(z.member(t, members[name]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return packed.Bytes()
}
