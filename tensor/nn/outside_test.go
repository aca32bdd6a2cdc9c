package nn_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/device/devicetest/outside"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
)

// outsideCase is a case of the outside data of convolutions, pools, norms and attention.
type outsideCase struct{ outside.FormCase }

func (c *outsideCase) ints(name string) []int { return c.List(name) }

func (c *outsideCase) truth(name string) bool { return outside.Attr[bool](&c.FormCase, name) }

func (c *outsideCase) number(name string) float64 { return outside.Attr[float64](&c.FormCase, name) }

// functions computes the operations of the data.
var functions = map[string]func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor{
	"conv1d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor { return nn.Conv1d(x[0], x[1], x[2], c.conv()) },
	"conv2d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor { return nn.Conv2d(x[0], x[1], x[2], c.conv()) },
	"max_pool1d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.MaxPool1d(x[0], c.ints("kernel_size"), c.pool())
	},
	"max_pool2d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.MaxPool2d(x[0], c.ints("kernel_size"), c.pool())
	},
	"avg_pool1d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.AvgPool1d(x[0], c.ints("kernel_size"), c.pool())
	},
	"avg_pool2d": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.AvgPool2d(x[0], c.ints("kernel_size"), c.pool())
	},
	"layer_norm": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.LayerNorm(x[0], c.ints("normalized_shape"), x[1], x[2], c.number("eps"))
	},
	"batch_norm": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.BatchNorm(x[0], x[1], x[2], x[3], x[4], c.number("eps"))
	},
	"softmax":     func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor { return x[0].Softmax(c.ints("dim")[0]) },
	"log_softmax": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor { return x[0].LogSoftmax(c.ints("dim")[0]) },
	"interpolate": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.Interpolate(x[0], c.sizes(x[0].Shape()[2:]), c.interpolation())
	},
	"scaled_dot_product_attention": func(c *outsideCase, x []*tensor.Tensor) *tensor.Tensor {
		return nn.ScaledDotProductAttention(x[0], x[1], x[2], nn.AttentionOptions{Mask: x[3], Causal: c.truth("is_causal"), Scale: c.number("scale")})
	},
}

// left are operations of the data that no function computes.
var left = map[string]string{
	"conv3d": "images have one axis or two",
	"im2col": "Windows is the view, and a copy of it is a Reshape",
}

func (c *outsideCase) conv() nn.ConvOptions {
	o := nn.ConvOptions{Stride: c.ints("stride"), Dilation: c.ints("dilation"), Groups: outside.Attr[int](&c.FormCase, "groups")}
	switch outside.Attr[string](&c.FormCase, "padding") {
	case "same":
		o.Same = true
	case "valid":
	default:
		o.Padding = c.ints("padding")
	}
	return o
}

func (c *outsideCase) pool() nn.PoolOptions {
	return nn.PoolOptions{Stride: c.ints("stride"), Padding: c.ints("padding"), Dilation: c.ints("dilation"), CeilMode: c.truth("ceil_mode"), CountIncludePad: c.truth("count_include_pad")}
}

// sizes are those of a resized image, which a factor may give, or one number for all axes.
func (c *outsideCase) sizes(image []int) []int {
	size, factor := c.ints("size"), c.number("scale_factor")
	for k, n := range image {
		switch {
		case factor > 0:
			size = append(size, int(float64(n)*factor))
		case k > 0 && len(size) == k:
			size = append(size, size[0])
		}
	}
	return size
}

func (c *outsideCase) interpolation() nn.InterpolateOptions {
	modes := map[string]nn.InterpolateMode{"nearest": nn.InterpolateNearest, "nearest-exact": nn.InterpolateNearestExact, "linear": nn.InterpolateLinear, "bilinear": nn.InterpolateLinear, "trilinear": nn.InterpolateLinear}
	return nn.InterpolateOptions{Mode: modes[outside.Attr[string](&c.FormCase, "mode")], AlignCorners: c.truth("align_corners")}
}

// inputs are the case's tensors; those that are left out are nil.
func (c *outsideCase) inputs(t *testing.T, d device.Device) []*tensor.Tensor {
	all := make([]*tensor.Tensor, max(5, len(c.Inputs)))
	for i, a := range c.Inputs {
		elements, err := c.Given(i)
		require.NoError(t, err, c.Name)
		dt := a.DType.DType
		raw := make([]byte, len(elements)*dt.Size())
		for k, s := range elements {
			dt.Store(raw[k*dt.Size():], s)
		}
		all[i] = tensor.FromBytesOn(d, dt, raw, len(elements)).Reshape(a.Shape...)
		if v := c.View(i); v != nil {
			all[i] = all[i].AsStrided(v.Shape, v.Strides, v.Offset)
		}
	}
	return all
}

