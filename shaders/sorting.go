package shaders

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// sortStep is what a stage of a sort does.
type sortStep uint8

const (
	ranks   sortStep = iota // moves each element by how many of its group come before it
	counts                  // counts the digits of each run
	totals                  // replaces the counts of each digit by those of the runs before, and adds them up
	starts                  // replaces the total of each digit by that of the digits before
	moves                   // moves the elements of each run to where its digits begin
	indices                 // makes indices in groups of numbers
)

func (s sortStep) String() string {
	return [...]string{"ranks", "counts of digits", "totals of digits", "starts of digits", "moves by digits", "indices in groups"}[s]
}

// takesElements reports whether the step reads elements.
func (s sortStep) takesElements() bool { return s == ranks || s == counts || s == moves }

// Digits of keys have aloneBits bits, or teamBits where a team counts them.
const (
	aloneBits = 8
	teamBits  = 4
)

// sorting is what the threads of a kernel do in a stage of a sort.
type sorting struct {
	share
	step      sortStep
	words     int // of an element
	key       sortKey
	size, all int // elements of a group, and of all
	numbers   int // words of a list before the numbers
	length    int // words of a list

	ranked    bool // the pass has one stage
	byGroup   bool // it sorts by a digit of the group's number
	word      int  // of the key that the digit is in
	shift     int
	unordered bool // the numbers of elements are 0, 1, 2 … still, and not in the list
	run, runs int  // elements of a run, and how many runs there are
	teams     int  // threads that share a run, or the counts of a digit; 0 if each works alone

	from, counts, to wordList
}

// lists names the lists of a step.
func (s *sorting) lists() []*wordList {
	s.from.name, s.counts.name, s.to.name = "from", "counts", "to"
	s.counts.write, s.to.write = true, true
	switch s.step {
	case ranks:
		return []*wordList{&s.from, &s.to}
	case counts:
		return []*wordList{&s.from, &s.counts}
	case moves:
		return []*wordList{&s.from, &s.counts, &s.to}
	case indices:
		return []*wordList{&s.to}
	}
	return []*wordList{&s.counts}
}

// sortKey has what makes keys of elements: the sign and infinity in the last word, all bits of a word,
// and the bits to flip. Unsigned types have no sign, and integers no infinity.
type sortKey struct{ sign, infinity, mask, flip uint32 }

func sortKeyOf(dt op.DType, descending bool) (k sortKey) {
	low := max(0, bitSize(dt)-32)
	k.mask = uint32(^uint64(0) >> (64 - bitSize(dt) + low))
	if dt.Kind() == op.Floating || dt.Kind() == op.Signed {
		k.sign = k.mask>>1 + 1
	}
	if dt.IsFloat() {
		k.infinity = uint32(dt.FromFloat(math.Inf(1)) >> low)
	}
	if descending {
		k.flip = k.mask
	}
	return k
}

// digitBits is the length of a digit, and digits is how many there are.
func (s *sorting) digitBits() int {
	if s.teams > 0 {
		return teamBits
	}
	return aloneBits
}

func (s *sorting) digits() int { return 1 << s.digitBits() }

// team is how many threads share what a thread would do alone.
func (s *sorting) team() int {
	if s.teams > 0 && (s.step == counts || s.step == totals || s.step == moves) {
		return s.teams
	}
	return 1
}

// passes lists the passes of a sort by keys of so many bits.
func (s sorting) passes(bits int) (all []sorting) {
	if s.all == 0 {
		return nil
	}
	if s.ranked = s.size <= mostRanked; s.ranked {
		return []sorting{s}
	}
	s.run = min(max(wholeVectors(ceil(s.all, manyRuns)), leastRun), mostRun)
	if s.teams > 0 {
		s.run = s.teams * teamRun
	}
	s.runs = ceil(s.all, s.run)
	s.unordered = true
	for bit := 0; bit < bits; bit += s.digitBits() {
		s.word, s.shift = bit/32, bit%32
		all = append(all, s)
		s.unordered = false
	}
	s.byGroup = true
	for s.shift = 0; (s.all/s.size-1)>>s.shift > 0; s.shift += s.digitBits() {
		all = append(all, s)
	}
	return all
}

func (s *sorting) String() string { return s.step.String() }

// appendKey appends what the text depends on.
func (s *sorting) appendKey(key []byte) []byte {
	key = fmt.Appendf(key, "sort: %v", s.step)
	if s.teams > 0 && s.step != ranks && s.step != indices {
		key = fmt.Appendf(key, ", teams of %d", s.teams)
	}
	if s.step.takesElements() {
		key = fmt.Appendf(key, ", %d words", s.words)
		if s.byGroup {
			key = append(key, ", by group"...)
		}
		if s.inVectors() {
			key = append(key, ", in vectors"...)
		}
	}
	return key
}

// fields are the numbers of the stage.
func (s *sorting) fields(visit func(f field, value uint32)) {
	number := func(what string, value int) { visit(field{nil, what, -1}, uint32(value)) }
	s.share.fields(visit)
	number("size", s.size)
	number("all", s.all)
	number("run", s.run)
	number("runs", s.runs)
	number("word", s.word)
	number("shift", s.shift)
	number("from_at", s.from.first())
	number("from_numbers", s.from.first()+s.numbers)
	number("to_at", s.to.first())
	number("to_numbers", s.to.first()+s.numbers)
	number("unordered", map[bool]int{true: 1}[s.unordered])
	visit(field{nil, "sign", -1}, s.key.sign)
	visit(field{nil, "infinity", -1}, s.key.infinity)
	visit(field{nil, "mask", -1}, s.key.mask)
	visit(field{nil, "flip", -1}, s.key.flip)
}
