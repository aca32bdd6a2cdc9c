package tensor

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/op"
)

// computed computes a case by walks, or says why it cannot.
type computed func(c *walkCase, in []*Tensor) (out []*Tensor, why string)

// outsideSuite is a suite of outside data.
type outsideSuite struct {
	name string
	ops  map[string]computed
	not  map[string]string // operations that are not computed, and why
}

// suites lists, for each suite of outside data, the operations that walks and maps compute. It
// names all other operations as exceptions.
var suites = []outsideSuite{
	{"reduce2", together(reductionOps, selectionOps, viewOps), map[string]string{
		"nanmedian_lower": "no name: Nanmedian is NumPy's, the mean of two middle elements",
	}},
	{"contract", contractOps, map[string]string{}},
	{"index", together(indexOps, joinOps, viewOps), map[string]string{}},
	{"sort", sortOps, map[string]string{"unique_consecutive": "no name: UniqueAll sorts"}},
	{"random", randomOps, map[string]string{
		"jax_normal": "package random's tests compare it", "philox2x32": philox, "philox4x32": philox, "philox4x64": philox,
		"philox4x32_stream": philox, "threefry4x32": philox, "threefry2x64": philox, "numpy_philox_raw": philox, "numpy_philox_random": philox,
	}},
}

const philox = "no row: random numbers are threefry2x32's"

func TestWalksGiveWhatTheOutsideDataSay(t *testing.T) {
	if Slowed {
		t.Skip("one goroutine, and the race detector")
	}
	for _, suite := range suites {
		for _, d := range walkDevices() {
			t.Run(suite.name+"/"+d.Info().Name, func(t *testing.T) { suite.run(t, d) })
		}
	}
}

