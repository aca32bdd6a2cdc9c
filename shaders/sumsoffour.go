package shaders

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/device"
)

// addsFour reports whether a trip adds four elements together.
func (w *walk) addsFour(r trip) bool {
	return w.walksElements() && slices.ContainsFunc(r.ends, func(i int) bool { return w.rows[i].Four != nil })
}

// together lists the instructions of a trip that add the elements of a round together.
func (x walkText) together(r trip) (all []int) {
	for _, i := range r.ends {
		if x.round > 1 && x.rows[i].Four != nil {
			all = append(all, i)
		}
	}
	return all
}

// four is the name of the elements of a round that an instruction adds together.
func (x walkText) four(i int) string { return fmt.Sprintf("four%d", x.result(i)) }

// writeSumsOfFour writes a loop over rounds, which ends early where a state needs room. A loop around it makes
// room, and goes on: software drivers run through the text of a branch, and of a loop, at least once.
func (x walkText) writeSumsOfFour(t *text, r trip, together []int, taken []device.Value, several bool) {
	ofFour := func(i int, text string) string {
		return x.template(i, strings.NewReplacer("{x}", x.four(i), "{m}", fmt.Sprintf("m%d", x.result(i))).Replace(text))
	}
	each := func(f func(i int)) {
		for _, i := range together {
			if several {
				t.open("if (more%d) {", x.result(i))
			}
			f(i)
			if several {
				t.close()
			}
		}
	}
	t.line("var e = begin;")
	t.open("loop {")
	var rare []string
	for _, i := range together {
		t.line("var %s = vec4<f32>();", x.four(i))
		question := ofFour(i, x.rows[i].Four.Rare)
		if several {
			question = fmt.Sprintf("(more%d & %s)", x.result(i), question)
		}
		rare = append(rare, question)
	}
	t.open("for (; e < end; e += %du) {", x.round)
	x.writeElements(t, r, taken, several)
	for _, i := range together {
		t.line("%s", ofFour(i, x.rows[i].Four.Begin))
	}
	t.line("if (%s) { break; }", strings.Join(rare, " | "))
	each(func(i int) { t.line("%s", ofFour(i, x.rows[i].Four.Add)) })
	t.close()
	t.line("if (e >= end) { break; }")
	each(func(i int) { t.line("%s", ofFour(i, x.rows[i].Four.Room)) })
	t.line("e += %du;", x.round)
	t.close()
}
