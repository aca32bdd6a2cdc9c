package shaders

import (
	"bytes"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// routine is a function of float64 that is code for the machine of lib/machine.wgsl.
type routine struct {
	name      string // in rows: libm_exp
	params    int
	registers int
	code      []byte // elements of params.code
}

const elementBytes = 16

// libm64 has the routines: a line of name, numbers of parameters, registers and elements,
// and then the elements.
//
//go:embed lib/libm64.code
var libm64 []byte

var routines = sync.OnceValue(func() map[string]*routine {
	all := map[string]*routine{}
	for rest := libm64; len(rest) > 0; {
		line, code, _ := bytes.Cut(rest, []byte("\n"))
		r, n := new(routine), 0
		if _, err := fmt.Sscan(string(line), &r.name, &r.params, &r.registers, &n); err != nil {
			panic(err) // it is embedded
		}
		r.code, rest = code[:n*elementBytes], code[n*elementBytes:]
		all[r.name] = r
	}
	return all
})

var routineName = regexp.MustCompile(`\blibm_\w+`)

var routinesOfRows sync.Map // []*routine, by *op.Op

// routinesOf are the routines that a row's text for float64 calls.
func routinesOf(o *op.Op) []*routine {
	if known, ok := routinesOfRows.Load(o); ok {
		return known.([]*routine)
	}
	text := o.WGSL(op.Float64)
	if _, ok := o.Role.(*op.Group); ok {
		row, _ := RowOf(o, []op.DType{op.Float64, op.Float64})
		text = row.Add + row.End
	}
	found := routinesIn(text)
	routinesOfRows.Store(o, found)
	return found
}

// routinesIn are the routines that a text calls.
func routinesIn(text string) (found []*routine) {
	for _, name := range routineName.FindAllString(text, -1) {
		found = append(found, routines()[name])
	}
	return found
}

// machines is a text in which every call of a routine is one of the machine.
func machines(text string) string { return routineName.ReplaceAllString(text, "m_machine") }

// appendRoutines appends the routines that a program needs, each once.
func appendRoutines(list []*routine, p *device.Program) []*routine {
	for _, in := range p.Code() {
		if len(in.Args) == 0 || p.Type(in.Args[len(in.Args)-1]) != op.Float64 {
			continue
		}
		for _, r := range routinesOf(in.Op) {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

// codeStep divides the declared length of params.code. Kernels with different routines may have
// equal texts, and a driver that caches kernels compiles one for all.
const codeStep = 256

// codeElements is the length of params.code.
func codeElements(routines []*routine) int {
	n := 0
	for _, r := range routines {
		n += len(r.code) / elementBytes
	}
	return (n + codeStep - 1) / codeStep * codeStep
}

// machineFor declares the routines as functions, and the number of the machine's registers. That is
// one more than the routines use, as some instructions have no result.
func machineFor(routines []*routine) string {
	if len(routines) == 0 {
		return ""
	}
	registers, functions, at := 16, "", 0
	for _, r := range routines {
		if r.registers >= registers {
			registers = 32
		}
		args := []string{"x", "x", "x"}
		copy(args, []string{"x", "y", "z"}[:r.params])
		functions += fmt.Sprintf("fn %s(%s: vec2<u32>) -> vec2<u32> { return m_machine(%du, %s); }\n\n",
			r.name, strings.Join(args[:r.params], ": vec2<u32>, "), at, strings.Join(args, ", "))
		at += len(r.code) / elementBytes
	}
	return fmt.Sprintf("const REGISTERS = %d;\n\n%s", registers, functions)
}
