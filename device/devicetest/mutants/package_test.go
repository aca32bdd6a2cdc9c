package mutants

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func faults(p *Package, in string) (list []string) {
	for _, m := range p.Mutants {
		if m.In == in {
			list = append(list, m.Fault)
		}
	}
	return list
}

func TestEveryOperatorBranchAndNumberHasItsFaults(t *testing.T) {
	p, err := Load("testdata/sum")
	require.NoError(t, err)
	assert.Equal(t, []string{"if x >= y never", "if x >= y always", ">= becomes >", ">= becomes <=", "operands of >= are swapped", "0 is one more", "+ becomes -"}, faults(p, "sum"))
}

func TestWhatDoesNotCompileIsNoMutant(t *testing.T) {
	p, err := Load("testdata/sum")
	require.NoError(t, err)
	assert.Equal(t, []string{"the range ends before its last", `text = text + "x" is left out`}, faults(p, "label"), "strings have no -")
}

func TestTheEnvironmentChoosesTheMutant(t *testing.T) {
	p, err := Load("testdata/sum")
	require.NoError(t, err)
	program := filepath.Join(t.TempDir(), "sum.exe")
	build(t, overlay(t, p, p.Mutants), "go", "build", "-o", program, absolute(t, p.Dir))
	for _, c := range []struct {
		name, fault, want string
	}{
		{"as it is written", "", "8 0 x!\n"},
		{"a sum that subtracts", "+ becomes -", "-2 0 x!\n"},
		{"a condition that never holds", "if x >= y never", "8 8 x!\n"},
		{"a number one greater", "0 is one more", "8 1 x!\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, program)
			i := slices.IndexFunc(p.Mutants, func(m Mutant) bool { return m.In == "sum" && m.Fault == c.fault })
			if i >= 0 {
				cmd.Env = append(os.Environ(), fmt.Sprint(Env, "=", p.Mutants[i].Number))
			}
			out, err := cmd.Output()
			require.NoError(t, err, "the program has a minute")
			assert.Equal(t, c.want, string(out))
		})
	}
}

// overlay writes the files of the package with the mutants. It returns the written file for each
// original file.
func overlay(t *testing.T, p *Package, mutants []Mutant) map[string]string {
	files, err := p.Overlay(mutants)
	require.NoError(t, err)
	dir, replace := t.TempDir(), map[string]string{}
	for name, text := range files {
		at := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
		replace[filepath.Join(absolute(t, p.Dir), name)] = at
	}
	return replace
}

// build runs the go command with some files replaced.
func build(t *testing.T, replace map[string]string, args ...string) {
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(file, overlay, 0o644))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], slices.Insert(args[1:], 1, "-overlay", file)...)
	cmd.Dir = absolute(t, root)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "the go command, which has twenty minutes: %s", out)
}

func TestInstructionsHaveTheirFaults(t *testing.T) {
	for _, c := range []struct {
		instruction [2]string
		want        []spoiltLine
	}{
		{[2]string{"VSUBPS", "Y1, Y2, Y3"}, []spoiltLine{
			{"\tVADDPS Y1, Y2, Y3", "becomes VADDPS"},
			{"\tVSUBPS Y2, Y1, Y3", "operands are swapped"},
			{"", "is left out"},
		}},
		{[2]string{"VADDPS", "32(BX), Y0, Y0"}, []spoiltLine{
			{"\tVSUBPS 32(BX), Y0, Y0", "becomes VSUBPS"},
			{"\tVADDPS 40(BX), Y0, Y0", "address is 8 more"},
			{"", "is left out"},
		}},
		{[2]string{"VCMPPS", "$0x11, Y1, Y1, K1"}, []spoiltLine{
			{"\tVCMPPS $18, Y1, Y1, K1", "immediate is one more"},
			{"", "is left out"},
		}},
		{[2]string{"JGE", "l7"}, []spoiltLine{{"\tJGT l7", "becomes JGT"}}},
		{[2]string{"VMOVDQU", "k3f8000003f800000<>+0(SB), Y2"}, []spoiltLine{
			{"\tVMOVDQU spoilt_k3f8000003f800000<>+0(SB), Y2", "lowest bit of the constant is the other"},
			{"", "is left out"},
		}},
		{[2]string{"MOVQ", "n+0(FP), AX"}, nil},
		{[2]string{"VZEROUPPER", ""}, nil},
	} {
		t.Run(strings.Join(c.instruction[:], " "), func(t *testing.T) {
			assert.Equal(t, c.want, spoiltLines(c.instruction[0], c.instruction[1]))
		})
	}
}
