package random_test

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
	"github.com/wgtensor/wgtensor/tensor/random"
)

// Each use has a key of its own. A key that is split is not used itself.
func Example() {
	keys := random.NewKey(42).Split(3)
	heights := random.Normal(keys[0], tensor.Float32, 5).Mul(7).Add(175)
	dice := random.Integers(keys[1], 1, 7, tensor.Int32, 8)
	rain := random.Bernoulli(keys[2], .3, 7)
	fmt.Printf("%.1f\n%d\n%v\n", heights, dice, rain)
	// Output:
	// [175.5 171.6 184.0 178.6 177.1]
	// [5 4 1 2 6 1 4 1]
	// [False False  True False False  True  True] shape=[7] bool cpu
}

func ExampleSource() {
	g := random.New(1) // each call takes the next key
	fmt.Printf("%.3f\n", g.Uniform(tensor.Float32, 3))
	fmt.Printf("%.3f\n", g.Uniform(tensor.Float32, 3))
	// Output:
	// [0.498 0.272 0.944]
	// [0.828 0.172 0.197]
}

// A step of a loop folds its number in, so that each has a key without a list of them.
func ExampleKey() {
	key, x := random.NewKey(3), tensor.Zeros(tensor.Float32, 4)
	for step := range uint32(3) {
		x = x.Add(random.Normal(key.FoldIn(step), tensor.Float32, 4))
	}
	fmt.Printf("%.3f\n", x)
	// Output:
	// [-4.909 -4.056  0.855 -0.127]
}

// Bootstrap: the means of many samples with replacement tell how far a mean can be trusted.
func ExampleChoice() {
	x := tensor.FromSlice([]float32{2.1, 3.4, 1.9, 5.0, 2.7, 3.3})
	samples := random.Choice(random.NewKey(9), x, 1000, x.Len())
	fmt.Printf("mean %.2f, deviation of the mean %.2f\n", x.Mean(), samples.Mean(1).Std())
	// Output:
	// mean 3.07, deviation of the mean 0.42
}

// One order for all tensors shuffles a data set. Each pass over it has a key of its own.
func ExamplePermutation() {
	images := tensor.FromSlice([]float32{1, 1, 2, 2, 3, 3, 4, 4}, 4, 2)
	labels := tensor.FromSlice([]int32{10, 20, 30, 40})
	for epoch := range uint32(2) {
		order := random.Permutation(random.NewKey(5).FoldIn(epoch), 4)
		fmt.Println(images.Take(0, order).Sum(1), labels.Take(0, order))
	}
	// Output:
	// [8. 2. 6. 4.] shape=[4] float32 cpu [40 10 30 20] shape=[4] int32 cpu
	// [2. 6. 4. 8.] shape=[4] float32 cpu [10 30 20 40] shape=[4] int32 cpu
}

// Tickets are drawn by weight, and none twice.
func ExampleChoiceBy() {
	tickets := tensor.FromSlice([]float32{5, 0, 1, 1, 20})
	how := random.ChoiceOptions{Weights: tickets, Distinct: true}
	fmt.Println(random.ChoiceBy(random.NewKey(7), 5, how, 3))
	// Output: [4 3 2] shape=[3] int64 cpu
}

// A compiled function takes a key as an argument. It is recorded once, and has other numbers in each
// call.
func ExampleNewKey() {
	type arguments struct {
		X   *tensor.Tensor
		Key random.Key
	}
	dropout := tensor.Compile(func(a arguments) *tensor.Tensor {
		return a.X.Mul(random.Bernoulli(a.Key, .5, a.X.Len())).Mul(2)
	})
	x, key := tensor.Ones(tensor.Float32, 8), random.NewKey(1)
	for step := range uint32(2) {
		fmt.Println(dropout.Call(arguments{x, key.FoldIn(step)}))
	}
	// Output:
	// [0. 2. 0. 2. 2. 0. 0. 2.] shape=[8] float32 cpu
	// [2. 0. 2. 2. 0. 0. 2. 2.] shape=[8] float32 cpu
}

// Calls that arrive in an hour, and how many of them are answered.
func ExamplePoisson() {
	keys := random.NewKey(3).Split(2)
	calls := random.Poisson(keys[0], 12.5, tensor.Int32, 6)
	fmt.Println(calls)
	fmt.Println(random.Binomial(keys[1], calls, .9, tensor.Int32, 6))
	// Output:
	// [13 12 17  7 13  8] shape=[6] int32 cpu
	// [ 9 10 14  7 12  7] shape=[6] int32 cpu
}

// A posterior of a chance after 7 successes and 3 failures.
func ExampleBeta() {
	chance := random.Beta(random.NewKey(6), 1+7, 1+3, tensor.Float32, 100_000)
	fmt.Printf("mean %.2f, deviation %.2f\n", chance.Mean(), chance.Std())
	// Output:
	// mean 0.67, deviation 0.13
}

// The next letters of a text, by the logits of a model for each.
func ExampleCategorical() {
	logits := tensor.FromSlice([]float32{0, 1, 2, 1, 0, 0}, 2, 3)
	fmt.Println(random.Categorical(random.NewKey(2), logits, -1))
	fmt.Println(random.Categorical(random.NewKey(2), logits, -1, 4, 2))
	// Output:
	// [1 0] shape=[2] int64 cpu
	// [[1 0]
	//  [2 1]
	//  [0 0]
	//  [2 0]] shape=[4 2] int64 cpu
}

// Sizes of grains above a sieve's.
func ExampleTruncatedNormal() {
	fmt.Printf("%.2f\n", random.TruncatedNormal(random.NewKey(4), 1, math.Inf(1), tensor.Float32, 5))
	// Output:
	// [1.08 1.16 2.01 1.28 1.41]
}

// The waiting time for the third of some events, each after a mean of 1.
func ExampleGamma() {
	fmt.Printf("%.2f\n", random.Gamma(random.NewKey(4), 3, tensor.Float32, 5))
	// Output:
	// [1.45 1.27 3.09 2.24 1.57]
}

// The largest of 365 daily values, whose tails are exponential.
func ExampleGumbel() {
	fmt.Printf("%.2f\n", random.Gumbel(random.NewKey(4), tensor.Float32, 5).Add(math.Log(365)))
	// Output:
	// [7.96 7.24 5.22 6.68 6.27]
}
