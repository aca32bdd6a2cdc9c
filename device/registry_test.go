package device

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func opens(d Device) func() (Device, error) { return func() (Device, error) { return d, nil } }

func TestRegisteringTwiceIsAMistake(t *testing.T) {
	var r registry
	r.register("b", opens(nil))
	r.register("a", opens(nil))
	assert.Equal(t, []string{"a", "b"}, r.names())
	assert.PanicsWithValue(t, "device: Register called twice for a", func() { r.register("a", opens(nil)) })
	assert.PanicsWithValue(t, `device: Register of the reserved name "auto"`, func() { r.register("auto", opens(nil)) })
	assert.PanicsWithValue(t, `device: Register of the reserved name ""`, func() { r.register("", opens(nil)) })
	assert.PanicsWithValue(t, "device: Register of c without a function", func() { r.register("c", nil) })
}

func TestAnUnknownDeviceIsNamedWithTheKnownOnes(t *testing.T) {
	var r registry
	r.register("cpu", opens(&fakeDevice{}))
	_, err := r.device("gpu")
	assert.EqualError(t, err, `device: no device "gpu", only ["cpu"] and "auto"; import _ "github.com/wgtensor/wgtensor/device/gpu"`)
	_, err = r.device("tpu")
	assert.EqualError(t, err, `device: no device "tpu", only ["cpu"] and "auto"; a device registers itself when its package is imported`)
}

func TestADriverThatOpensNothingIsAnError(t *testing.T) {
	var r registry
	r.register("abacus", opens(nil))
	r.register("slate", opens((*fakeDevice)(nil)))
	for _, name := range []string{"abacus", "slate"} {
		_, err := r.device(name)
		assert.EqualError(t, err, `device: what is registered as "`+name+`" opens nothing, and gives no error`)
	}
}

func TestADriverThatFailsOpensNothing(t *testing.T) {
	var r registry
	r.register("abacus", func() (Device, error) { return (*fakeDevice)(nil), assert.AnError })
	d, err := r.device("abacus")
	assert.ErrorIs(t, err, assert.AnError)
	assert.True(t, d == nil, "not a nil pointer in an interface")
}

func TestTheEnvironmentNamesTheDevice(t *testing.T) {
	t.Setenv("WGTENSOR_DEVICE", "nonsense")
	_, err := Open("")
	assert.ErrorContains(t, err, `no device "nonsense"`)
	assert.ErrorContains(t, err, `($WGTENSOR_DEVICE is "nonsense")`)
	_, err = Open("other")
	assert.NotContains(t, err.Error(), "WGTENSOR_DEVICE")
}

func TestAutoTakesAHardwareGPU(t *testing.T) {
	var r registry
	gpu, cpu := &fakeDevice{info: Info{Kind: GPU}}, &fakeDevice{info: Info{Kind: CPU}}
	r.register("gpu", opens(gpu))
	r.register("cpu", opens(cpu))
	d, err := r.device("auto")
	require.NoError(t, err)
	assert.Same(t, gpu, d)
	assert.Equal(t, "a hardware GPU was found", d.Info().Why)
	assert.Empty(t, cpu.info.Why)
}

func TestAutoPassesASoftwareGPUOver(t *testing.T) {
	var r registry
	gpu := &fakeDevice{info: Info{Kind: Software, Adapter: "llvmpipe"}}
	r.register("gpu", opens(gpu))
	r.register("cpu", opens(&fakeDevice{info: Info{Name: "cpu", Kind: CPU}}))
	d, err := r.auto()
	require.NoError(t, err)
	assert.Equal(t, CPU, d.Info().Kind)
	assert.Equal(t, "no hardware GPU: the adapter found is a software gpu, llvmpipe, slower than this backend", d.Info().Why)
	assert.True(t, gpu.closed)
}

func TestAutoCallsOnlySoftwareGPUsSlower(t *testing.T) {
	var r registry
	r.register("gpu", opens(&fakeDevice{info: Info{Kind: Other, Adapter: "abacus"}}))
	r.register("cpu", opens(&fakeDevice{info: Info{Kind: CPU}}))
	d, err := r.auto()
	require.NoError(t, err)
	assert.Equal(t, "no hardware GPU: the adapter found is of kind other, abacus", d.Info().Why)
}

// silent is a device that is no Explainer.
type silent struct{ Device }

func TestADeviceNeedNotExplainItself(t *testing.T) {
	var r registry
	gpu := silent{&fakeDevice{info: Info{Kind: GPU}}}
	r.register("gpu", opens(gpu))
	d, err := r.auto()
	require.NoError(t, err)
	assert.Equal(t, gpu, d)
	assert.Empty(t, d.Info().Why)
}

func TestAutoSaysWhyThereIsNoGPU(t *testing.T) {
	var r registry
	failure := errors.New("device: no adapter found")
	r.register("gpu", func() (Device, error) { return nil, failure })
	_, err := r.auto()
	assert.ErrorIs(t, err, failure)
	assert.ErrorContains(t, err, `device: auto: no GPU (device: no adapter found) and no CPU: device: no device "cpu"`)

	r.register("cpu", opens(&fakeDevice{}))
	d, err := r.auto()
	require.NoError(t, err)
	assert.Equal(t, "no hardware GPU: no adapter found", d.Info().Why)
}

func TestKindsHaveNames(t *testing.T) {
	assert.Equal(t, "software gpu", Software.String())
	assert.Equal(t, "unknown", Kind(0).String())
	assert.Equal(t, "other", Kind(99).String())
}
