package main

import (
	"context"
	"fmt"
	"io"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// batch is how many digits a step of training draws.
const batch = 256

// state is what a step of training takes: the weights, how they moved in the last step, and a key.
type state struct {
	Network, Speed network
	Lines          *tensor.Tensor
	Key            random.Key
	Rate           tensor.Number
}

// moved is what it gives.
type moved struct {
	Network, Speed network
	Loss           *tensor.Tensor
}

// step moves the weights against the gradient of the loss, which is written by hand, with momentum.
func step(s state) moved {
	pictures, digits := draw(s.Key, s.Lines, batch)
	n := s.Network
	scores, units := n.scores(pictures)
	byScores := scores.Softmax(1).Sub(digits.OneHot(10)).Div(batch)
	byUnits := tensor.Where(units.Gt(0), byScores.Matmul(n.W2), 0)
	to := moved{Loss: nn.CrossEntropy(scores, digits)}
	move := func(w, speed, gradient *tensor.Tensor) (moved, next *tensor.Tensor) {
		next = speed.Mul(.9).Sub(gradient.Mul(s.Rate))
		return w.Add(next), next
	}
	to.Network.W1, to.Speed.W1 = move(n.W1, s.Speed.W1, byUnits.T().Matmul(pictures))
	to.Network.B1, to.Speed.B1 = move(n.B1, s.Speed.B1, byUnits.Sum(0))
	to.Network.W2, to.Speed.W2 = move(n.W2, s.Speed.W2, byScores.T().Matmul(units))
	to.Network.B2, to.Speed.B2 = move(n.B2, s.Speed.B2, byScores.Sum(0))
	return to
}

// train returns a network that was trained in so many steps, and prints the loss now and then.
func train(w io.Writer, key random.Key, steps int) (network, error) {
	keys := key.Split(steps + 1)
	s := state{Network: newNetwork(keys[0]), Lines: lines()}
	s.Speed = network{tensor.Zeros(tensor.Float32, hidden, side*side), tensor.Zeros(tensor.Float32, hidden), tensor.Zeros(tensor.Float32, 10, hidden), tensor.Zeros(tensor.Float32, 10)}
	compiled := tensor.Compile(step)
	for i := range steps {
		s.Key = keys[i+1]
		s.Rate = tensor.Num(.1 * (1 - float64(i)/float64(steps)))
		to := compiled.Call(s)
		if i%500 == 0 || i == steps-1 {
			loss, err := to.Loss.Float64()
			if err != nil {
				return s.Network, err
			}
			fmt.Fprintf(w, "step %4d: loss %.4f\n", i, loss)
		}
		s.Network, s.Speed = to.Network, to.Speed
		if err := tensor.Eval(context.Background(), s.Network.W1, s.Network.B1, s.Network.W2, s.Network.B2, s.Speed.W1, s.Speed.B1, s.Speed.W2, s.Speed.B2); err != nil {
			return s.Network, err
		}
	}
	return s.Network, nil
}
