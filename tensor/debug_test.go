package tensor_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/tensor"
)

// TestDebugged is the program whose lines the next test reads.
func TestDebugged(t *testing.T) {
	x := iota32(3)
	require.NoError(t, tensor.Eval(context.Background(), x.Mul(2).Add(1)))
	type argument struct {
		X *tensor.Tensor
		F float64
	}
	f := tensor.Compile(func(a argument) *tensor.Tensor { return a.X.Mul(a.F) })
	for i := range 10 {
		require.NoError(t, f.Call(argument{x, float64(i)}).Err())
	}
}

func TestTheEnvironmentAsksForLinesAboutLaunchesAndRecordings(t *testing.T) {
	notInPage(t)
	for _, c := range []struct {
		level    string
		has, not []string
	}{
		{"1", []string{"wgtensor: device=cpu op=mul+add shape=[3] read=12 written=12 took=", " GB/s=", " variant=", " share=", "wgtensor: cpu: share is of ", "wgtensor: compile: recording 9 of ", "recording 10 of ", "because of the value of a field"}, []string{"recording 8 of", "%0"}},
		{"2", []string{"wgtensor: device=cpu op=mul+add ", "wgtensor: plan [3]\n(%0 float32; "}, nil},
		{"0", nil, []string{"wgtensor: "}},
		{"", nil, []string{"wgtensor: "}},
		{"all", []string{`wgtensor: WGTENSOR_DEBUG is "all"`}, []string{"mul+add"}},
	} {
		t.Run("WGTENSOR_DEBUG="+c.level, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestDebugged$")
			run.Env = append(os.Environ(), "WGTENSOR_DEBUG="+c.level, "WGTENSOR_DEVICE=cpu")
			var lines bytes.Buffer
			run.Stderr = &lines
			require.NoError(t, run.Run())
			for _, want := range c.has {
				assert.Contains(t, lines.String(), want)
			}
			for _, not := range c.not {
				assert.NotContains(t, lines.String(), not, strings.Count(lines.String(), "\n"))
			}
		})
	}
}