// judge compares a result with the expectation.
func (c *outsideCase) judge(x *tensor.Tensor) error {
	raw, err := x.Bytes()
	if err != nil {
		return err
	}
	dt, elements := x.DType(), make([]op.Scalar, x.Len())
	for i := range elements {
		elements[i] = dt.Load(raw[i*dt.Size():])
	}
	return c.Judge(0, dt, x.Shape(), elements, c.Oracle[0])
}

// data is the folder of the outside data; without it the test is skipped.
func data(t *testing.T) string {
	dir := os.Getenv(outside.Env)
	if dir == "" {
		t.Skipf("%s does not name the folder of the data", outside.Env)
	}
	return dir
}

// everywhere runs a test on the CPU, and on the GPU where it is registered: see device/gpu/tensors.
func everywhere(t *testing.T, f func(t *testing.T, d device.Device)) {
	for _, name := range device.Names() {
		t.Run(name, func(t *testing.T) {
			d, err := device.Open(name)
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, d.Close()) })
			f(t, d)
		})
	}
}

func TestFunctionsGiveWhatTheOutsideDataSay(t *testing.T) {
	dir := data(t)
	everywhere(t, func(t *testing.T, d device.Device) {
		cases, z, err := outside.FormCases(dir, "conv")
		t.Cleanup(z.Close)
		require.NoError(t, err)
		counts := map[string]int{}
		for i := range cases {
			c := outsideCase{cases[i]}
			f, why := functions[c.Op], left[c.Op]
			require.True(t, (f == nil) != (why == ""), "%s: computed or left out", c.Op)
			switch {
			case why != "":
				counts["left out: "+c.Op+": "+why]++
			case d.Info().Kind != device.CPU && i%16 != 0 && !devicetest.Thorough():
				counts["left out here: WGTENSOR_THOROUGH=1 runs it"]++
			case c.Kind == "error":
				assert.Error(t, f(&c, c.inputs(t, d)).Err(), c.Name)
				counts["refused"]++
			default:
				assert.NoError(t, c.judge(f(&c, c.inputs(t, d))), "%s %s", c.Name, c.Attrs)
				counts["right"]++
			}
		}
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%4d %s", counts[what], what)
		}
	})
}

// shapeCase is a row of the table of shapes.
type shapeCase struct {
	Name, Op            string
	Input, Weight, Bias []int
	Result              *[]int
	outsideCase         `json:"-"`
}

// UnmarshalJSON takes all fields for attributes of the case, too.
func (s *shapeCase) UnmarshalJSON(raw []byte) error {
	type plain shapeCase
	if err := json.Unmarshal(raw, (*plain)(s)); err != nil {
		return err
	}
	return json.Unmarshal(raw, &s.Attrs)
}

func TestShapesAreThoseOfTheTable(t *testing.T) {
	rows, err := outside.Lines[shapeCase](filepath.Join(data(t), "tables", "conv_shapes.jsonl"))
	require.NoError(t, err)
	counts := map[string]int{}
	for _, r := range rows {
		f := functions[r.Op]
		if f == nil {
			counts["left out: "+r.Op+": "+left[r.Op]]++
			continue
		}
		x := []*tensor.Tensor{tensor.Ones(tensor.Float32, r.Input...), nil, nil}
		for i, shape := range [][]int{1: r.Weight, 2: r.Bias} {
			if shape != nil {
				x[i] = tensor.Ones(tensor.Float32, shape...)
			}
		}
		y := f(&r.outsideCase, x)
		switch {
		case string(r.Attrs["groups"]) == "0" || string(r.Attrs["padding"]) == `"full"`:
			counts["no option of ours: no groups, or a padding by that name"]++
		case strings.Contains(string(r.Attrs["error"]), "mode needs"):
			counts["no option of ours: linear is one mode for any number of axes"]++
		case r.Result == nil:
			assert.Error(t, y.Err(), "%s", r.Attrs)
			counts["refused"]++
		default:
			assert.NoError(t, y.Err(), "%s", r.Attrs)
			assert.Equal(t, *r.Result, y.Shape(), "%s", r.Attrs)
			counts["right"]++
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%4d %s", counts[what], what)
	}
}
