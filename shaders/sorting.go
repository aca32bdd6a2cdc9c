package shaders

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// sortStep is what a stage of a sort does.
type sortStep uint8

const (
	ranks      sortStep = iota // finds the rank of each element in its group, and puts its number there
	counts                     // counts the digits of each run
	totals                     // replaces the counts of each digit by those of the runs before, and adds them
	starts                     // replaces the sum of each digit by that of the digits before
	moves                      // moves the numbers of each run to where their digits begin
	elementsOf                 // takes the elements that numbers name
	numbers                    // makes numbers of elements in their groups
)

func (s sortStep) String() string {
	return [...]string{"ranks", "counts of digits", "totals of digits", "starts of digits", "moves by digits", "elements in order", "indices in order"}[s]
}

// reads is how many of the first bindings the step only reads.
func (s sortStep) reads() int { return [...]int{1, 2, 0, 0, 2, 2, 1}[s] }

// Digits of keys have digitBits bits.
const (
	digitBits = 8
	digits    = 1 << digitBits
)

// sortCost is the cost of a round of a thread that sorts, as of Cost.
const sortCost = 1000

// sortGroup is the number of threads in a workgroup that sorts. Runs are few.
const sortGroup = 64

// sorting is what the threads of a kernel do in a stage of a sort.
type sorting struct {
	step      sortStep
	key       sortKey
	words     int // of an element; 0 where digits are those of its group's number
	size, all int // elements of a group, and of all
	run, runs int // elements of a run, and how many runs there are

	word, shift    int  // where the digits are in keys
	from, to       int  // words where lists begin
	unordered      bool // the numbers are 0, 1, 2 … still
	first, threads int
	rounds         int // of each thread
}

// sortKey has what makes keys of elements: the sign and infinity in the last word, all bits of a word,
// and the bits to flip. Unsigned types have no sign, and integers no infinity.
type sortKey struct{ sign, infinity, mask, flip uint32 }

func sortKeyOf(dt op.DType, descending bool) (k sortKey) {
	top := max(0, bitSize(dt)-32)
	k.mask = uint32(^uint64(0) >> (64 - bitSize(dt)) >> top)
	if dt.Kind() == op.Floating || dt.Kind() == op.Signed {
		k.sign = k.mask>>1 + 1
	}
	if dt.IsFloat() {
		k.infinity = uint32(dt.FromFloat(math.Inf(1)) >> top)
	}
	if descending {
		k.flip = k.mask
	}
	return k
}

// work is the stage's Kernel.Work.
func (s *sorting) work() int64 { return int64(s.threads) * int64(s.rounds) * sortCost }

// appendKey appends what the text depends on.
func (s *sorting) appendKey(key []byte) []byte {
	return fmt.Appendf(key, "sort: %v, %d words", s.step, s.words)
}

// fields are the numbers of the stage.
func (s *sorting) fields(visit func(f field, value uint32)) {
	number := func(what string, value int) { visit(field{nil, what, -1}, uint32(value)) }
	number("first", s.first)
	number("threads", s.threads)
	number("size", s.size)
	number("all", s.all)
	number("run", s.run)
	number("runs", s.runs)
	number("word", s.word)
	number("shift", s.shift)
	number("from_at", s.from)
	number("to_at", s.to)
	number("unordered", map[bool]int{true: 1}[s.unordered])
	visit(field{nil, "sign", -1}, s.key.sign)
	visit(field{nil, "infinity", -1}, s.key.infinity)
	visit(field{nil, "mask", -1}, s.key.mask)
	visit(field{nil, "flip", -1}, s.key.flip)
}

// writeFunctions writes the functions that give an element's key, and its digit.
func (s *sorting) writeFunctions(t *text) {
	if s.step != ranks && s.step != counts && s.step != moves {
		return
	}
	digit := "(key(i) >> params.shift)"
	switch s.words {
	case 0:
		digit = "((i / params.size) >> params.shift)"
	case 1:
		t.open("fn key(i: u32) -> u32 {")
		t.line("return m_sort_key(buf1[i], params.sign, params.infinity, params.mask) ^ params.flip;")
		t.close()
	case 2:
		digit = "(key(i)[params.word] >> params.shift)"
		t.open("fn key(i: u32) -> vec2<u32> {")
		t.line("return m_sort_key64(vec2<u32>(buf1[2u * i], buf1[2u * i + 1u]), params.sign, params.infinity) ^ vec2<u32>(params.flip);")
		t.close()
	}
	if s.step != ranks {
		t.open("fn digit(i: u32) -> u32 {")
		t.line("return %s & %du;", digit, digits-1)
		t.close()
	}
}

// write writes what thread number thread does.
func (s *sorting) write(t *text) {
	t.line("if (thread >= params.threads) { return; }")
	t.line("let i = params.first + thread;")
	switch s.step {
	case ranks:
		less := map[bool]string{true: "m_ult64(other, own)", false: "other < own"}[s.words == 2]
		same := map[bool]string{true: "all(other == own)", false: "other == own"}[s.words == 2]
		t.line("let begin = i - i %% params.size;")
		t.line("let own = key(i);")
		t.line("var rank = begin;")
		t.open("for (var j = begin; j < begin + params.size; j++) {")
		t.line("let other = key(j);")
		t.line("rank += select(0u, 1u, %s || (%s && j < i));", less, same)
		t.close()
		t.line("buf2[rank] = i;")
	case counts:
		t.line("for (var d = 0u; d < %du; d++) { buf3[d * params.runs + i] = 0u; }", digits)
		s.openRun(t)
		t.line("buf3[digit(number) * params.runs + i] += 1u;")
		t.close()
	case totals:
		t.line("var sum = 0u;")
		t.open("for (var run = 0u; run < params.runs; run++) {")
		t.line("let count = buf1[i * params.runs + run];")
		t.line("buf1[i * params.runs + run] = sum;")
		t.line("sum += count;")
		t.close()
		t.line("buf1[%du * params.runs + i] = sum;", digits)
	case starts:
		t.line("var sum = 0u;")
		t.open("for (var at = %du * params.runs; at < %du * params.runs + %du; at++) {", digits, digits, digits)
		t.line("let total = buf1[at];")
		t.line("buf1[at] = sum;")
		t.line("sum += total;")
		t.close()
	case moves:
		s.openRun(t)
		t.line("let d = digit(number);")
		t.line("let at = d * params.runs + i;")
		t.line("let before = buf3[at];")
		t.line("buf3[at] = before + 1u;")
		t.line("buf4[params.to_at + buf3[%du * params.runs + d] + before] = number;", digits)
		t.close()
	case elementsOf:
		for word := range s.words {
			t.line("buf3[params.to_at + %s] = buf1[%s];", plus(fmt.Sprintf("i%s", times(s.words)), word), plus(fmt.Sprintf("buf2[i]%s", times(s.words)), word))
		}
	case numbers:
		t.line("buf2[params.to_at + i] = buf1[i] %% params.size;")
	}
}

// openRun opens the loop over the numbers of a run.
func (s *sorting) openRun(t *text) {
	t.line("let end = min((i + 1u) * params.run, params.all);")
	t.open("for (var j = i * params.run; j < end; j++) {")
	t.line("let number = select(buf2[params.from_at + j], j, params.unordered == 1u);")
}
