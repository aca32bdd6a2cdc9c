package shaders

// task is what the threads of a kernel do that has no program: a stage of a sort, or of a store that
// sorts its places.
type task interface {
	String() string
	work() int64 // as of Kernel.Work
	team() int   // threads that share what a thread would do alone
	// appendKey appends what the text depends on, besides the operands.
	appendKey(key []byte) []byte
	fields(visit func(f field, value uint32))
	lists() []*wordList // what it binds, in the order of the bindings
	declare(t *text)    // workgroup memory, and functions that the library calls
	writeFunctions(t *text)
	write(n *nest, t *text)
}

// taskGroup is the number of threads in a workgroup of a task. Threads are few.
const taskGroup = 64

// roundCost is the cost of a round of a task's thread, as of Cost.
const roundCost = 1000

// share is the threads that a task has of its stage, each of so many rounds.
type share struct{ first, threads, rounds int }

func (s share) work() int64 { return int64(s.threads) * int64(s.rounds) * roundCost }

func (s share) fields(visit func(f field, value uint32)) {
	visit(field{nil, "first", -1}, uint32(s.first))
	visit(field{nil, "threads", -1}, uint32(s.threads))
}

// shares divides threads of so many rounds if they are too much work for a stage.
func (l Limits) shares(threads, rounds int) (all []share) {
	most := max(1, threads)
	if l.Work > 0 {
		most = int(max(1, min(int64(most), l.Work/roundCost/int64(max(1, rounds)))))
	}
	for first := 0; first < threads; first += most {
		all = append(all, share{first, min(most, threads-first), rounds})
	}
	return all
}

// task adds a stage of a task.
func (g *grouping) task(t task, threads int) (*Kernel, error) {
	k := g.next()
	*k = Kernel{repair: g.repair, task: t, nest: nest{len: threads * t.team(), operands: k.nest.operands[:0]},
		bindings: k.bindings[:0], routines: k.routines[:0]}
	for _, l := range t.lists() {
		l.bind(k, g.limits.Window)
	}
	return k, g.checkBindings(k)
}
