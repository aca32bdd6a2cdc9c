package gpu

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTraceShowsProgramPlanVariantAndTextOfEveryLaunch(t *testing.T) {
	var log bytes.Buffer
	d := open(t, Trace(&log))
	log.Reset() // of the first launches
	x := alloc(t, d, make([]int32, 4096)...)
	add(t, d, x, x, x)
	add(t, d, x, x, x)
	assert.Equal(t, 2, strings.Count(log.String(), "variant flat of 4 by 4 even full, 256 threads\n"))
	for _, part := range []string{"program\n\t(%0 int32, %1 int32)\n\t%2 int32 = add %0 %1\n", "plan [4096], 4096 elements\n",
		"in1 int32 at 0, strides [1]: contiguous whole, binding 1 of 4 words\n", "fn main("} {
		assert.Contains(t, log.String(), part)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, assert.AnError }

func TestATraceThatCannotBeWrittenFailsTheLaunch(t *testing.T) {
	open(t) // or there is no adapter
	_, err := Open(Trace(broken{}))
	require.ErrorIs(t, err, assert.AnError)
}
