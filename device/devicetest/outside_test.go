package devicetest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/op"
)

// A selection of the data lies beside package tensor.
const selection = "../../tensor/testdata"

func TestTheReferenceGivesWhatOutsideDataSay(t *testing.T) {
	r, err := CheckOutside(newReference(), selection)
	require.NoError(t, err)
	names := map[string]int{}
	for _, g := range r.Groups {
		assert.Positive(t, g.Cases+len(g.NotRun), g.Name)
		assert.Zero(t, g.Failed+g.Wrong, g.Name)
		names[g.Name] = g.Elements
	}
	for _, name := range []string{"torch elementwise", "torch strided", "torch cast", "npumath elementwise", "onnx node", "tables int_edge"} {
		assert.Positive(t, names[name], name)
	}
}

func TestOutsideDataFindAFault(t *testing.T) {
	d := newReference()
	off(op.Exp, op.Float32, 5)(d)
	r, err := CheckOutside(d, selection, Only("exp"))
	assert.ErrorContains(t, err, "outside/")
	assert.NotEmpty(t, r.Failures)
	_, err = CheckOutside(d, "no such folder")
	assert.ErrorContains(t, err, "no such folder")
	_, err = CheckOutside(d, selection, Only("exq"))
	assert.EqualError(t, err, `devicetest: no operation "exq"`)
}

func TestOutsideCasesThatMakeNoSenseFail(t *testing.T) {
	array := `{"file":"a.zip","member":"m","dtype":"float32","shape":[2]}`
	for _, c := range []struct {
		name, line string
	}{
		{"no arrays", `{"name":"x","kind":"elementwise","op":"exp"}`},
		{
			name: "no file",
			line: `{"name":"x","kind":"elementwise","op":"exp","inputs":[` + array + `],"outputs":[` + array + `]}`,
		},
		{
			name: "too few inputs",
			line: `{"name":"x","kind":"elementwise","op":"add","inputs":[` + array + `],"outputs":[` + array + `]}`,
		},
		{"no views", `{"name":"x","kind":"strided","op":"exp","inputs":[` + array + `],"outputs":[` + array + `]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range []string{"torch/manifest.jsonl", "npumath/manifest.jsonl", "onnx/manifest.jsonl", "tables/int_edge.jsonl"} {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(c.line), 0o644))
			}
			r, err := CheckOutside(newReference(), dir)
			assert.ErrorContains(t, err, "outside/x: ")
			assert.NotEmpty(t, r.Failures)
		})
	}
}
