package picture

import (
	"github.com/wgtensor/wgtensor/examples/internal/shade"
	"github.com/wgtensor/wgtensor/tensor"
)

// Mountains is a picture in bytes, [height, width, 3]: mountains in the evening, mirrored by a lake, as
// a camera sees them that was set too dark and too blue.
func Mountains(height, width int) *tensor.Tensor {
	shore := height * 17 / 25
	land := mountains(shore, width)
	s := tensor.Zeros(tensor.Float32, height, width, 3)
	lake := height - shore
	mirror := land.Flip(0).Slice(0, 0, 2*lake, 2) // seen from low down
	depth := tensor.Linspace[float32](0, 1, lake).Reshape(lake, 1, 1)
	ripples := depth.Add(.02).Log().Mul(60).Sin().Mul(.12).Mul(depth)
	mirror = mirror.Mul(depth.Mul(-.45).Add(.8).Add(ripples))
	for _, part := range []struct{ to, from *tensor.Tensor }{{s.Slice(0, 0, shore, 1), land}, {s.Slice(0, shore, height, 1), mirror}} {
		if err := part.to.Assign(part.from); err != nil {
			return tensor.FromError(err)
		}
	}
	seen := s.Mul(.5).Add(.13).Mul(tensor.FromSlice([]float32{.9, 1, 1.12}))
	return seen.Clamp(0, 1).Mul(255).Round().AsType(tensor.Uint8)
}

// mountains is a sky with a low sun, and ridges before it that are the darker the nearer they are.
func mountains(height, width int) *tensor.Tensor {
	y := tensor.Linspace[float32](0, 1, height).Unsqueeze(1)
	x := tensor.Linspace(0, float32(width)/float32(height), width)
	s := shade.Gradient(y, 0x243b6b, 0x5b6fa8, 0xc98fa0, 0xf7b267, 0xffe2a0, 0xfff1c9) // [h, 1, 3]
	sun := x.Sub(1.02).Hypot(y.Sub(.56)).Unsqueeze(-1)                                 // [h, w, 1]
	s = s.Add(sun.Mul(-5).Exp().Mul(shade.RGB(0xff8a3d)).Mul(.6))
	s = s.Add(tensor.Scalar[float32](.062).Sub(sun).Mul(height).Clamp(0, 1).Mul(shade.RGB(0xfff3c4)))
	const ridges = 6
	for i := range ridges {
		near := float32(i) / (ridges - 1)
		ridge := tensor.Scalar(.56 + .36*near*near)
		for k, size := range []float32{.11, .05, .024, .012, .006, .003} {
			pace := float32(int(2) << k)
			wave := x.Mul(pace * (1.1 + .13*float32(i))).Add(float32(7*i+3*k) * 1.7).Sin()
			ridge = ridge.Add(wave.Abs().Sub(.5).Mul(size * (.8 + .5*near)))
		}
		far := shade.RGB(0xd9a58c).Lerp(shade.RGB(0x0d1a26), .15+.85*near)
		below := y.Sub(ridge).Unsqueeze(-1) // [h, w, 1]
		mist := below.Mul(3.5).Clamp(0, 1).Mul(.55 * (1 - near))
		s = s.Lerp(far.Lerp(shade.RGB(0xffd9a8), mist), below.Mul(height).Clamp(0, 1))
	}
	return s
}
