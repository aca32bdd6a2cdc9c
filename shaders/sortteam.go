package shaders

import "fmt"

// declare declares the workgroup memory of a team: a word for each digit, or for each digit of
// each thread.
func (s *sorting) declare(t *text) {
	if s.team() == 1 {
		return
	}
	switch s.step {
	case counts:
		t.line("var<workgroup> tallies: array<atomic<u32>, %d>;", s.digits())
	case totals:
		t.line("var<workgroup> tallies: array<u32, %d>;", s.teams)
	case moves:
		t.line("var<workgroup> tallies: array<u32, %d>;", s.digits()*s.teams)
	}
}

// writeTeamCounts counts the digits of a run. Neighbouring threads take neighbouring elements.
func (s *sorting) writeTeamCounts(t *text) {
	t.line("if (lane < %du) { atomicStore(&tallies[lane], 0u); }", s.digits())
	t.line("workgroupBarrier();")
	t.line("let end = min((i + 1u) * params.run, params.all);")
	t.open("for (var j = i * params.run + lane; j < end; j += %du) {", s.teams)
	s.writeLoad(t)
	t.line("atomicAdd(&tallies[digit(x, number)], 1u);")
	t.close()
	t.line("workgroupBarrier();")
	t.open("if (lane < %du) {", s.digits())
	s.counts.put(t, fmt.Sprintf("i * %du + lane", s.digits()), "atomicLoad(&tallies[lane])")
	t.close()
}

// writeTeamTotals replaces the counts of digit i. Each thread takes as many runs, which follow each other.
func (s *sorting) writeTeamTotals(t *text) {
	t.line("let each = (params.runs + %du) / %du;", s.teams-1, s.teams)
	t.line("let begin = min(lane * each, params.runs);")
	t.line("let end = min(begin + each, params.runs);")
	t.line("var own = 0u;")
	t.line("for (var run = begin; run < end; run++) { own += %s; }", s.counts.word(fmt.Sprintf("run * %du + i", s.digits())))
	t.line("tallies[lane] = own;")
	t.line("workgroupBarrier();")
	t.line("var sum = 0u;")
	t.line("for (var other = 0u; other < lane; other++) { sum += tallies[other]; }")
	t.open("for (var run = begin; run < end; run++) {")
	t.line("let at = run * %du + i;", s.digits())
	s.writePrefix(t)
	t.close()
	t.open("if (lane == %du) {", s.teams-1)
	s.counts.put(t, fmt.Sprintf("%du * params.runs + i", s.digits()), "sum")
	t.close()
}

// writeTeamMoves moves the elements of a run. Each thread takes elements that follow each other, and
// learns how many of each digit the threads before it have.
func (s *sorting) writeTeamMoves(t *text) {
	n := s.digits()
	t.line("for (var d = 0u; d < %du; d++) { tallies[d * %du + lane] = 0u; }", n, s.teams)
	t.line("let begin = i * params.run + lane * %du;", teamRun)
	t.line("let end = min(begin + %du, params.all);", teamRun)
	t.open("for (var j = begin; j < end; j++) {")
	s.writeLoad(t)
	t.line("tallies[digit(x, number) * %du + lane] += 1u;", s.teams)
	t.close()
	t.line("workgroupBarrier();")
	t.open("if (lane < %du) {", n)
	t.line("var sum = %s + %s;", s.counts.word(fmt.Sprintf("i * %du + lane", n)), s.counts.word(fmt.Sprintf("%du * params.runs + lane", n)))
	t.open("for (var at = lane * %[1]du; at < (lane + 1u) * %[1]du; at++) {", s.teams)
	t.line("let count = tallies[at];")
	t.line("tallies[at] = sum;")
	t.line("sum += count;")
	t.close()
	t.close()
	t.line("workgroupBarrier();")
	t.open("for (var j = begin; j < end; j++) {")
	s.writeLoad(t)
	t.line("let at = digit(x, number) * %du + lane;", s.teams)
	t.line("let to = tallies[at];")
	t.line("tallies[at] = to + 1u;")
	s.writeMove(t)
	t.close()
}
