// Package tensor is broadcasted array maths with NumPy's and PyTorch's rules, on
// whatever device is at hand.
//
//	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
//	bias := tensor.FromSlice([]float32{10, 20, 30}, 3)
//	y := x.Mul(2).Add(bias).Maximum(0)
//	fmt.Println(y)
//
// # When something is computed
//
// Building an expression checks shapes and types at once and computes nothing. A value
// is computed when it is needed: by [Data], [Item], [Tensor.Bytes], [Tensor.String],
// [Eval], or an in-place operation. Then a chain of elementwise operations becomes one
// program that the device runs once for every element; intermediate results are never
// stored. The results are the same bits as if each operation had been computed by
// itself.
//
// Whatever needs a value waits until it is computed. [Eval] and [ReadInto] take a context that ends
// the waiting; before any other function that waits, Eval(ctx, t) does what takes time.
//
// [Warmup] has a GPU compile what an expression needs before it is needed.
//
// [Compile] records a function of tensors, for loops that compute the same again and again.
// With WGTENSOR_COMPILE=check in the environment, compiled functions are compared with the functions
// themselves: see [ErrCompiled].
//
// # Broadcasting
//
// Shapes are aligned at their last axes. Two sizes fit if they are equal or one of them
// is 1; an axis that is missing counts as 1. No data is copied: an axis that is
// repeated has stride 0. An operation in place never changes the shape of the tensor
// written to.
//
// # Types
//
// Operands are converted to a common type, [ResultType]. Go numbers are weakly typed:
// x.Mul(2) has x's type, and an integer that x's type does not hold is an error. An
// operation of integers that leaves the integers (div, exp) gives float32, a comparison
// bool. Integers wrap. [Float16] and [BFloat16] compute in float32 and are rounded once
// more, to nearest even; [FromFloat32s] and [Tensor.Float32s] convert them. A Go number beside
// them is rounded to their type first, so that x equals 0.1 after x.Fill(0.1). A factor, a divisor
// and the parameters of most functions stay float32, as in PyTorch: op/OPERATIONS.md lists them.
//
// [Tensor.AsType] converts any type to any other: to an integer, floats are truncated and
// saturate (NaN gives 0), integers wrap. GPUs compute in every type; in [Float64] with integers,
// slower than in [Float32], to the bits of the CPU's plain Go loops.
//
// # Errors
//
// A mistake makes a tensor that carries the error, and whatever is made from it carries
// it on, so chains need no checks in between: [Tensor.Err] tells, and every way to get
// values out returns it. Shape errors are *broadcast.Error, dtype errors *op.TypeError;
// what one device cannot do although another could is errors.ErrUnsupported.
//
// # Goroutines
//
// Everything may be called from any goroutine at any time, on shared tensors and devices
// too: there is no race, no deadlock and no crash, but a value or an error. A device does
// things in the order of their calls, and an expression has the values that its operands
// had when it was built. An operation in place is one step: several goroutines' take effect
// one after the other, so that none is lost, and whoever reads the tensor at the same time
// gets all of the old values or all of the new, but for reads of more than 64 MiB from a GPU.
//
// The caller orders what has to have an order: which of several writes to the same elements
// is the last, and reads that are to see a write. [SetDefaultDevice] and [OnBroadcastWarning]
// are for the whole program. After [Tensor.Release], or the device's Close, calls answer
// errors, and those under way a value or an error; what others have built on a released tensor
// keeps its values. No value depends on how many threads there are.
//
// # When a device is lost
//
// A driver may take a GPU away, or hang. Whoever waits then, and every later call, gets
// device.ErrLost with the driver's words. What [Data] and [Tensor.Bytes] gave is the caller's
// own. Another device can be opened at once, and [Tensor.To] moves to it whatever the host
// has: tensors of the CPU, which To had left where they were, and Zeros, Ones and Full that
// nothing was stored in. The host keeps no copy of other tensors of a GPU: what must survive
// is kept on the CPU.
//
// # Memory
//
// A view shares its base's storage. Memory is given back when Go collects the tensor and
// its views, or at once with [Tensor.Release] of all of them. A released tensor is better
// dropped, too: until then it keeps what was neither released nor collected of its storage.
package tensor
