package mutants

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	spoil = flag.String("spoil", "", `package whose mutants are tried: "device/cpu"`)
	only  = flag.String("in", "", "and of these only those whose file and function match the regular expression")
	most  = flag.Int("n", 300, "and at most so many, drawn from all of them, the same in every run")
	also  = flag.Bool("slow", false, "ask the slow judges too")
	every = flag.Bool("every", false, "ask every judge about each, also when one has found it")
)

// The mutants of a package are found by its judges; those that no judge finds are listed.
func TestMutantsAreFound(t *testing.T) {
	if *spoil == "" {
		t.Skip("-spoil names no package")
	}
	p, err := Load(absolute(t, root, *spoil))
	require.NoError(t, err)
	ask := judges[*spoil]
	require.NotEmpty(t, ask, "a package without judges")
	if *also {
		ask = slices.Concat(ask, slow[*spoil])
	}
	all := drawn(p.Mutants)
	all, err = p.Assembled(all)
	require.NoError(t, err)
	made := programs(t, p, ask, all)
	sound, out := ask[0].passes(t, made[ask[0].of], Mutant{In: all[0].In})
	require.True(t, sound, "%s without a mutant: %s", ask[0].name, out)
	found := map[string]int{}
	for i, m := range all {
		var by []string
		for _, j := range ask {
			if ok, _ := j.passes(t, made[j.of], m); !ok {
				if by = append(by, j.name); !*every {
					break
				}
			}
		}
		for _, name := range by {
			found[name]++
		}
		fmt.Printf("%d/%d %v: %s\n", i+1, len(all), m, cmp.Or(strings.Join(by, ", "), "NOT FOUND"))
		assert.NotEmpty(t, by, "%v is not found", m)
	}
	t.Logf("%d mutants of %d; found by %v", len(all), len(p.Mutants), found)
}

// drawn returns a sample of the mutants that match -in, at most -n.
func drawn(all []Mutant) []Mutant {
	in := regexp.MustCompile(*only)
	all = slices.DeleteFunc(slices.Clone(all), func(m Mutant) bool { return !in.MatchString(m.File + ":" + m.In) })
	slices.SortStableFunc(all, func(a, b Mutant) int { return cmp.Compare(hash(a), hash(b)) })
	return all[:min(*most, len(all))]
}

func hash(of ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, of...)
	return h.Sum64()
}
