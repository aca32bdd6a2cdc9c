// Package mutants puts faults into source code, one at a time, to see whether tests find them. For
// example, a sum becomes a difference, a bound moves by one, a branch is never taken, or a bit of a
// constant changes.
//
// All mutants of a package are compiled into one program, each beside the function that it changes.
// The environment variable [Env] chooses one when the program starts, so hundreds of mutants cost
// one build:
//
//	func add(to, x, y []float32) {
//		switch mutant {
//		case 17:
//			for i := range to {
//				to[i] = x[i] - y[i]
//			}
//			return
//		}
//		for i := range to {
//			to[i] = x[i] + y[i]
//		}
//	}
//
// The package's test does this to the kernels of device/cpu and the code around them:
//
//	go test ./device/devicetest/mutants -v -timeout 3h -spoil device/cpu -n 300
//
// Another test measures the short run of the repository's tests. It draws mutants of each kind with a
// seed. Tests that have found a mutant are asked first, then whole suites. A test counts if it fails
// again alone with the mutant, and passes without it:
//
//	WGTENSOR_THOROUGH=1 go test ./device/devicetest/mutants -run TheShortRun -v -timeout 0 -kind plans -kind.log FILE
//
// The log has a line for each mutant. A run that was cut off goes on where the log ends.
//
// The files of a package are replaced by go build's overlay; nothing is written to the tree.
package mutants

import "fmt"

// Env names the environment variable that holds the number of the mutant that a program runs.
// Number 0 is the unchanged program.
const Env = "WGTENSOR_MUTANT"

// Mutant is a package with one fault.
type Mutant struct {
	Number int
	File   string // without its folder
	Line   int
	In     string // the function that has it
	Fault  string // "+ becomes -"

	edits []edit
}

// edit replaces the bytes [from, to) of a source.
type edit struct {
	from, to int
	text     string
}

// apply makes the edit to the part of a source that begins at start.
func (e edit) apply(part string, start int) string {
	return part[:e.from-start] + e.text + part[e.to-start:]
}

// String is "add.go:12 in add: + becomes -".
func (m Mutant) String() string { return fmt.Sprintf("%s:%d in %s: %s", m.File, m.Line, m.In, m.Fault) }
