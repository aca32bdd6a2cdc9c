package main

import (
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// softening, squared, keeps bodies that nearly meet from being thrown out of the system.
const softening = 0.01

// system is n bodies, in units in which the constant of gravity is 1.
type system struct {
	mass            *tensor.Tensor // [n]
	place, velocity *tensor.Tensor // [n, 3]
}

// step is the system some time later: velocities first, then places with the new ones, which
// keeps the energy for long (the symplectic Euler method). Places and velocities are computed
// in one launch, once the sum over the others is done.
func (s system) step(time float32) system {
	velocity := s.velocity.Add(s.acceleration().Mul(time))
	return system{s.mass, s.place.Add(velocity.Mul(time)), velocity}
}

// acceleration is [n, 3]: the sum over all j of m[j] d / |d|³, where d leads from i to j. Of
// i itself d is 0.
func (s system) acceleration() *tensor.Tensor {
	d := s.place.Unsqueeze(0).Sub(s.place.Unsqueeze(1)) // [1, n, 3] - [n, 1, 3] is [n, n, 3]
	square := sum(d.Square(), 2).Add(softening)         // [n, n, 1]
	pull := s.mass.Unsqueeze(1).Div(square.Mul(square.Sqrt()))
	return sum(d.Mul(pull), 1).Squeeze(1)
}

// sum adds up along an axis, which keeps the size 1. Operations here are elementwise: so it
// adds slices, the parts of the axis, up to eight in a launch. That takes few launches, reads
// everything once, and rounds less than adding one after the other.
func sum(t *tensor.Tensor, axis int) *tensor.Tensor {
	for n := t.Shape()[axis]; n > 1; n = t.Shape()[axis] {
		parts := n // of an odd axis; the engine divides what is too much for a launch
		for _, p := range []int{8, 4, 2} {
			if n%p == 0 {
				parts = p
				break
			}
		}
		size := n / parts
		whole := t
		t = whole.Slice(axis, 0, size, 1)
		for first := size; first < n; first += size {
			t = t.Add(whole.Slice(axis, first, first+size, 1))
		}
	}
	return t
}

// energy is that of motion less what it takes to part the bodies, computed in float64.
func (s system) energy() (float64, error) {
	mass, err := tensor.Data[float32](s.mass)
	if err != nil {
		return 0, err
	}
	place, err := tensor.Data[float32](s.place)
	if err != nil {
		return 0, err
	}
	velocity, err := tensor.Data[float32](s.velocity)
	if err != nil {
		return 0, err
	}
	energy := 0.0
	for i, m := range mass {
		for j, other := range mass {
			if j < i {
				energy -= float64(m*other) / math.Sqrt(apart(place[3*i:], place[3*j:])+softening)
			}
		}
		energy += float64(m) / 2 * apart(velocity[3*i:], []float32{0, 0, 0})
	}
	return energy, nil
}

// apart is the square of the distance.
func apart(a, b []float32) (square float64) {
	for i := range 3 {
		d := float64(a[i]) - float64(b[i])
		square += d * d
	}
	return square
}

// disc is a heavy body in the middle and light ones around it, each nearly on a circle.
func disc(n int) system {
	mass, place, velocity := make([]float32, n), make([]float32, 3*n), make([]float32, 3*n)
	mass[0] = 1
	for i := 1; i < n; i++ {
		turn, radius := 2.399963*float64(i), math.Sqrt(float64(i)/float64(n))+0.2 // the golden angle, as in a sunflower
		sin, cos := math.Sincos(turn)
		mass[i] = 0.1 / float32(n)
		place[3*i], place[3*i+1], place[3*i+2] = float32(radius*cos), float32(radius*sin), float32(0.1*cos)
		speed := math.Sqrt(1 / radius)
		velocity[3*i], velocity[3*i+1] = float32(-speed*sin), float32(speed*cos)
	}
	return system{tensor.FromSlice(mass), tensor.FromSlice(place, n, 3), tensor.FromSlice(velocity, n, 3)}
}
