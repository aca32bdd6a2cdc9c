package device

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEventsHaveWorkWhileItIsAskedFor(t *testing.T) {
	var works []*Work
	defer OnLaunch(func(e *LaunchEvent) { works = append(works, e.Work) })()
	launch := func() { Observe(&fakeDevice{}, &Launch{}).End(nil) }
	launch()
	first, second := TimeWork(), TimeWork()
	launch()
	first()
	first()
	launch()
	second()
	launch()
	assert.Nil(t, works[0])
	assert.NotNil(t, works[1])
	assert.NotNil(t, works[2])
	assert.NotSame(t, works[1], works[2])
	assert.Nil(t, works[3])
}
