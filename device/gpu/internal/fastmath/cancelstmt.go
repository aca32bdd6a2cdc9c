package fastmath

func (a *analysis) block(list []*stmt) {
	a.scopes.open()
	defer a.scopes.close()
	for _, s := range list {
		a.stmt(s)
	}
}

func (a *analysis) stmt(s *stmt) {
	switch s.kind {
	case "let", "var", "const":
		a.declare(s)
	case "return":
		if s.value != nil {
			a.result = append(a.result, a.expr(s.value))
		}
	case "call":
		a.expr(s.value)
	case "break", "continue", ";":
	case "{":
		a.block(s.body)
	case "for":
		a.scopes.open()
		a.stmt(s.first)
		a.branches(s)
		a.scopes.close()
	case "if", "while", "switch", "case", "default", "loop":
		a.branches(s)
	default:
		a.assign(s)
	}
}

func (a *analysis) declare(s *stmt) {
	if s.value == nil {
		a.scopes.set(s.name, a.unknown(s.name, s.typ))
		return
	}
	v := a.expr(s.value)
	if s.typ != "" {
		v.typ = s.typ
	}
	a.scopes.set(s.name, v)
}

// unknown is a value unlike all others.
func (a *analysis) unknown(name, typ string) known {
	return a.term(typ, "%s %d", name, len(a.ids))
}

func (a *analysis) assign(s *stmt) {
	if s.target.kind == ident && s.kind == "=" {
		a.change(s.target.text, a.expr(s.value))
		return
	}
	if s.value != nil {
		a.expr(s.value)
	}
	a.forget([]*stmt{s})
}

// change gives a variable another value.
func (a *analysis) change(name string, v known) {
	for i := len(a.scopes) - 1; i >= 0; i-- {
		if _, ok := a.scopes[i][name]; ok {
			a.scopes[i][name] = v
			return
		}
	}
}

// forget makes the variables unknown that the statements assign.
func (a *analysis) forget(list []*stmt) {
	for _, s := range list {
		a.forget(s.body)
		a.forget(s.other)
		if s.post != nil {
			a.forget([]*stmt{s.post})
		}
		if s.target == nil {
			continue
		}
		base := s.target
		for base.kind != ident {
			base = base.args[0]
		}
		if v, ok := a.scopes.find(base.text); ok {
			a.change(base.text, a.unknown(base.text, v.typ))
		}
	}
}

// branches follows the bodies of a statement, which may run never, once or repeatedly.
func (a *analysis) branches(s *stmt) {
	again := s.kind == "for" || s.kind == "while" || s.kind == "loop"
	if again {
		a.forget([]*stmt{s})
	}
	if s.value != nil {
		a.expr(s.value)
	}
	before := a.scopes.copy()
	a.block(s.body)
	if s.post != nil {
		a.stmt(s.post)
	}
	a.scopes = before
	before = a.scopes.copy()
	a.block(s.other)
	a.scopes = before
	a.forget([]*stmt{s})
}
