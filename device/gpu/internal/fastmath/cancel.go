package fastmath

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Cancellations lists the sums and differences of float32 in a kernel that may cancel where a
// compiler re-associates. In such a sum a term, or a constant, occurs twice. It follows main
// through functions, declarations, additions, subtractions and signs. The result of a barrier, or
// of any other operation, is a new term.
func Cancellations(wgsl string) []string {
	a := &analysis{module: read(wgsl), ids: map[string]string{}}
	a.call(a.byName["main"], nil)
	return slices.Compact(slices.Sorted(slices.Values(a.found)))
}

// analysis finds the terms of every value in a kernel.
type analysis struct {
	*module
	ids    map[string]string // of terms
	scopes scopes[known]
	in     *function
	result []known // of the function, at each return
	found  []string
}

// known is a value: a sum of terms, each with a factor, or a struct.
type known struct {
	typ    string
	sum    map[string]float64 // by the terms' numbers; "" is the constant
	fields map[string]known
}

// constant is the term of numbers.
const constant = ""

// term returns a value that is a single term. Values with the same text are the same term.
func (a *analysis) term(typ, format string, args ...any) known {
	text := fmt.Sprintf(format, args...)
	if a.ids[text] == "" {
		a.ids[text] = strconv.Itoa(len(a.ids) + 1)
	}
	return known{typ: typ, sum: map[string]float64{a.ids[text]: 1}}
}

// key is equal for equal values.
func (v known) key() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(v.fields)) {
		fmt.Fprintf(&b, "%s=%s;", name, v.fields[name].key())
	}
	for _, t := range slices.Sorted(maps.Keys(v.sum)) {
		fmt.Fprintf(&b, "%v*%s+", v.sum[t], t)
	}
	return b.String()
}

func (a *analysis) expr(e *expr) known {
	typ := a.typeOf(e, func(name string) string { v, _ := a.scopes.find(name); return v.typ })
	var args []known
	var keys []string
	for _, x := range e.args {
		v := a.expr(x)
		args, keys = append(args, v), append(keys, v.key())
	}
	switch e.kind {
	case literal:
		if c, err := strconv.ParseFloat(strings.TrimSuffix(e.text, "f"), 64); typ == f32 && err == nil {
			return known{typ: typ, sum: map[string]float64{constant: c}}
		}
	case ident:
		if v, ok := a.scopes.find(e.text); ok {
			return v
		}
	case member:
		if v, ok := args[0].fields[e.text]; ok {
			return v
		}
	case unary:
		if typ == f32 && e.text == "-" {
			return a.add(e, known{typ: f32}, args[0], -1)
		}
	case binary:
		switch {
		case typ == f32 && e.text == "+":
			return a.add(e, args[0], args[1], 1)
		case typ == f32 && e.text == "-":
			return a.add(e, args[0], args[1], -1)
		case e.text == "*":
			slices.Sort(keys)
		}
	case call:
		if f := a.byName[e.text]; f != nil {
			return a.call(f, args)
		}
		if s := a.structs[e.text]; s != nil {
			v := known{typ: typ, fields: map[string]known{}}
			for i, f := range s {
				v.fields[f.name] = args[i]
			}
			return v
		}
	}
	return a.term(typ, "%d %s(%s)", e.kind, e.text, strings.Join(keys, ", "))
}

// add is x + sign * y.
func (a *analysis) add(e *expr, x, y known, sign float64) known {
	sum := map[string]float64{}
	maps.Copy(sum, x.sum)
	for t, n := range y.sum {
		if sum[t] != 0 && n != 0 {
			what := "a term meets itself"
			if t == constant {
				what = "constants meet"
			}
			a.found = append(a.found, fmt.Sprintf("%s: %s in %v", a.in.name, what, e))
		}
		sum[t] += sign * n
	}
	return known{typ: f32, sum: sum}
}

// call returns the value of a call. If the function has several returns, the value is a term of its
// own, the same for equal arguments.
func (a *analysis) call(f *function, args []known) known {
	in, result, outer := a.in, a.result, a.scopes
	a.in, a.result, a.scopes = f, nil, scopes[known]{{}, {}}
	for name, typ := range a.globals {
		a.scopes[0][name] = a.term(typ, "%s", name)
	}
	keys := f.name
	for i, p := range f.params {
		v := a.term(p.typ, "%s of %s", p.name, f.name)
		if i < len(args) {
			v = args[i]
		}
		keys += " " + v.key()
		a.scopes.set(p.name, v)
	}
	a.block(f.body)
	returned := a.result
	a.in, a.result, a.scopes = in, result, outer
	if len(returned) == 1 {
		return returned[0]
	}
	return a.term(f.result, "%s", keys)
}