func together(lists ...map[string]computed) map[string]computed {
	all := map[string]computed{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	return all
}

// walkDevices are those that compute the suites: in a thorough run with the overlay of device/gpu/tensors
// a GPU too. It takes a quarter of an hour on llvmpipe.
func walkDevices() []device.Device {
	all := []device.Device{walkDevice, DefaultDevice()}
	if devicetest.Thorough() {
		if gpu, err := device.Open("gpu"); err == nil {
			all = append(all, gpu)
		}
	}
	return all
}

func (s *outsideSuite) run(t *testing.T, d device.Device) {
	before := DefaultDevice()
	SetDefaultDevice(d)
	defer SetDefaultDevice(before)
	counts := map[string]int{}
	for _, c := range walkCases(t, s.name) {
		compute, why := s.ops[c.Op], s.not[c.Op]
		require.True(t, (compute == nil) != (why == ""), "%s: computed or an exception", c.Op)
		if why == "" {
			why = c.omission()
		}
		if why != "" {
			counts["not run: "+why]++
			continue
		}
		c.load(t, d)
		out, why := compute(&c, c.tensors)
		if why == "" {
			why = c.outcome(t, out)
		}
		counts[why]++
		for _, x := range append(out, c.tensors...) {
			x.Release()
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%4d %s", counts[what], what)
	}
	require.Positive(t, counts["right"])
}

// omission says why a case is left out although its operation is computed.
func (c *walkCase) omission() string {
	for _, a := range c.Inputs {
		if a.Len() > 1<<14 && !devicetest.Thorough() {
			return "long; WGTENSOR_THOROUGH=1 runs it"
		}
	}
	return ""
}

// taken are operations that accept arguments which PyTorch refuses.
var taken = map[string]string{
	"gather":  "negative indices count from the end, as in NumPy's take_along_axis",
	"one_hot": "a class that is not there is a row of zeros, as in JAX",
}

// outcome judges a case. A result that is neither right nor a known exception fails the test.
func (c *walkCase) outcome(t *testing.T, out []*Tensor) string {
	if c.Kind == "error" {
		for _, library := range c.Error {
			if library == nil {
				return "exception: libraries differ on whether it is an error"
			}
		}
		for _, x := range out {
			if x.Err() != nil || Eval(context.Background(), x) != nil { // an index is looked at when it is computed
				return "right: refused, as libraries do"
			}
		}
		if why := taken[c.Op]; why != "" {
			return "exception: " + why
		}
		t.Errorf("%s: no error; libraries refuse it", c.Name)
		return "wrong"
	}
	err := c.judge(out, c.Oracle)
	if err == nil {
		return "right"
	}
	if c.Alt != nil && c.judge(out, c.Alt) == nil {
		return "right: by the second of the authorities, which differ"
	}
	if why := c.exception(out); why != "" {
		return "exception: " + why
	}
	t.Errorf("%s: %v", c.Name, err)
	return "wrong"
}

// exception is why the data's answer does not count.
func (c *walkCase) exception(out []*Tensor) string {
	dt := c.Inputs[0].DType.DType
	unsigned := dt.Kind() == op.Unsigned
	wide := slices.Contains([]string{"sum", "prod", "nansum", "cumsum", "cumprod"}, c.Op)
	if wide && unsigned && out[0].Err() == nil && out[0].DType() == Uint64 && c.judge([]*Tensor{out[0].AsType(Int64)}, c.Oracle) == nil {
		return "the data's sums of unsigned integers are int64, ours uint64 (NumPy, Array API)"
	}
	return ""
}

func one(x *Tensor) ([]*Tensor, string) { return []*Tensor{x}, "" }

// reduced is a reduction of the data: some axes, which may be kept with size 1, and options.
func reduced(name string) computed {
	return func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(Reduce(name, c.over(in[0]))) }
}

// over is a tensor with the case's axes and options.
func (c *walkCase) over(x *Tensor) Over {
	o := x.Along(c.List("dim")...)
	if dt, ok := c.dtype(); ok {
		o = o.DType(dt)
	}
	if get[bool](c, "keepdim") {
		o = o.Keep()
	}
	if c.Attrs["correction"] != nil {
		o = o.Correction(get[float64](c, "correction"))
	}
	return o
}

func (c *walkCase) dtype() (DType, bool) {
	dt, err := op.ParseDType(get[string](c, "dtype"))
	return dt, err == nil
}

// prefixes is a scan of the data.
func prefixes(of func(x *Tensor, axis int) []*Tensor) computed {
	return func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x := in[0]
		dt, ok := c.dtype()
		if ok {
			x = x.AsType(dt)
		}
		out := of(x, get[int](c, "dim"))
		if ok {
			out[0] = out[0].AsType(dt)
		}
		return out, ""
	}
}

func prefix(of func(x *Tensor, axis int) *Tensor) computed {
	return prefixes(func(x *Tensor, axis int) []*Tensor { return []*Tensor{of(x, axis)} })
}

func prefixAndIndex(of func(x *Tensor, axis int) (values, indices *Tensor)) computed {
	return prefixes(func(x *Tensor, axis int) []*Tensor {
		values, indices := of(x, axis)
		return []*Tensor{values, indices}
	})
}

var reductionOps = map[string]computed{
	"sum": reduced("sum"), "prod": reduced("prod"), "mean": reduced("mean"), "amax": reduced("max"), "amin": reduced("min"),
	"argmax": reduced("argmax"), "argmin": reduced("argmin"), "all": reduced("all"), "any": reduced("any"),
	"var": reduced("var"), "std": reduced("std"), "count_nonzero": reduced("count_nonzero"), "logsumexp": reduced("logsumexp"),
	"cumsum": prefix((*Tensor).Cumsum), "cumprod": prefix((*Tensor).Cumprod), "logcumsumexp": prefix((*Tensor).Logcumsumexp),
	"cummax": prefixAndIndex((*Tensor).Cummax), "cummin": prefixAndIndex((*Tensor).Cummin),
	"nansum": reduced("nansum"), "nanmean": reduced("nanmean"),
}
