package mutants

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
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

	"github.com/wgtensor/wgtensor/device/devicetest"
)

var (
	kindOf   = flag.String("kind", ".", "kinds of mutants that the short run is asked about: a regular expression")
	kindN    = flag.Int("kind.n", 100, "mutants of each kind")
	kindSeed = flag.Uint64("kind.seed", 1, "the seed that they are drawn with")
	kindLong = flag.Bool("kind.thorough", false, "ask the thorough run about those that the short run missed")
)

// kinds are what a change may break, and where it stands.
var kinds = []struct {
	name string
	of   string // a package
	in   string // its files, a regular expression
}{
	{"rows", "device/op", `^(activation|arith|bits|cast|castpair|compare|divide|eval|exponential|expr|extreme|half|memory|rounding|scalar|sign|special|trigonometry|word)\.go`},
	{"shaders", "shaders", ""},
	{"promotion", "device/op", `^(op|params|promote|rule|tol)\.go`},
	{"promotion", "tensor", `^(apply|call|instruct|operand|params|promote|signature|steps)\.go`},
	{"aliasing", "broadcast", `^(bounds|overlap|repeats|same)\.go`},
	{"aliasing", "tensor", `^(inplace|broadcast)\.go`},
	{"plans", "broadcast", `^(pieces|plan|plansteps)\.go`},
}

// suites are the packages whose tests hold the others, the quickest first.
var suites = []string{
	"broadcast", "device", "device/op", "tensor/internal/graph", "device/devicetest/outside", "shaders", "tensor",
	"device/devicetest", "device/cpu", "device/gpu/suite", "device/gpu",
}

// TestTheShortRunFindsWhatTheThoroughRunFinds draws mutants, and has each met by the short tests
// of every package that imports what it spoils. Some mutants compute what is right; those that are
// missed are listed.
func TestTheShortRunFindsWhatTheThoroughRunFinds(t *testing.T) {
	if !devicetest.Thorough() {
		t.Skip("it takes hours: WGTENSOR_THOROUGH=1 runs it")
	}
	for _, k := range kinds {
		if !regexp.MustCompile(*kindOf).MatchString(k.name + " in " + k.of) {
			continue
		}
		t.Run(k.name+" in "+k.of, func(t *testing.T) {
			p, err := Load(absolute(t, root, k.of))
			require.NoError(t, err)
			in := regexp.MustCompile(k.in)
			all := slices.DeleteFunc(p.Mutants, func(m Mutant) bool { return !in.MatchString(m.File) })
			slices.SortFunc(all, func(a, b Mutant) int { return cmp.Compare(seeded(a), seeded(b)) })
			all = all[:min(*kindN, len(all))]
			tests := newSpoilt(t, p, all)
			short, thorough := 0, 0
			for i, m := range all {
				by := tests.find(m, "")
				if by != "" {
					short++
				} else if *kindLong {
					if by = tests.find(m, "1"); by != "" {
						thorough++
						by = "the thorough run of " + by
					}
				}
				fmt.Printf("%s %d/%d %v: %s\n", k.name, i+1, len(all), m, cmp.Or(by, "NOT FOUND"))
			}
			t.Logf("%d of %d mutants are found by the short run, %d more by the thorough one", short, len(all), thorough)
			assert.GreaterOrEqual(t, 100*short, 95*(short+thorough))
		})
	}
}

func seeded(m Mutant) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, *kindSeed, m)
	return h.Sum64()
}

// spoilt is a package with mutants in it, and the tests that may find them.
type spoilt struct {
	*testing.T
	*Package
	files  map[string]string // with all mutants
	dir    string            // for programs
	suites []string          // whose tests import the package
	sound  map[string]bool   // those that were seen to pass without a mutant
}

func newSpoilt(t *testing.T, p *Package, mutants []Mutant) *spoilt {
	files, err := p.Overlay(mutants)
	require.NoError(t, err)
	s := &spoilt{T: t, Package: p, files: files, dir: t.TempDir(), sound: map[string]bool{}}
	for _, name := range suites {
		deps, err := exec.Command("go", "list", "-deps", "-test", absolute(t, root, name)).Output()
		require.NoError(t, err)
		if slices.Contains(strings.Fields(string(deps)), "github.com/wgtensor/wgtensor/"+relative(t, p.Dir)) {
			s.suites = append(s.suites, name)
		}
	}
	return s
}

// program is the suite's, built when it is first asked for.
func (s *spoilt) program(suite string) string {
	file := filepath.Join(s.dir, strings.ReplaceAll(suite, "/", "-")+".test")
	if _, err := os.Stat(file); err != nil {
		build(s.T, s.Package, s.files, s.dir, "go", "test", "-c", "-vet=off", "-o", file, absolute(s.T, root, suite))
	}
	return file
}

func relative(t *testing.T, dir string) string {
	rel, err := filepath.Rel(absolute(t, root), dir)
	require.NoError(t, err)
	return filepath.ToSlash(rel)
}

// find names the suite that finds the mutant first. A suite that fails without a mutant finds none.
func (s *spoilt) find(m Mutant, thorough string) string {
	for _, suite := range s.suites {
		if s.passes(suite, m, thorough) {
			continue
		}
		if !s.sound[suite+thorough] {
			require.True(s, s.passes(suite, Mutant{}, thorough), "%s passes without a mutant", suite)
			s.sound[suite+thorough] = true
		}
		return suite
	}
	return ""
}

// counted are the tests that count allocations: a function with mutants in it is not inlined.
const counted = "CostsNothing|Allocate|CheapToPrepare"

// passes runs a suite with a mutant in it. One that hangs has been found.
func (s *spoilt) passes(suite string, m Mutant, thorough string) bool {
	limit := 10 * time.Minute
	if thorough != "" {
		limit = 2 * time.Hour
	}
	patience, cancel := context.WithTimeout(s.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(patience, s.program(suite), "-test.failfast", "-test.timeout=3h", "-test.skip="+counted)
	cmd.Dir, cmd.WaitDelay = absolute(s.T, root, suite), time.Second
	cmd.Env = append(os.Environ(), fmt.Sprint(Env, "=", m.Number), "WGTENSOR_THOROUGH="+thorough, "GOMEMLIMIT=3GiB")
	out, err := cmd.CombinedOutput()
	if err != nil && m.Number == 0 {
		s.Logf("%s", out)
	}
	return err == nil
}
