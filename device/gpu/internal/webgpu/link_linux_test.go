package webgpu

import (
	"debug/elf"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A machine with a Vulkan driver has libc, and that may be all that it has.
func TestABinaryNeedsNoLibraryOfTheCompilers(t *testing.T) {
	name, err := os.Executable()
	require.NoError(t, err)
	f, err := elf.Open(name)
	require.NoError(t, err)
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	require.NoError(t, err)
	for _, l := range libraries {
		assert.Regexp(t, `^(libc|libm|libdl|libpthread|librt|ld-linux.*)\.so|^ld-musl|^libc\.musl`, l)
	}
}
