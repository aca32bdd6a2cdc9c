package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/nn"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// hidden is how many hidden units the network has.
const hidden = 64

// network is a perceptron with one hidden layer.
type network struct {
	W1, B1, W2, B2 *tensor.Tensor
}

// scores returns the scores of the ten digits for each picture, and the hidden units.
func (n network) scores(pictures *tensor.Tensor) (scores, units *tensor.Tensor) {
	units = nn.Linear(pictures, n.W1, n.B1).Relu()
	return nn.Linear(units, n.W2, n.B2), units
}

// newNetwork has random weights.
func newNetwork(key random.Key) network {
	keys := key.Split(2)
	return network{
		random.Normal(keys[0], tensor.Float32, hidden, side*side).Mul(.1), tensor.Zeros(tensor.Float32, hidden),
		random.Normal(keys[1], tensor.Float32, 10, hidden).Mul(.15), tensor.Zeros(tensor.Float32, 10),
	}
}

// tensors are the weights by their names in a file.
func (n network) tensors() map[string]*tensor.Tensor {
	return map[string]*tensor.Tensor{"w1": n.W1, "b1": n.B1, "w2": n.W2, "b2": n.B2}
}

// networkOf is the network of a file's tensors.
func networkOf(file map[string]*tensor.Tensor) (network, error) {
	n := network{file["w1"], file["b1"], file["w2"], file["b2"]}
	for name, t := range n.tensors() {
		if t == nil {
			return n, fmt.Errorf("the weights lack %s", name)
		}
	}
	return n, nil
}
