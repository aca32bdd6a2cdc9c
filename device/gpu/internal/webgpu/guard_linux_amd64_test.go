//go:build cgo && !js && !nogpu && ((linux && !android && (amd64 || arm64)) || (darwin && !ios && (amd64 || arm64)) || (windows && (amd64 || arm64)))

package webgpu

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A panic is caught only if it can unwind through every function of the shim. That must hold for
// all flags in CGO_CFLAGS, which come before those of the package.
func TestAPanicFindsItsWayThroughTheShimWhateverTheFlags(t *testing.T) {
	deadline(t)
	pkg, err := build.ImportDir(".", 0)
	require.NoError(t, err)
	cc := strings.Fields(cmp.Or(os.Getenv("CC"), "gcc"))
	if _, err := exec.LookPath(cc[0]); err != nil {
		t.Skip(err)
	}
	object := filepath.Join(t.TempDir(), "shim.o")
	compile := func(source, flags string, more []string) (string, error) {
		args := slices.Concat(cc[1:], strings.Fields(flags), more, []string{"-fPIC", "-c", "-o", object, source})
		out, err := exec.Command(cc[0], args...).CombinedOutput()
		return string(out), err
	}
	for _, flags := range []string{
		"-O2 -g -fno-exceptions -fno-unwind-tables -fno-asynchronous-unwind-tables",
		"-O0 -fno-asynchronous-unwind-tables -fno-dwarf2-cfi-asm",
	} {
		for _, source := range []string{"shim.c", "guard.c"} {
			out, err := compile(source, flags, pkg.CgoCFLAGS)
			require.NoError(t, err, out)
			without, functions := withoutFrame(t, object)
			assert.Greater(t, functions, 2)
			assert.Empty(t, without, "functions that nothing unwinds, by %s", flags)
			out, err = compile(source, flags, nil)
			require.Error(t, err, "without the package's own flags")
			assert.Contains(t, out, "compile it with -fexceptions")
		}
	}
}

// What assembly alone refers to is not left out.
func TestTheShimLinksWithOptimisationAtLinkTime(t *testing.T) {
	deadline(t)
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip(err)
	}
	pkg, err := build.ImportDir(".", 0)
	require.NoError(t, err)
	args := append(pkg.CgoCFLAGS, "-O2", "-flto", "-fPIC", "-shared", "-nostdlib", "-o", filepath.Join(t.TempDir(), "shim.so"), "shim.c", "guard.c")
	out, err := exec.Command("gcc", args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// withoutFrame lists the functions of an object that .eh_frame does not describe.
func withoutFrame(t *testing.T, object string) (names []string, functions int) {
	f, err := elf.Open(object)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.Symbols()
	require.NoError(t, err)
	type address struct {
		section elf.SectionIndex
		at      uint64
	}
	described := map[address]bool{}
	if s := f.Section(".rela.eh_frame"); s != nil {
		relocations, err := s.Data()
		require.NoError(t, err)
		for ; len(relocations) >= 24; relocations = relocations[24:] {
			info, addend := binary.LittleEndian.Uint64(relocations[8:]), binary.LittleEndian.Uint64(relocations[16:])
			if symbol := info >> 32; symbol > 0 {
				to := symbols[symbol-1]
				described[address{to.Section, to.Value + addend}] = true
			}
		}
	}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC || s.Section == elf.SHN_UNDEF {
			continue
		}
		functions++
		if !described[address{s.Section, s.Value}] {
			names = append(names, s.Name)
		}
	}
	return names, functions
}
