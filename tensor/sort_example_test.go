package tensor_test

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/tensor"
)

func ExampleTensor_Sort() {
	x := tensor.FromSlice([]float32{3, 1, 2, 9, 7, 8}, 2, 3)
	fmt.Println(x.Sort(1))
	fmt.Println(x.Sort(0, tensor.Descending))
	// Output:
	// [[1. 2. 3.]
	//  [7. 8. 9.]] shape=[2 3] float32 cpu
	// [[9. 7. 8.]
	//  [3. 1. 2.]] shape=[2 3] float32 cpu
}

func ExampleTensor_Argsort() {
	ages := tensor.FromSlice([]int64{31, 27, 31, 18})
	heights := tensor.FromSlice([]float32{1.8, 1.7, 1.6, 1.9})
	fmt.Println(heights.Take(0, ages.Argsort(0))) // equal ages stay in their order
	// Output: [1.9 1.7 1.8 1.6] shape=[4] float32 cpu
}

func ExampleTensor_Topk() {
	scores := tensor.FromSlice([]float32{.1, .5, .2, .5})
	values, indices := scores.Topk(0, 2)
	fmt.Println(values)
	fmt.Println(indices)
	// Output:
	// [0.5 0.5] shape=[2] float32 cpu
	// [1 3] shape=[2] int64 cpu
}

func ExampleTensor_Kthvalue() {
	value, index := tensor.FromSlice([]float32{7, 3, 5}).Kthvalue(0, 2)
	fmt.Println(value, index)
	// Output: 5.0 shape=[] float32 cpu 2 shape=[] int64 cpu
}

func ExampleTensor_Median() {
	x := tensor.FromSlice([]float32{4, 1, 3, 2, 100, 5}, 2, 3)
	fmt.Println(x.Median(), x.Median(1))
	// Output: 3.5 shape=[] float32 cpu [3. 5.] shape=[2] float32 cpu
}

func ExampleTensor_Quantile() {
	x := tensor.FromSlice([]float32{10, 30, 20, 50, 40})
	fmt.Println(x.Quantile(0, .25, .5, .875))
	// Output: [20. 30. 45.] shape=[3] float32 cpu
}

func ExampleTensor_Nanquantile() {
	nan := math.NaN()
	x := tensor.FromSlice([]float64{3, nan, 1, 2, nan, 8}, 2, 3)
	fmt.Println(x.Nanquantile(1, .25, .75))
	fmt.Println(x.Nanmedian())
	// Output:
	// [[1.5 3.5]
	//  [2.5 6.5]] shape=[2 2] float64 cpu
	// 2.5 shape=[] float64 cpu
}

func ExampleTensor_QuantileBy() {
	x := tensor.FromSlice([]float32{10, 30, 20, 40})
	fmt.Println(x.QuantileBy(0, tensor.Lower, .5), x.QuantileBy(0, tensor.Hazen, .25))
	// Output: 20.0 shape=[] float32 cpu 15.0 shape=[] float32 cpu
}

func ExampleTensor_UniqueAll() {
	words := tensor.FromSlice([]int64{7, 3, 7, 7, 5})
	values, indices, inverse, counts := words.UniqueAll()
	fmt.Println(values, "first at", indices)
	fmt.Println(inverse, "counts", counts)
	// Output:
	// [3 5 7] shape=[3] int64 cpu first at [1 4 0] shape=[3] int64 cpu
	// [2 0 2 2 1] shape=[5] int64 cpu counts [1 1 3] shape=[3] int64 cpu
}

func ExampleTensor_Bincount() {
	dice := tensor.FromSlice([]int64{3, 6, 3, 1})
	fmt.Println(dice.Bincount(0))
	fmt.Println(dice.BincountWeighted(tensor.FromSlice([]float32{.5, 1, .25, 2}), 0))
	// Output:
	// [0 1 0 2 0 0 1] shape=[7] int64 cpu
	// [0.   2.   0.   0.75 0.   0.   1.  ] shape=[7] float32 cpu
}

func ExampleTensor_Histogram() {
	counts, edges := tensor.FromSlice([]float32{.1, .9, 2, 1.5, 7}).Histogram(4, 0, 2)
	fmt.Println(counts, edges)
	// Output: [1 1 0 2] shape=[4] int64 cpu [0.  0.5 1.  1.5 2. ] shape=[5] float32 cpu
}

func ExampleTensor_HistogramBy() {
	ages := tensor.FromSlice([]int64{4, 31, 70, 18, 65, 17})
	fmt.Println(ages.HistogramBy(tensor.FromSlice([]int64{0, 18, 65, 120})))

	points := tensor.FromSlice([]float32{.1, .2, .9, .1, .8, .3}, 3, 2)
	halves := tensor.Linspace[float32](0, 1, 3)
	fmt.Println(points.HistogramBy(halves, halves))
	// Output:
	// [2 2 2] shape=[3] int64 cpu
	// [[1 0]
	//  [2 0]] shape=[2 2] int64 cpu
}
