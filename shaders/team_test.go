package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTeamsTakeRowsAndFewLongGroups(t *testing.T) {
	const sum, variance = "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", "(%0 float32 level 1; %1 float32)\n%2 float32 = var %0 %1\nreturn %2"
	for _, c := range []struct {
		groupFile
		want []string
	}{
		{groupFile{"rows", sum, 4000, 5000, false, true}, []string{"groups by a thread, teams of 256"}},
		{groupFile{"rows of few elements", sum, 4000, 500, false, true}, []string{"groups by a thread, teams of 64"}},
		{groupFile{"a long group", sum, 1, 1 << 20, false, true}, []string{"parts of groups, teams of 256", "merged groups, teams of 256"}},
		{groupFile{"rows that a thread takes alone", sum, 4000, mostAlone, false, true}, []string{"groups by a thread"}},
		{groupFile{"columns", sum, 4000, 1000, true, true}, []string{"parts of groups", "merged groups"}},
		{groupFile{"states of 40 words", variance, 4000, 5000, false, true}, []string{"groups by a thread, teams of 64"}},
		{groupFile{"states of 280 words", "(%0 float64 level 1; %1 float64)\n%2 float64 = var %0 %1\nreturn %2", 4000, 500, false, true},
			[]string{"groups by a thread, teams of 8"}},
		{groupFile{"a scan", "(%0 float32 level 1)\n%1 float32 = cumsum %0\nreturn %1", 4000, 1000, false, true}, []string{"groups by a thread"}},
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
	w, err := Lower(groupFile{"", "(%0 float32 level 1)\n%1 float32 = sum %0\nreturn %1", 4000, 5000, false, false}.launch(t), Limits{}, Repair{})
	require.NoError(t, err)
	for i := range w.Stages() {
		assert.NotContains(t, w.Stages()[i].WGSL(), "Barrier")
	}
}
