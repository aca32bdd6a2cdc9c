package devicetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A device that computes with the meanings themselves passes, or the suite is wrong.
func TestReference(t *testing.T) {
	Run(t, func(testing.TB) device.Device {
		r := newReference()
		r.run = func(r *reference, l *device.Launch) {
			if n := l.Out[0].Layout.Len(); n > 1<<20 {
				addAll(l, n) // the large launch, for which one element at a time is too slow
			} else {
				r.walk(l)
			}
		}
		return r
	})
}

func TestCheckOnly(t *testing.T) {
	r, err := Check(newReference(), Quick(), Seed(7), Only("add"))
	if err != nil || r.Checks != 2 || r.Seed != 7 {
		t.Errorf("%d checks, seed %d, error %v", r.Checks, r.Seed, err)
	}
	want := "| operation | float32 | float64 |\n| --- | ---: | ---: |\n| add | exact | refused |\n| add with alpha | by definition | refused |\n"
	if got := r.Table(op.Float32, op.Float64); got != want {
		t.Errorf("Table:\n%swant:\n%s", got, want)
	}
	if _, err := Check(newReference(), Only("ad")); err == nil {
		t.Error("no error for an operation that does not exist")
	}
}

func TestADeviceWithoutIntegersHasToRefuseIndices(t *testing.T) {
	d := newReference()
	d.info.DTypes = op.SetOf(op.Bool, op.Float32)
	r, err := Check(d, Quick(), Checks("forms/"))
	assert.NoError(t, err)
	assert.NotZero(t, r.Refused)
	d.check = func(*reference, *device.Launch) error { return nil }
	for _, name := range []string{"forms/loads", "forms/stores"} {
		_, err := Check(d, Quick(), Checks(name))
		assert.ErrorContains(t, err, "it must answer errors.ErrUnsupported")
	}
}

type infoless struct{ *reference }

func (infoless) Info() device.Info { panic("what am I?") }

func TestWhatIsNoDeviceIsAnError(t *testing.T) {
	for _, d := range []device.Device{nil, (*reference)(nil), infoless{newReference()}} {
		t.Run(fmt.Sprintf("%T", d), func(t *testing.T) {
			_, err := Check(d, Quick())
			assert.ErrorContains(t, err, "devicetest: ")
			_, err = CheckOutside(d, t.TempDir())
			assert.ErrorContains(t, err, "devicetest: ")
		})
	}
	_, err := Sweep{}.Run(nil)
	assert.Equal(t, errNoDevice, err)
}

func TestAnOptionMayBeNil(t *testing.T) {
	r, err := Check(newReference(), nil, Checks("info"), Open(nil), OnProgress(nil))
	assert.NoError(t, err)
	assert.Equal(t, 1, r.Checks)
}

func TestAReportSaysThatStringPanics(t *testing.T) {
	r, err := Check(nameless{newReference()}, Checks("info"))
	assert.Error(t, err)
	assert.Equal(t, "(String panics: who am I?)", r.Device)
	assert.Equal(t, 1, r.Failed)
}

// A device that Check cannot open again is not closed; the report says what that left out.
func TestCheckSaysWhatDidNotRun(t *testing.T) {
	d := newReference()
	r, err := Check(d, Quick(), Checks("refusals/", "close/", "large/"))
	if err != nil || len(r.NotRun) != 6 || d.closed {
		t.Errorf("not run: %q, closed %v, error %v", r.NotRun, d.closed, err)
	}
}
