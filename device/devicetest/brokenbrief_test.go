package devicetest

import (
	"context"
	"testing"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// brisk is a reference that is done with launches at once.
type brisk struct {
	*reference
	spoil   func(l *device.Launch) (taken bool) // what becomes of a launch
	made    func(b device.Buffer) device.Buffer
	foreign func(b device.Buffer) (reclaimed bool)
}

func newBrisk(r *reference) *brisk {
	return &brisk{r, func(*device.Launch) bool { return true }, func(b device.Buffer) device.Buffer { return b }, func(device.Buffer) bool { return false }}
}

func (d *brisk) Self() device.Device { return d }

func (d *brisk) RunBrief(l *device.Launch) bool {
	out := l.Out[0].Buffer
	if out == nil {
		b, err := d.Alloc(l.Out[0].Layout.Len() * l.Out[0].Type.Size())
		if err != nil {
			return false
		}
		l.Out[0].Buffer = b
	}
	if d.spoil(l) && d.Run(context.Background(), l) == nil {
		l.Out[0].Buffer = d.made(l.Out[0].Buffer)
		return true
	}
	l.Out[0].Buffer = out
	return false
}

func (d *brisk) RunFlat(f *device.Flat) bool {
	operand := func(k int) device.Operand {
		return device.Operand{Buffer: f.In[k], Type: f.Program.Inputs()[k], Layout: broadcast.RowMajor(f.Len)}
	}
	l := &device.Launch{Program: f.Program, Shape: []int{f.Len}, In: []device.Operand{operand(0), operand(1)}}
	l.Out = []device.Operand{{Buffer: f.Out, Type: l.In[0].Type, Layout: broadcast.RowMajor(f.Len)}}
	done := d.RunBrief(l)
	f.Out = l.Out[0].Buffer
	return done
}

func (d *brisk) Reclaim(b device.Buffer) bool {
	if _, own := b.(*refBuffer); !own {
		return d.foreign(b)
	}
	b.Release()
	return true
}

func TestADeviceThatIsDoneAtOncePasses(t *testing.T) {
	r, err := Check(newBrisk(newReference()), Checks("lifecycle/"))
	if err != nil || r.Checks != 6 {
		t.Error(r.Checks, err)
	}
}

// passedOn has the extensions of a device it embeds, and says nothing of them.
type passedOn struct{ *brisk }

func TestExtensionsOfAnEmbeddedDeviceAreNotChecked(t *testing.T) {
	r, err := Check(passedOn{newBrisk(newReference())}, Checks("lifecycle/"))
	if err != nil || r.Checks != 5 {
		t.Error(r.Checks, err)
	}
}

// spoilt changes what becomes of a launch.
func spoilt(f func(d *brisk)) func(r *reference) device.Device {
	return func(r *reference) device.Device {
		d := newBrisk(r)
		f(d)
		return d
	}
}

var wrongBriefs = []broken{
	{fault: "is done and has computed nothing", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.reference.run = func(*reference, *device.Launch) {}
	})},
	{fault: "gives back no output", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.made = func(device.Buffer) device.Buffer { return nil }
	})},
	{fault: "computes what it does not run", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.spoil = func(l *device.Launch) bool { _ = d.Run(context.Background(), l); return false }
	})},
	{fault: "says of mistakes that they are done", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.check = func(*reference, *device.Launch) error { return nil }
		d.reference.run = func(r *reference, l *device.Launch) {
			if r.checkLaunch(l) == nil {
				r.walk(l)
			}
		}
	})},
	{fault: "keeps buffers of others", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.foreign = func(device.Buffer) bool { return true }
	})},
	{fault: "releases buffers of others", check: "lifecycle/brief", wrap: spoilt(func(d *brisk) {
		d.foreign = func(b device.Buffer) bool { b.Release(); return false }
	})},
}
