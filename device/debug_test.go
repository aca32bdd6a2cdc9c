package device

import (
	"bytes"
	"context"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
)

// debugText returns what is written while f runs.
func debugText(t *testing.T, f func()) string {
	t.Helper()
	before := debugging
	defer func() { debugging = before }()
	var lines bytes.Buffer
	debugging = &lines
	f()
	return lines.String()
}

func TestLevelsOfDebuggingAddThePlanAndTheKernels(t *testing.T) {
	e := &LaunchEvent{Device: &fakeDevice{info: Info{Name: "there", Kind: GPU}}, SelfTest: true, Kernels: func() (string, error) { return "fn main()", nil },
		Launch: expOf(2, 3)}
	line := "wgtensor: " + e.String() + "\n"
	program := "wgtensor: plan [6]\n" + e.Launch.Program.String() + "\n"
	kernels := "wgtensor: kernels\nfn main()\n"
	for i, want := range []string{line, line + program, line + program + kernels} {
		assert.Equal(t, want, debugText(t, func() { e.debug(i + 1) }), "level %d", i+1)
	}
	e.Kernels = func() (string, error) { return "", assert.AnError }
	assert.Contains(t, debugText(t, func() { e.debug(3) }), assert.AnError.Error())
}

func TestThePlanOfALaunchWithGroupsIsOfGroupsAndOfTheirElements(t *testing.T) {
	for _, text := range slices.Concat(mapped, formed) {
		e := &LaunchEvent{Device: &fakeDevice{info: allForms}, SelfTest: true, Launch: lay(t, text)}
		want := "wgtensor: plan [6]\n"
		if e.Launch.Levels != nil {
			want = "wgtensor: plan [2], of a group [3]\n"
		}
		assert.Contains(t, debugText(t, func() { e.debug(2) }), want+text)
	}
}

func TestALaunchThatWaitsForASecondWritesALine(t *testing.T) {
	e := &LaunchEvent{Device: &fakeDevice{info: Info{Name: "there"}}, Launch: expOf()}
	for _, c := range []struct {
		name   string
		waited time.Duration
		want   string
	}{
		{"less", time.Second - 1, ""},
		{"more", time.Second + 1, "wgtensor: device=there op=exp has waited a second for the compiler\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				assert.Equal(t, c.want, debugText(t, func() {
					stop := e.Wait("the compiler")
					time.Sleep(c.waited)
					synctest.Wait()
					stop()
					time.Sleep(time.Minute)
				}))
			})
		})
	}
}

// copier takes 10 ms for a copy, and observes its launches. A wait for it takes 10 ms too, or fails.
type copier struct {
	fakeDevice
	launches, waits int
	err, lost       error
}

func (c *copier) Sync(context.Context) error {
	c.waits++
	time.Sleep(10 * time.Millisecond)
	return c.lost
}

func (c *copier) Run(_ context.Context, l *Launch) error {
	e := Observe(c, l)
	c.launches++
	time.Sleep(10 * time.Millisecond)
	e.End(c.err)
	return c.err
}

func TestTheRateOfCopiesIsMeasuredOnceAndSaid(t *testing.T) {
	copyRates.Clear()
	d := &copier{fakeDevice: fakeDevice{info: everything}}
	d.info.Kind = CPU
	e := &LaunchEvent{Device: d, Time: 40 * time.Millisecond, // half of the rate, at least
		Launch: expOf(1 << 18)}
	marked := 0
	defer OnLaunch(func(e *LaunchEvent) {
		if e.SelfTest {
			marked++
		}
		e.debug(1)
	})()
	for _, measures := range []int{5, 0} {
		d.launches, marked = 0, 0
		lines := debugText(t, func() { e.debug(1) })
		assert.Equal(t, []int{measures, measures}, []int{d.launches, marked})
		assert.Regexp(t, `GB/s=0\.05 share=([5-9]\d|\d{3,})%\n$`, lines)
		said := `(?m)^wgtensor: fake: share is of 0\.\d GB/s, read and written by the best of 3 copies of 1048576 bytes$`
		assert.Len(t, regexp.MustCompile(said).FindAllString(lines, -1), measures/5, lines)
	}
}

func TestADeviceOfTheSameKindIsNotMeasuredAgainAndNoneIsKept(t *testing.T) {
	copyRates.Clear()
	launch := func() (weak.Pointer[copier], int) {
		d := &copier{fakeDevice: fakeDevice{info: everything}}
		e := &LaunchEvent{Device: d, Launch: expOf(1)}
		assert.Contains(t, debugText(t, func() { e.debug(1) }), "share=")
		return weak.Make(d), d.launches
	}
	first, copies := launch()
	assert.Equal(t, 5, copies)
	_, copies = launch()
	assert.Zero(t, copies)
	assert.Eventually(t, func() bool { runtime.GC(); return first.Value() == nil }, time.Minute, time.Millisecond)
}

func TestWithoutARateOfCopiesThereIsNoShare(t *testing.T) {
	copyRates.Clear()
	d := &copier{fakeDevice: fakeDevice{info: everything}, err: assert.AnError}
	d.info.Kind = CPU
	e := &LaunchEvent{Device: d, Launch: expOf(1)}
	lines := debugText(t, func() { e.debug(1) })
	assert.Contains(t, lines, "wgtensor: fake: the rate of copies is unknown: "+assert.AnError.Error())
	assert.NotContains(t, lines, "share=")
}

func TestAGPUIsWaitedForAfterEachLaunchThatIsWritten(t *testing.T) {
	d := &copier{fakeDevice: fakeDevice{info: everything}}
	d.info.Kind = GPU
	read := func() string {
		e := &LaunchEvent{Device: d, Start: time.Now(), Time: time.Microsecond,
			Launch: expOf(1 << 18)}
		return debugText(t, func() { e.debug(1) })
	}
	read() // measures copies
	d.waits = 0
	assert.Regexp(t, `^wgtensor: device=fake op=exp .* queued=1µs done=[1-9]\d.* GB/s=0\.\d\d share=\d+%\n$`, read())
	assert.Equal(t, 1, d.waits)
	d.lost = ErrLost
	lines := read()
	assert.Contains(t, lines, `queued=1µs error="`+ErrLost.Error()+`"`)
	assert.NotContains(t, lines, "share=")
}
