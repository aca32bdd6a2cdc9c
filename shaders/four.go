package shaders

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// A long function waits for itself: each of its steps takes what the last one gave. A software driver computes
// neighbours one after the other, too far apart for a processor to have both in sight. On four elements at a
// time, a step is four instructions, and none waits for another.

var (
	scalarType = regexp.MustCompile(`\b(f32|u32|i32|bool)\b`)
	called     = regexp.MustCompile(`\b((?:m|base)_\w+)\(`)
)

// onFour is a function on four elements, m_bar4 for m_bar, whose values are vectors of four. Those of 64 bits
// are two vectors. Its text has no literal but u32(1u), i32(1) or a float that is no comparison's, and takes
// words of 64 bits by their index.
func (d decl) onFour() decl {
	_, text, _ := strings.Cut("\n"+d.text, "\nfn ")
	text = called.ReplaceAllString("fn "+text, "${1}4(")
	return decl{name: d.name + "4", text: fourOf(text)}
}

// fourOf is a type, or the types in a text, of four elements.
func fourOf(text string) string {
	parts := strings.Split(text, "vec2<u32>")
	for i := range parts {
		parts[i] = scalarType.ReplaceAllString(parts[i], "vec4<$1>")
	}
	return strings.Join(parts, "array<vec4<u32>, 2>")
}

// onFour is the text of an instruction on four elements, or "".
func (f function) onFour(in device.Instr, repair Repair) string {
	text := f.template(in)
	m := called.FindStringSubmatch(text)
	if m == nil || !strings.HasPrefix(text, m[0]) {
		return ""
	}
	if _, ok := lib(repair).index[m[1]+"4"]; !ok {
		return ""
	}
	return strings.Replace(text, m[0], m[1]+"4(", 1)
}

// findFours finds the instructions that a round computes for its four neighbours at a time. What they take is
// computed again for what else takes it, so there are none where a program reads at computed places.
func (g *grouping) findFours() (fours []int) {
	p := g.launch.Program
	if g.launch.Levels != nil || p.Forms()&(device.Loads|device.Finds) != 0 {
		return nil
	}
	for i, in := range p.Code() {
		if (function{program: p}).onFour(in, g.repair) != "" {
			fours = append(fours, i)
		}
	}
	return fours
}

// costOfRepeated is the Cost of a program, without that of some instructions.
func (g *grouping) costOfRepeated(without []int) int {
	p := g.launch.Program
	n := Cost(p, g.repair)
	for _, i := range without {
		of := function{program: p}.instruction(p.Code()[i])
		of.repair = g.repair
		n -= cost(of)
	}
	return n
}

// writeFours writes the instructions that are computed for all neighbours at a time, each behind what it takes.
func (x *walkText) writeFours(t *text) {
	p := x.f.program
	for n, i := range x.fours {
		in := p.Code()[i]
		var names []string
		for a, v := range in.Args {
			name := fmt.Sprintf("four%d_%d", p.Result(i), a)
			names = append(names, name)
			t.line("var %s: %s;", name, fourOf(x.f.valueType(v)))
		}
		x.done = x.fours[:n]
		x.writeNeighbours(t, "number", func(x walkText) {
			for a, v := range in.Args {
				x.ensure(t, v)
				if words(p.Type(v)) == 2 {
					for k := range 2 {
						t.line("%s[%d].%c = %s[%d];", names[a], k, "xyzw"[x.lane], x.f.value(v), k)
					}
					continue
				}
				t.line("%s.%c = %s;", names[a], "xyzw"[x.lane], x.f.value(v))
			}
		})
		t.line("let four%d = %s;", p.Result(i), expand(x.f.onFour(in, x.k.repair), names))
	}
	x.done = x.fours
}

// hasFour reports whether a value of all neighbours is computed.
func (x walkText) hasFour(i int) bool { return slices.Contains(x.done, i) }

// writeOfFour writes a neighbour's value of those that were computed for all.
func (x walkText) writeOfFour(t *text, i int) {
	in, v := x.f.program.Code()[i], x.f.program.Result(i)
	expr := fmt.Sprintf("four%d.%c", v, "xyzw"[x.lane])
	if words(in.Type) == 2 {
		expr = fmt.Sprintf("vec2<u32>(four%d[0].%c, four%d[1].%c)", v, "xyzw"[x.lane], v, "xyzw"[x.lane])
	}
	if x.used[v] {
		expr = expand(fit(in), []string{expr})
	}
	t.line("let %s = %s;", x.f.value(v), expr)
}
