package mutants

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/devicetest"
)

var (
	kindOf   = flag.String("kind", ".", "kinds of mutants that the short run is asked about: a regular expression")
	kindN    = flag.Int("kind.n", 100, "mutants of each kind")
	kindSeed = flag.Uint64("kind.seed", 1, "the seed that they are drawn with")
	kindBy   = flag.String("kind.by", ".", "suites that are asked: a regular expression")
	kindSkip = flag.String("kind.skip", "^$", "tests that are left out: a regular expression")
	kindLong = flag.Bool("kind.thorough", false, "ask the thorough run about those that the short run missed")
	kindLog  = flag.String("kind.log", os.DevNull, "a file for the results; the mutants that it has are not asked about again")
)

// kinds are what a change may break, and the files where it stands: regular expressions, by package.
var kinds = []struct {
	name string
	in   map[string]string
}{
	{"aliasing", map[string]string{
		"broadcast":              `^(bounds|overlap|repeats|same)\.go`,
		"tensor":                 `^(assignslice|broadcast|inplace|view)\.go`,
		"tensor/internal/graph":  `^(claim|few|part|state|storage|version)\.go`,
		"tensor/internal/fuse":   `^(outside|write)\.go`,
		"tensor/internal/replay": `^share\.go`,
	}},
	{"plans", map[string]string{
		"broadcast":                `^(pieces|plan|plansteps)\.go`,
		"device":                   `^(plans|reuse)\.go`,
		"device/cpu/internal/exec": `^(compile|program|task|tiles2d)\.go`,
		"tensor/internal/fuse":     `^(alloc|build|cut|evaluate|program|schedule)\.go`,
		"tensor/internal/replay":   `^(plan|recorder|run|state)\.go`,
	}},
	{"rows", map[string]string{
		"device/op": `^(activation|arith|bits|cast|castpair|compare|divide|eval|exact|exponential|expr|extreme|group|groupjudge|half|` +
			`judge|memory|random|reduce|role|rounding|scalar|scan|sign|special|tol|trigonometry|word)\.go`,
	}},
	{"shaders", map[string]string{"shaders": ""}},
	{"stores", map[string]string{
		"device/cpu/internal/exec":   `^(choices|faults|firsts|indices|places|stores)\.go`,
		"device/cpu/internal/kernel": `^(byplace|combining|distribute|find|gather|locate|place|placesum|store|storesum|take)\.go`,
		"shaders":                    `^(combining|groupplaces|index|places|store|walkplaces|wordowning)\.go`,
	}},
	{"promotion", map[string]string{
		"device/op": `^(dtype|op|params|promote|rule)\.go`,
		"tensor":    `^(apply|call|instruct|operand|params|promote|signature|steps)\.go`,
	}},
}

// suites are the packages whose tests hold the others, the quickest first.
var suites = []string{
	"tensor/internal/graph", "tensor/internal/replay", "tensor/internal/fuse", "device/cpu/internal/kernel", "device/cpu/internal/exec", "broadcast",
	"device", "device/devicetest/outside", "device/op", "tensor/npy", "tensor/safetensors", "tensor/images", "shaders", "examples/customdevice",
	"tensor", "device/devicetest", "device/cpu", "device/gpu/tensors", "device/gpu/suite", "device/gpu",
}

// TestTheShortRunFindsWhatTheThoroughRunFinds draws mutants of each kind, and has each met by the
// short tests of every package that imports what it spoils. Some mutants compute what is right;
// those that are missed are listed.
func TestTheShortRunFindsWhatTheThoroughRunFinds(t *testing.T) {
	if !devicetest.Thorough() {
		t.Skip("it takes hours: WGTENSOR_THOROUGH=1 runs it")
	}
	packages, of := map[string]*Package{}, map[string][]pick{}
	for _, k := range kinds {
		if regexp.MustCompile(*kindOf).MatchString(k.name) {
			of[k.name] = draw(t, packages, k.in)
		}
	}
	s, results := newSpoilt(t, slices.Concat(slices.Collect(maps.Values(of))...)), readResults(t)
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			found := map[string]int{}
			for _, m := range of[k.name] {
				by := results.of(fmt.Sprint(k.name, " ", m), func() string { return s.find(m) })
				run, _, _ := strings.Cut(by, ":")
				found[run]++
			}
			t.Logf("%d mutants, found by %v", len(of[k.name]), found)
			assert.GreaterOrEqual(t, 100*found[short], 95*(found[short]+found[thorough]))
		})
	}
}

// thousands are more mutants than a package has.
const thousands = 100_000

// pick is a mutant of a package in a folder of the module. No other mutant has its number.
type pick struct {
	in string
	of *Package
	Mutant
}

// String is one line. The number tells mutants of a line apart.
func (p pick) String() string {
	return strings.Join(strings.Fields(fmt.Sprintf("%s %d %v", p.in, p.Number%thousands, p.Mutant)), " ")
}

// draw returns a sample of the mutants of files. It loads packages that are not yet loaded.
func draw(t *testing.T, packages map[string]*Package, files map[string]string) (all []pick) {
	for _, dir := range slices.Sorted(maps.Keys(files)) {
		if packages[dir] == nil {
			p, err := Load(absolute(t, root, dir))
			require.NoError(t, err)
			packages[dir] = p
			for i := range p.Mutants {
				p.Mutants[i].Number += thousands * len(packages)
			}
		}
		for _, m := range packages[dir].Mutants {
			if regexp.MustCompile(files[dir]).MatchString(m.File) {
				all = append(all, pick{dir, packages[dir], m})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pick) int { return cmp.Compare(hash(*kindSeed, a), hash(*kindSeed, b)) })
	return all[:min(*kindN, len(all))]
}

// results holds the finder of each mutant, as in the log.
type results map[string]string

func readResults(t *testing.T) results {
	r := results{}
	text, err := os.ReadFile(*kindLog)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	for line := range strings.Lines(string(text)) {
		mutant, by, _ := strings.Cut(strings.TrimSpace(line), " => ")
		r[mutant] = by
	}
	return r
}

// of returns the finder of the mutant. If the log does not have the mutant, of calls find.
func (r results) of(mutant string, find func() string) string {
	if r[mutant] == "" {
		r[mutant] = find()
		line := mutant + " => " + r[mutant] + "\n"
		fmt.Print(line)
		if f, err := os.OpenFile(*kindLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			_, _ = f.WriteString(line)
			_ = f.Close()
		}
	}
	return r[mutant]
}
