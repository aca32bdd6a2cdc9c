package shaders

import "fmt"

// writeFunctions writes the functions that give an element's key, and its digit.
func (s *sorting) writeFunctions(t *text) {
	if !s.step.takesElements() {
		return
	}
	element, key := "u32", "m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip"
	digit := "key(x)"
	if s.words == 2 {
		element, key = "vec2<u32>", "m_sort_key64(x, params.sign, params.infinity) ^ vec2<u32>(params.flip)"
		digit = "key(x)[params.word]"
	}
	if s.byGroup {
		digit = "(number / params.size)"
	} else {
		t.line("fn key(x: %s) -> %s { return %s; }", element, element, key)
	}
	if s.step != ranks {
		t.line("fn digit(x: %s, number: u32) -> u32 { return (%s >> params.shift) & %du; }", element, digit, s.digits()-1)
	}
	t.line("")
}

// write writes what a thread does.
func (s *sorting) write(_ *nest, t *text) {
	t.line("if (thread >= params.threads) { return; }")
	t.line("let i = params.first + thread;")
	switch s.step {
	case ranks:
		s.writeRanks(t)
	case counts:
		if s.teams > 0 {
			s.writeTeamCounts(t)
			return
		}
		t.line("var own: array<u32, %d>;", s.digits())
		s.writeRun(t, func() { t.line("own[digit(x, number)] += 1u;") })
		t.open("for (var d = 0u; d < %du; d++) {", s.digits())
		s.counts.put(t, fmt.Sprintf("i * %du + d", s.digits()), "own[d]")
		t.close()
	case totals:
		if s.teams > 0 {
			s.writeTeamTotals(t)
			return
		}
		t.line("var sum = 0u;")
		t.open("for (var at = i; at < %du * params.runs; at += %du) {", s.digits(), s.digits())
		s.writePrefix(t)
		t.close()
		s.counts.put(t, fmt.Sprintf("%du * params.runs + i", s.digits()), "sum")
	case starts:
		t.line("var sum = 0u;")
		t.open("for (var at = %du * params.runs; at < %du * (params.runs + 1u); at++) {", s.digits(), s.digits())
		s.writePrefix(t)
		t.close()
	case moves:
		if s.teams > 0 {
			s.writeTeamMoves(t)
			return
		}
		t.line("var places: array<u32, %d>;", s.digits())
		t.open("for (var d = 0u; d < %du; d++) {", s.digits())
		t.line("places[d] = %s + %s;", s.counts.word(fmt.Sprintf("i * %du + d", s.digits())), s.counts.word(fmt.Sprintf("%du * params.runs + d", s.digits())))
		t.close()
		s.writeRun(t, func() {
			t.line("let d = digit(x, number);")
			t.line("let to = places[d];")
			t.line("places[d] = to + 1u;")
			s.writeMove(t)
		})
	case indices:
		t.line("let at = params.to_at + i;")
		s.to.put(t, "at", s.to.word("at")+" % params.size")
	}
}

// writePrefix replaces a count by the sum before it.
func (s *sorting) writePrefix(t *text) {
	t.line("let count = %s;", s.counts.word("at"))
	s.counts.put(t, "at", "sum")
	t.line("sum += count;")
}

// writeRanks moves an element of a short group.
func (s *sorting) writeRanks(t *text) {
	before, same := "other < own", "other == own"
	if s.words == 2 {
		before, same = "m_ult64(other, own)", "m_eq64(other, own)"
	}
	t.line("let x = %s;", s.load("i"))
	t.line("let own = key(x);")
	t.line("let number = i;")
	t.line("let begin = i - i %% params.size;")
	t.line("var to = begin;")
	t.open("for (var j = begin; j < begin + params.size; j++) {")
	t.line("let other = key(%s);", s.load("j"))
	t.line("to += select(0u, 1u, %s || (%s && j < i));", before, same)
	t.close()
	s.writeMove(t)
}

// writeRun writes the loop over the elements of a run, with what is done with each.
func (s *sorting) writeRun(t *text, each func()) {
	t.line("let end = min((i + 1u) * params.run, params.all);")
	if !s.inVectors() {
		t.open("for (var j = i * params.run; j < end; j++) {")
		s.writeLoad(t)
		each()
		t.close()
		return
	}
	t.open("for (var first = i * params.run; first < end; first += %du) {", vectorWords)
	for word := range s.words {
		t.line("let xs%d = %s;", word, s.from.word(plus("((params.from_at + first"+times(s.words)+")"+divideByPower(vectorWords)+")", word)))
	}
	t.line("let numbers = %s;", s.from.word("(params.from_numbers + first)"+divideByPower(vectorWords)))
	for lane := range vectorWords {
		t.open("if (first + %du < end) {", lane)
		t.line("let j = first + %du;", lane)
		x := fmt.Sprintf("xs0[%d]", lane)
		if s.words == 2 {
			x = fmt.Sprintf("vec2<u32>(xs%d[%d], xs%d[%d])", lane/2, lane%2*2, lane/2, lane%2*2+1)
		}
		t.line("let x = %s;", x)
		t.line("let number = select(numbers[%d], j, params.unordered == 1u);", lane)
		each()
		t.close()
	}
	t.close()
}

// inVectors reports whether a thread loads four elements of its run at a time.
func (s *sorting) inVectors() bool {
	return (s.step == counts || s.step == moves) && s.teams == 0 && !s.from.several() && s.from.Scratch != s.to.Scratch &&
		(s.from.first()|s.from.length|s.numbers)%vectorWords == 0
}

// writeLoad loads element j, and its number.
func (s *sorting) writeLoad(t *text) {
	t.line("let x = %s;", s.load("j"))
	t.line("let number = select(%s, j, params.unordered == 1u);", s.from.word("params.from_numbers + j"))
}

// load is the element at a place of the list.
func (s *sorting) load(place string) string {
	at := "params.from_at + " + place + times(s.words)
	if s.words == 2 {
		return fmt.Sprintf("vec2<u32>(%s, %s)", s.from.word(at), s.from.word(plus(at, 1)))
	}
	return s.from.word(at)
}

// writeMove writes an element and its number to a place of the other list.
func (s *sorting) writeMove(t *text) {
	for word := range s.words {
		x := "x"
		if s.words > 1 {
			x = fmt.Sprintf("x[%d]", word)
		}
		s.to.put(t, plus("params.to_at + to"+times(s.words), word), x)
	}
	s.to.put(t, "params.to_numbers + to", "number")
}
