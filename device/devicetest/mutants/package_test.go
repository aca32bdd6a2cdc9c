package mutants

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

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
	files, err := p.Overlay(p.Mutants)
	require.NoError(t, err)
	dir := t.TempDir()
	program := filepath.Join(dir, "sum.exe")
	build(t, p, files, dir, "go", "build", "-o", program, absolute(t, p.Dir))
	for fault, want := range map[string]string{"": "8 0 x!\n", "+ becomes -": "-2 0 x!\n", "if x >= y never": "8 8 x!\n", "0 is one more": "8 1 x!\n"} {
		cmd := exec.Command(program)
		i := slices.IndexFunc(p.Mutants, func(m Mutant) bool { return m.In == "sum" && m.Fault == fault })
		if i >= 0 {
			cmd.Env = append(os.Environ(), fmt.Sprint(Env, "=", p.Mutants[i].Number))
		}
		out, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, want, string(out), fault)
	}
}

// build runs the go command with the files in place of the package's.
func build(t *testing.T, p *Package, files map[string]string, dir string, args ...string) {
	replace := map[string]string{}
	for name, text := range files {
		at := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
		replace[filepath.Join(absolute(t, p.Dir), name)] = at
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	file := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, overlay, 0o644))
	cmd := exec.Command(args[0], slices.Insert(args[1:], 1, "-overlay", file)...)
	cmd.Dir = absolute(t, root)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

func TestInstructionsHaveTheirFaults(t *testing.T) {
	for instruction, want := range map[[2]string][]spoiltLine{
		{"VSUBPS", "Y1, Y2, Y3"}:                     {{"\tVADDPS Y1, Y2, Y3", "becomes VADDPS"}, {"\tVSUBPS Y2, Y1, Y3", "operands are swapped"}, {"", "is left out"}},
		{"VADDPS", "32(BX), Y0, Y0"}:                 {{"\tVSUBPS 32(BX), Y0, Y0", "becomes VSUBPS"}, {"\tVADDPS 40(BX), Y0, Y0", "address is 8 more"}, {"", "is left out"}},
		{"VCMPPS", "$0x11, Y1, Y1, K1"}:              {{"\tVCMPPS $18, Y1, Y1, K1", "immediate is one more"}, {"", "is left out"}},
		{"JGE", "l7"}:                                {{"\tJGT l7", "becomes JGT"}},
		{"VMOVDQU", "k3f8000003f800000<>+0(SB), Y2"}: {{"\tVMOVDQU spoilt_k3f8000003f800000<>+0(SB), Y2", "lowest bit of the constant is the other"}, {"", "is left out"}},
		{"MOVQ", "n+0(FP), AX"}:                      nil,
		{"VZEROUPPER", ""}:                           nil,
	} {
		assert.Equal(t, want, spoiltLines(instruction[0], instruction[1]), "%v", instruction)
	}
}
