package devicetest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

func newTarget() target {
	d := newReference()
	return target{d, d.Info()}
}

func TestBytesComeBackFromATargetAsTheyWere(t *testing.T) {
	d, m := newTarget(), newSource(1, "").garbage(1001)
	require.NoError(t, d.upload(m))
	defer m.buf.Release()
	require.NoError(t, d.download(m))
	assert.Equal(t, m.host, m.after)
}

func TestATargetHasToRunWhatItsInfoLists(t *testing.T) {
	d := newTarget()
	add := single(device.Instr{Op: op.Add}, repeat(op.Int32, 2), 0)
	assert.True(t, d.supports(add))
	d.info.Limits.Buffers = 2
	assert.False(t, d.supports(add), "three operands")
	d = newTarget()
	d.info.DTypes = op.SetOf(op.Float32)
	assert.False(t, d.supports(add), "int32")
}

func TestARefusalNamesTheTypeAndTheDeviceAndChangesNothing(t *testing.T) {
	d, s := newTarget(), newSource(1, "")
	d.info.DTypes = op.SetOf(op.Float32)
	right := &device.UnsupportedError{Device: "reference", Type: op.Int32}
	for _, c := range []struct {
		name    string
		refusal error
		spoil   bool
		says    string // nothing if the refusal is right
	}{
		{"right", right, false, ""},
		{"none", nil, false, "Run took a launch"},
		{"no ErrUnsupported", errors.New("reference has no int32"), false, "not errors.ErrUnsupported"},
		{"without the type", &device.UnsupportedError{Device: "reference"}, false, "names none of"},
		{"without the device", &device.UnsupportedError{Device: "another", Type: op.Int32}, false, "does not name the device"},
		{"memory changed", right, true, "changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := s.list(op.Int32, []op.Scalar{1, 2, 3})
			tr := &trial{program: single(device.Instr{Op: op.Add}, repeat(op.Int32, 2), 0), out: []array{x}, in: []array{x, x}}
			x.after = append([]byte(nil), x.host...)
			if c.spoil {
				x.after[0] ^= 1
			}
			err := d.checkRefusal(tr, c.refusal)
			if c.says == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.says)
			}
		})
	}
}
