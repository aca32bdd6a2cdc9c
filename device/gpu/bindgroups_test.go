package gpu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/gpu/internal/webgpu"
)

// hostBindGroups caches groups that need no GPU, and counts those that were made.
func hostBindGroups() (groups *bindGroups, made *int) {
	made = new(int)
	return &bindGroups{byKey: map[bindGroupKey]*webgpu.BindGroup{}, create: func(*webgpu.Pipeline, []webgpu.Range) (*webgpu.BindGroup, error) {
		*made++
		return new(webgpu.BindGroup), nil
	}}, made
}

func hostPipeline() *pipeline { return &pipeline{Pipeline: new(webgpu.Pipeline)} }

func bindTo(t *testing.T, c *bindGroups, p *pipeline, blocks ...*block) {
	t.Helper()
	key := bindGroupKey{pipeline: p}
	copy(key.blocks[:], blocks)
	_, err := c.get(key, nil, sizes{window: 256})
	require.NoError(t, err)
}

func TestABindGroupIsMadeOnceUntilOneOfItsBlocksIsDestroyed(t *testing.T) {
	groups, made := hostBindGroups()
	p, x, y, z := hostPipeline(), &block{memory: new(webgpu.Buffer)}, &block{memory: new(webgpu.Buffer)}, &block{memory: new(webgpu.Buffer)}
	for range 2 {
		bindTo(t, groups, p, x, y)
		bindTo(t, groups, p, y, z)
	}
	assert.Equal(t, 2, *made)
	assert.Equal(t, [3]int{1, 2, 1}, [3]int{x.bindGroups, y.bindGroups, z.bindGroups})
	groups.destroy([]*block{x})
	assert.Len(t, groups.byKey, 1)
	assert.Equal(t, [3]int{0, 1, 1}, [3]int{x.bindGroups, y.bindGroups, z.bindGroups})
	bindTo(t, groups, p, y, z)
	assert.Equal(t, 2, *made)
}

func TestBeyondTheBoundAQuarterOfTheBindGroupsGoes(t *testing.T) {
	groups, made := hostBindGroups()
	p := hostPipeline()
	for range maxBindGroups + 1 {
		bindTo(t, groups, p, new(block))
	}
	assert.Equal(t, maxBindGroups+1, *made)
	assert.Len(t, groups.byKey, maxBindGroups*3/4+1)
}

func TestThePipelinesUnusedLongestGoWithTheirBindGroupsUnlessALaunchHoldsThem(t *testing.T) {
	groups, _ := hostBindGroups()
	c := &pipelines{groups: groups, most: 8, byKey: map[string]*pipeline{}}
	x := new(block)
	for i := range 8 {
		p := hostPipeline()
		p.used = i
		c.byKey[fmt.Sprint(i)] = p
		bindTo(t, groups, p, x)
	}
	c.byKey["0"].held = 1
	c.trim()
	for i, kept := range []bool{true, false, true, true, true, true, true, true} {
		assert.Equal(t, kept, c.byKey[fmt.Sprint(i)] != nil, "pipeline %d, of seven that are not held", i)
	}
	assert.Len(t, groups.byKey, 7)
	assert.Equal(t, 7, x.bindGroups)
	c.trim()
	assert.Len(t, c.byKey, 7, "there is room")
}
