package fastmath

import "strings"

// twin is a function or a copy of a function. A copy takes some products as pairs of factors, or
// returns the factors of its result.
type twin struct {
	*function
	products string // a digit for each parameter, 1 if it is given as factors; "" if no parameter is
	factored bool
}

func (t twin) name() string {
	name := t.function.name
	if t.products != "" {
		name += "_" + t.products
	}
	if t.factored {
		name += "_factors"
	}
	return name
}

// call writes a call of the twin that fits the arguments.
func (w *writer) call(f *function, args []*expr, factored bool) string {
	t := twin{function: f, factored: factored}
	var texts []string
	products := ""
	for _, a := range args {
		p, ok := factors{}, false
		if !f.veils() {
			p, ok = w.product(a)
		}
		if ok {
			texts = append(texts, p.left, p.right)
			products += "1"
		} else {
			texts = append(texts, w.expr(a))
			products += "0"
		}
	}
	if strings.Contains(products, "1") {
		t.products = products
	}
	w.want = append(w.want, t)
	return t.name() + "(" + strings.Join(texts, ", ") + ")"
}

// veils reports whether the function only works on the bits of its arguments, as a barrier does.
func (f *function) veils() bool {
	last := f.body[len(f.body)-1].value
	return len(f.body) == 1 && last != nil && last.kind == call && strings.HasPrefix(last.text, "bitcast")
}

// multiplies reports whether a function with the body returns a product.
func (m *module) multiplies(body []*stmt) bool {
	for _, s := range body {
		e := s.value
		switch {
		case m.multiplies(s.body) || m.multiplies(s.other):
			return true
		case s.kind != "return" || e == nil:
		case e.kind == binary && e.text == "*":
			return true
		case e.kind == call && m.byName[e.text] != nil && m.multiplies(m.byName[e.text].body):
			return true
		}
	}
	return false
}
