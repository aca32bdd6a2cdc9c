package mutants

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	short    = "the short run"
	thorough = "the thorough run"
)

// spoilt is packages with mutants in them, and the suites whose tests may find them, by run.
type spoilt struct {
	*testing.T
	replace map[string]string // files to build in place of others
	dir     string            // for programs
	suites  map[string][]*tester
}

func newSpoilt(t *testing.T, all []pick) *spoilt {
	s := &spoilt{T: t, replace: map[string]string{}, dir: t.TempDir(), suites: map[string][]*tester{}}
	of := map[*Package][]Mutant{}
	for _, m := range all {
		of[m.of] = append(of[m.of], m.Mutant)
	}
	for p, mutants := range of {
		maps.Copy(s.replace, overlay(t, p, mutants))
	}
	for _, name := range suites {
		if !regexp.MustCompile(*kindBy).MatchString(name) {
			continue
		}
		deps, err := exec.Command("go", "list", "-deps", "-test", absolute(t, root, name)).Output()
		require.NoError(t, err)
		for _, run := range []string{short, thorough} {
			s.suites[run] = append(s.suites[run], &tester{spoilt: s, name: name, run: run,
				deps: strings.Fields(string(deps)), sound: map[string]bool{}})
		}
	}
	return s
}

// find names the run, the suite and the tests that find the mutant first.
func (s *spoilt) find(m pick) string {
	for _, run := range []string{short, thorough} {
		if run == thorough && !*kindLong {
			continue
		}
		for _, ask := range []func(*tester, pick) string{(*tester).quickly, (*tester).finds} {
			for _, x := range s.suites[run] {
				if !slices.Contains(x.deps, "github.com/wgtensor/wgtensor/"+m.in) {
					continue
				}
				if by := ask(x, m); by != "" {
					return run + ": " + by
				}
			}
		}
	}
	return "NOT FOUND"
}

// tester is the tests of a package, in programs that have the mutants.
type tester struct {
	*spoilt
	name  string
	run   string
	deps  []string      // packages that it imports, however far
	takes time.Duration // without a mutant
	quick []string      // quick tests that have found a mutant: they are asked first
	aside []string      // tests that failed without a mutant
	sound map[string]bool
}

// quickly asks the quick tests that have found a mutant before.
func (s *tester) quickly(m pick) string {
	if len(s.quick) > 0 {
		if failed, ok := s.test(m, 20*time.Second, s.quick, nil); !ok && s.confirmed(m, failed) {
			return s.by(failed)
		}
	}
	return ""
}

// finds asks all other tests. It goes on where a failure was not the mutant's.
func (s *tester) finds(m pick) string {
	s.prepare()
	for not := slices.Concat(s.quick, s.aside); ; {
		failed, ok := s.test(m, s.limit(), nil, not)
		if ok {
			return ""
		}
		if s.confirmed(m, failed) {
			return s.by(failed)
		}
		s.Logf("%v: %s: not confirmed", m, s.by(failed))
		if len(failed) == 0 {
			return ""
		}
		not = append(not, failed...)
	}
}

func (s *tester) by(failed []string) string { return s.name + " " + strings.Join(failed, " ") }

// limit is the time for tests of the suite. Tests that take longer hang.
func (s *tester) limit() time.Duration { return 3*s.takes + 10*time.Second }

// prepare measures the suite without a mutant, and puts tests aside that fail.
func (s *tester) prepare() {
	for s.takes == 0 {
		s.program()
		begin := time.Now()
		failed, ok := s.test(pick{}, 2*time.Hour, nil, s.aside)
		if ok {
			s.takes, s.sound[""] = time.Since(begin), true
			return
		}
		require.NotEmpty(s, failed, "%s fails without a mutant", s.name)
		s.Logf("%s fails without a mutant, and is put aside", s.by(failed))
		s.aside = append(s.aside, failed...)
	}
}

// confirmed reports whether the failed tests alone fail with the mutant and pass without: on a busy
// machine a test with a deadline may fail. A program that ends without the name of a test is asked
// as a whole.
func (s *tester) confirmed(m pick, failed []string) bool {
	s.prepare()
	if _, ok := s.test(m, s.limit(), failed, s.aside); ok {
		return false
	}
	names := strings.Join(failed, " ")
	if !s.sound[names] {
		begin := time.Now()
		if _, s.sound[names] = s.test(pick{}, s.limit(), failed, s.aside); s.sound[names] && time.Since(begin) < 2*time.Second {
			s.quick = slices.Compact(slices.Sorted(slices.Values(append(s.quick, failed...))))
		}
	}
	return s.sound[names]
}

// counted are the tests that count allocations: a function with mutants in it is not inlined.
const counted = "CostsNothing|Allocate|CheapToPrepare"

// ended is a line with the name of a test that failed, or was running when the time was over.
var ended = regexp.MustCompile(`(?m)^(?:--- FAIL: |\t\t)((?:Test|Fuzz|Example)\w*) \(`)

// unpassed names the tests that an output says have failed or hung, each once.
func unpassed(output string) (names []string) {
	for _, m := range ended.FindAllStringSubmatch(output, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestAnOutputNamesWhatFailedOrHung(t *testing.T) {
	for _, c := range []struct {
		name, output string
		want         []string
	}{
		{"a failure and one of its rows", "=== RUN   TestB\n--- FAIL: TestB (0.00s)\n    --- FAIL: TestB/row (0.00s)\nFAIL\n", []string{"TestB"}},
		{"a test that passes", "--- PASS: TestA (0.00s)\n--- FAIL: FuzzB (1.20s)\n", []string{"FuzzB"}},
		{"the time is over", "panic: test timed out after 1s\n\trunning tests:\n\t\tTestB (1s)\n\t\tTestB/row (1s)\n\t\tTestA (0s)\n", []string{"TestA", "TestB"}},
		{"no test", "panic: runtime error\n\nmain.init()\n\t/src/test.go:12 +0x1\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, unpassed(c.output)) })
	}
}

// test runs the named tests, or all but some, with a mutant in the package. It names those that fail.
// A mutant may allocate without end: the shell bounds the memory.
func (s *tester) test(m pick, limit time.Duration, names, not []string) (failed []string, ok bool) {
	patience, cancel := context.WithTimeout(s.Context(), limit+time.Minute)
	defer cancel()
	cmd := exec.CommandContext(patience, "sh", "-c", `ulimit -v 16777216; exec "$@"`, "sh", s.program(), "-test.failfast",
		fmt.Sprint("-test.timeout=", limit), "-test.skip="+counted+"|"+*kindSkip+"|"+exactly(not))
	if len(names) > 0 {
		cmd.Args = append(cmd.Args, "-test.run="+exactly(names))
	}
	cmd.Dir, cmd.WaitDelay = absolute(s.T, root, s.name), time.Second
	cmd.Env = append(os.Environ(), fmt.Sprint(Env, "=", m.Number), "WGTENSOR_THOROUGH="+map[string]string{thorough: "1"}[s.run], "GOMEMLIMIT=3GiB")
	out, err := cmd.CombinedOutput()
	if err != nil && m.Number == 0 {
		s.Logf("%s", out)
	}
	return unpassed(string(out)), err == nil
}

func exactly(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

// program is the suite's, built when it is first asked for.
func (s *tester) program() string {
	file := filepath.Join(s.dir, strings.ReplaceAll(s.name, "/", "-")+".test")
	if _, err := os.Stat(file); err != nil {
		build(s.T, s.replace, "go", "test", "-c", "-vet=off", "-o", file, absolute(s.T, root, s.name))
	}
	return file
}
