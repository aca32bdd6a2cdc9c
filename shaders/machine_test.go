package shaders

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/shaders/internal/translate"
)

func TestTheMachineHasEveryOperationUnderItsNumber(t *testing.T) {
	text, err := os.ReadFile("lib/machine.wgsl")
	require.NoError(t, err)
	for _, o := range translate.Ops() {
		t.Run(o.String(), func(t *testing.T) {
			line := regexp.MustCompile(`(?m)^.* // .*\b` + o.String() + `\b.*$`).FindStringSubmatch(string(text))
			require.NotNil(t, line, "no line of the machine computes it")
			assert.Regexp(t, fmt.Sprintf(`\b%du\b|op < 3u`, o), line[0])
		})
	}
}

func TestEveryRoutineThatARowNamesExists(t *testing.T) {
	for _, o := range op.Instructions() {
		for _, r := range routinesOf(o) {
			require.NotNil(t, r, o.Name)
			assert.Equal(t, int(o.Arity), r.params, o.Name)
			assert.Less(t, r.registers, 32)
		}
	}
}

func TestRoutinesTravelInTheUniformEachOnce(t *testing.T) {
	p, err := device.NewProgram([]op.DType{op.Float64}, nil, []device.Instr{do(op.Exp, 0), do(op.Log, 1), do(op.Exp, 2)}, 3)
	require.NoError(t, err)
	k := rows(p, 5).singly(t)
	exp, log := routines()["libm_exp"], routines()["libm_log"]
	require.Equal(t, []*routine{exp, log}, k.routines)
	params := k.Params([]byte("before"))
	require.Len(t, params, len("before")+k.ParamBytes())
	code := params[len(params)-elementBytes*codeElements(k.routines):]
	assert.Equal(t, string(exp.code)+string(log.code), string(code[:len(exp.code)+len(log.code)]))
	text := k.WGSL()
	assert.Contains(t, text, "fn libm_exp(x: vec2<u32>) -> vec2<u32> { return m_machine(0u, x, x, x); }")
	assert.Contains(t, text, fmt.Sprintf("return m_machine(%du, x, x, x); }", len(exp.code)/elementBytes))
	assert.Contains(t, text, "code: array<vec4<u32>, 256>,")
}

func TestTextsOfSeveralRoutinesAreTheSame(t *testing.T) {
	text := func(o *op.Op) string {
		p, err := device.Single(o, op.Float64)
		require.NoError(t, err)
		t2 := rows(p, 5).singly(t).WGSL()
		return routineName.ReplaceAllString(t2[strings.Index(t2, "struct"):], "libm")
	}
	assert.Equal(t, text(op.Exp), text(op.Sin))
}
