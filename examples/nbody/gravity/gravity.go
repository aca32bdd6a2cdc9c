// Package gravity has bodies that attract each other.
package gravity

import (
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

// Softening, squared, keeps bodies that nearly meet from being thrown out of the system.
const Softening = 0.01

// System is n bodies, in units in which the constant of gravity is 1.
type System struct {
	Mass               *tensor.Tensor // [n]
	Position, Velocity *tensor.Tensor // [n, 3]
}

// Step is the system some time later: velocities first, then positions with the new ones, which
// keeps the energy for long (the symplectic Euler method). Positions and velocities are computed
// in one launch, once the sum over the others is done.
func (s System) Step(time float32) System {
	velocity := s.Velocity.Add(s.acceleration().Mul(time))
	return System{s.Mass, s.Position.Add(velocity.Mul(time)), velocity}
}

// acceleration is [n, 3]: the sum over all j of m[j] d / |d|³, where d leads from i to j. Of
// i itself d is 0.
func (s System) acceleration() *tensor.Tensor {
	d := s.Position.Unsqueeze(0).Sub(s.Position.Unsqueeze(1)) // [1, n, 3] - [n, 1, 3] is [n, n, 3]
	square := d.Square().Along(2).Keep().Sum().Add(Softening) // [n, n, 1]
	pull := s.Mass.Unsqueeze(1).Div(square.Mul(square.Sqrt()))
	return d.Mul(pull).Sum(1)
}

// Energy is the energy of motion, less the energy that parts the bodies, computed in float64.
func (s System) Energy() (float64, error) {
	mass, err := tensor.Data[float32](s.Mass)
	if err != nil {
		return 0, err
	}
	position, err := tensor.Data[float32](s.Position)
	if err != nil {
		return 0, err
	}
	velocity, err := tensor.Data[float32](s.Velocity)
	if err != nil {
		return 0, err
	}
	energy := 0.0
	for i, m := range mass {
		for j, other := range mass {
			if j < i {
				energy -= float64(m*other) / math.Sqrt(apart(position[3*i:], position[3*j:])+Softening)
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

// Galaxies are two discs that pass each other: the first half of the bodies and the second. In the
// middle of each is a heavy body.
func Galaxies(n int) System {
	mass, position, velocity := make([]float32, n), make([]float32, 3*n), make([]float32, 3*n)
	for _, g := range []galaxy{
		{0, (n + 1) / 2, 1, [3]float64{-.9, -.25, 0}, [3]float64{.2, .17, 0}, .5},
		{(n + 1) / 2, n, .7, [3]float64{1.1, .35, .1}, [3]float64{-.3, -.24, 0}, -1.1},
	} {
		for i := g.first; i < g.end; i++ {
			mass[i] = float32(g.mass)
			p, v := g.middle, g.velocity
			if part := float64(i-g.first) / float64(g.end-g.first); part > 0 {
				mass[i] *= .1 / float32(n)
				radius := .15 + .65*math.Sqrt(part)
				sin, cos := math.Sincos(2.399963 * float64(i)) // the golden angle, as in a sunflower
				speed := math.Sqrt(g.mass*radius*radius) / math.Pow(radius*radius+Softening, .75)
				for k, axis := range [3]float64{1, math.Cos(g.tilt), math.Sin(g.tilt)} {
					across := []float64{cos, sin, sin}[k]
					along := []float64{-sin, cos, cos}[k]
					p[k] += radius * across * axis
					v[k] += speed * along * axis
				}
			}
			for k := range 3 {
				position[3*i+k], velocity[3*i+k] = float32(p[k]), float32(v[k])
			}
		}
	}
	return System{tensor.FromSlice(mass), tensor.FromSlice(position, n, 3), tensor.FromSlice(velocity, n, 3)}
}

// galaxy is a disc of bodies, numbered from first to end, turned about the first axis.
type galaxy struct {
	first, end       int
	mass             float64
	middle, velocity [3]float64
	tilt             float64
}
