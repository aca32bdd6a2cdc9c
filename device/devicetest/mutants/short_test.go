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
	{"promotion", "tensor", `^(apply|call|operand|params|promote|usual)\.go`},
	{"aliasing", "broadcast", `^(bounds|overlap|repeats|same)\.go`},
	{"aliasing", "tensor", `^inplace\.go`},
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
	if os.Getenv("WGTENSOR_THOROUGH") == "" {
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
			made := testPrograms(t, p, all)
			short, thorough, sound := 0, 0, map[string]bool{}
			for i, m := range all {
				by := findBy(t, made, sound, m, "")
				if by != "" {
					short++
				} else if *kindLong {
					if by = findBy(t, made, sound, m, "1"); by != "" {
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

// testPrograms are the programs of the suites that import the package, with mutants in it.
func testPrograms(t *testing.T, p *Package, mutants []Mutant) map[string]string {
	files, err := p.Overlay(mutants)
	require.NoError(t, err)
	dir, made := t.TempDir(), map[string]string{}
	for _, s := range suites {
		deps, err := exec.Command("go", "list", "-deps", "-test", absolute(t, root, s)).Output()
		require.NoError(t, err)
		if !slices.Contains(strings.Fields(string(deps)), "github.com/wgtensor/wgtensor/"+relative(t, p.Dir)) {
			continue
		}
		made[s] = filepath.Join(dir, strings.ReplaceAll(s, "/", "-")+".test")
		build(t, p, files, dir, "go", "test", "-c", "-vet=off", "-o", made[s], absolute(t, root, s))
	}
	return made
}

func relative(t *testing.T, dir string) string {
	rel, err := filepath.Rel(absolute(t, root), dir)
	require.NoError(t, err)
	return filepath.ToSlash(rel)
}

// findBy names the suite that finds the mutant first. A suite that fails without a mutant finds
// none: sound has those that were seen to pass.
func findBy(t *testing.T, made map[string]string, sound map[string]bool, m Mutant, thorough string) string {
	for _, s := range suites {
		if made[s] == "" || passesAll(t, made[s], s, m, thorough) {
			continue
		}
		if !sound[s] {
			require.True(t, passesAll(t, made[s], s, Mutant{}, thorough), "%s passes without a mutant", s)
			sound[s] = thorough == ""
		}
		return s
	}
	return ""
}

// passesAll runs a suite with a mutant in it. One that hangs has been found.
func passesAll(t *testing.T, program, suite string, m Mutant, thorough string) bool {
	limit := 10 * time.Minute
	if thorough != "" {
		limit = 2 * time.Hour
	}
	patience, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(patience, program, "-test.failfast", "-test.timeout=3h")
	cmd.Dir, cmd.WaitDelay = absolute(t, root, suite), time.Second
	cmd.Env = append(os.Environ(), fmt.Sprint(Env, "=", m.Number), "WGTENSOR_THOROUGH="+thorough, "GOMEMLIMIT=3GiB")
	return cmd.Run() == nil
}
