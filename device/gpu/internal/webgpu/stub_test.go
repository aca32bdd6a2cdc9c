//go:build nogpu || (!js && !(cgo && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))))

package webgpu

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestABuildWithoutAGPUSaysHowToGetOne(t *testing.T) {
	_, err := Open(Options{})
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	assert.ErrorContains(t, err, "no GPU in this build")
	_, err = Adapters()
	assert.ErrorIs(t, err, errors.ErrUnsupported)
}

// leave does nothing: no test gets as far.
func (*box) leave() {}
