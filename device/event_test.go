package device

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestALaunchEventIsALineOfColumnsWithKeys(t *testing.T) {
	l := expOf(500)
	cpu, gpu, other := &fakeDevice{info: Info{Name: "here", Kind: CPU}}, &fakeDevice{info: Info{Name: "there", Kind: GPU}}, &fakeDevice{info: Info{Name: "there", Kind: Other}}
	const here, there = "device=here op=exp shape=[500] read=2000 written=2000 ", "device=there op=exp shape=[500] read=2000 written=2000 "
	for _, c := range []struct {
		name, want string
		event      LaunchEvent
	}{
		{"the CPU", here + "took=2µs GB/s=2 variant=inline", LaunchEvent{Device: cpu, Launch: l, Time: 2 * time.Microsecond, Variant: "inline"}},
		{"a GPU queues", there + "queued=2µs", LaunchEvent{Device: gpu, Launch: l, Time: 2 * time.Microsecond}},
		{"another device may queue", there + "queued=2µs", LaunchEvent{Device: other, Launch: l, Time: 2 * time.Microsecond}},
		{"compiled", there + `queued=2s variant="flat, 4 threads" dispatches=2 compiled=3 waited=1s`, LaunchEvent{Device: gpu, Launch: l, Time: 2 * time.Second,
			Variant: "flat, 4 threads", Dispatches: 2, Compiled: 3, Waited: time.Second}},
		{"the device's own", here + "took=2µs GB/s=2 selftest=true", LaunchEvent{Device: cpu, Launch: l, Time: 2 * time.Microsecond, SelfTest: true}},
		{"an error", here + `took=0s error="no\nmore"`, LaunchEvent{Device: cpu, Launch: l, Err: errors.New("no\nmore")}},
		{"no time", here + "took=0s GB/s=4000", LaunchEvent{Device: cpu, Launch: l}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, c.event.String()) })
	}
}

func TestALaunchEventIsLoggedByItsKeys(t *testing.T) {
	l := expOf(2, 3)
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("launch", (&LaunchEvent{Device: &fakeDevice{info: Info{Name: "here", Kind: CPU}}, Launch: l, Time: time.Microsecond}).Columns()...)
	var line map[string]any
	require.NoError(t, json.Unmarshal(b.Bytes(), &line))
	delete(line, slog.TimeKey)
	assert.Equal(t, map[string]any{"level": "INFO", "msg": "launch", "device": "here", "op": "exp", "shape": "[2,3]", "read": 24., "written": 24., "took": 1000., "GB/s": .05}, line)
}

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
