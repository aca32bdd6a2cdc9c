package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
)

func TestBothFormsOfEachLoopHaveTheSameBits(t *testing.T) {
	for _, name := range []string{"cpu", "gpu"} {
		t.Run(name, func(t *testing.T) {
			d, err := device.Open(name)
			if err != nil && name == "gpu" {
				t.Skip("no GPU: ", err)
			}
			require.NoError(t, err)
			defer d.Close()
			var out strings.Builder
			require.NoError(t, run(&out, d, 20, 7))
			assert.Equal(t, 1+len(loops), strings.Count(out.String(), "\n"))
		})
	}
	assert.Error(t, run(&strings.Builder{}, nil, 2, 1))
}
