package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTeamsTakeRowsAndFewLongGroups(t *testing.T) {
	const sum, variance = "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", "(%0 float32 level 1; %1 float32)\n%2 float32 = var %0 %1\nreturn %2"
	for _, c := range []struct {
		stagesFile
		want []string
	}{
		{stagesFile{"rows", sum, []int{4000, 5000}, []int{1}, false, true}, []string{"groups by a thread, teams of 256"}},
		{stagesFile{"rows of few elements", sum, []int{4000, 500}, []int{1}, false, true}, []string{"groups by a thread, teams of 64"}},
		{stagesFile{"a long group", sum, []int{1, 1 << 20}, []int{1}, false, true}, []string{"parts of groups, teams of 256", "merged groups, teams of 256"}},
		{stagesFile{"rows that a thread takes alone", sum, []int{4000, mostAlone}, []int{1}, false, true}, []string{"groups by a thread"}},
		{stagesFile{"columns", sum, []int{4000, 1000}, []int{1}, true, true}, []string{"parts of groups", "merged groups"}},
		{stagesFile{"states of 40 words", variance, []int{4000, 5000}, []int{1}, false, true}, []string{"groups by a thread, teams of 64"}},
		{stagesFile{"states of 280 words", "(%0 float64 level 1; %1 float64)\n%2 float64 = var %0 %1\nreturn %2", []int{4000, 500}, []int{1}, false, true},
			[]string{"groups by a thread, teams of 8"}},
		{stagesFile{"a scan", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", []int{4000, 1000}, []int{1}, false, true}, []string{"groups by a thread"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := Lower(c.launch(t), Limits{Teams: true}, Repair{})
			require.NoError(t, err)
			var got []string
			for i := range w.Stages() {
				k := &w.Stages()[i]
				got = append(got, k.Variant())
				assert.Zero(t, k.Threads()%k.Workgroup()*(k.walk.team-1), "a team is a workgroup")
				assert.LessOrEqual(t, k.Workgroup(), Workgroup)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestThreadsWorkAloneWithoutTeams(t *testing.T) {
	w, err := Lower(stagesFile{"", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", []int{4000, 5000}, []int{1}, false, false}.launch(t), Limits{}, Repair{})
	require.NoError(t, err)
	for i := range w.Stages() {
		assert.NotContains(t, w.Stages()[i].WGSL(), "Barrier")
	}
}
