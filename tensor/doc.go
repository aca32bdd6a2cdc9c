// Package tensor is array maths with broadcasting, by NumPy's and PyTorch's rules, on a GPU or on
// the CPU.
//
//	x := tensor.FromSlice([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
//	bias := tensor.FromSlice([]float32{10, 20, 30}, 3)
//	y := x.Mul(2).Add(bias).Maximum(0)
//	fmt.Println(y)
//
// # When something is computed
//
// Building an expression checks shapes and types at once, and computes nothing. A value is computed
// when it is needed: by [Data], [Item], [Tensor.Bytes], [Tensor.String], [Eval], or an operation in
// place. Then a chain of elementwise operations becomes one program, which the device runs once for
// every element. Intermediate results are not stored. The bits are the same as if each operation
// had been computed by itself, but for the sign and payload of a NaN. The exceptions are rows that
// have a bound and no exact value: products of matrices, [Tensor.Var] and [Tensor.Std],
// [Tensor.Prod] and [Tensor.Logcumsumexp] of floats stay within it.
//
// A function that needs a value waits until it is computed. [Eval], [ReadInto] and [WithData] take
// a context that ends the wait. Before any other function that waits, call Eval(ctx, t) to bound
// the wait by a context.
//
// [Warmup] compiles the kernels of an expression on a GPU before they are needed.
//
// [Compile] records a function of tensors, for loops that repeat the same computation. With
// WGTENSOR_COMPILE=check in the environment, each call compares the compiled function with the
// original: see [ErrCompiled].
//
// # Broadcasting
//
// An axis comes before other parameters: x.Roll(0, 1) rolls by one along axis 0. A negative axis counts from
// the last one. Shapes are aligned at their last axes. Two sizes fit if they are equal or one of them is 1. A
// missing axis counts as size 1. No data is copied: a repeated axis has stride 0. An operation in
// place never changes the shape of its receiver.
//
// # Reductions
//
// [Tensor.Sum] and the other reductions take axes: x.Max(0) is the greatest element along axis 0, while
// x.Maximum(0) is the greater of each element and 0. [Tensor.Along] gives options, such as axes that
// stay with size 1. Sums and means of floats are exact, rounded once: they have the same bits on every
// device, and for every number of threads. Maps before and after a reduction become one program with
// it, so x.Softmax(1) stores no intermediate result.
//
// # Products
//
// [Tensor.Matmul] multiplies matrices, and [Einsum] computes any sum of products. They read their
// operands through strides, so a transposed tensor, a diagonal, or the windows of [Tensor.Windows] are
// not copied. Maps behind a product join its launch: x.Matmul(w).Add(bias).Relu() is one. Products of
// floats have a bound, and no exact value as sums have: x.Mul(y).Sum(0) is the exact sum of the rounded
// products. Package tensor/nn has convolutions, attention and losses.
//
// # Types
//
// Operands are converted to a common type, [ResultType]. Go numbers are weakly typed: x.Mul(2) has
// x's type, and a Go integer that overflows x's type is an error. Operations on integers with real
// results (div, exp) return float32. Comparisons return bool. Integers wrap. [Float16] and
// [BFloat16] compute in float32 and are rounded once more, to nearest even; [FromFloat32s] and
// [Tensor.Float32s] convert them. A Go number beside them is rounded to their type first, so
// x.Eq(0.1) is true after x.Fill(0.1). Factors, divisors and the parameters of most functions stay
// float32, as in PyTorch: device/op/OPERATIONS.md lists them.
//
// Three rules surprise. Integers beside a float number are computed in float32, comparisons too: convert an
// int64 beyond 2^24 to [Float64] first. A 0-d integer tensor takes the other operand's dtype and wraps:
// [Tensor.Int64] gives a Go number, and one that does not fit is an error. A slice that [Tensor.Assign]
// writes is converted as AsType does, and wraps: give a slice of the tensor's own type.
//
// [Tensor.AsType] converts any type to any other: to an integer, floats are truncated and saturate
// (NaN gives 0), integers wrap. GPUs compute in every type. They compute [Float64] with integer
// instructions: slower than [Float32], with the same bits as the plain Go loops of the CPU.
//
// # Errors
//
// A mistake makes a tensor that carries the error. Results computed from it carry the error too, so
// chains need no checks in between. [Tensor.Err] returns the error, and so does every way to get
// values. For errors.As there are these types:
//
//   - [*broadcast.Error]: shapes that do not broadcast against each other,
//   - [*broadcast.ExpandError]: a shape that does not broadcast to a given one,
//   - [*broadcast.ReshapeError]: sizes that do not fit,
//   - [*broadcast.AxisError], [*broadcast.IndexError], [*broadcast.StepError]: a wrong axis, index
//     or step,
//   - [*device.IndexError]: a wrong index in a tensor, found when it is computed, or in a slice for
//     [Tensor.Take],
//   - [*op.TypeError]: a dtype that an operation does not take.
//
// If only another device could do it, the error is [errors.ErrUnsupported].
//
// # Goroutines
//
// Any goroutine may call any function at any time, also on shared tensors and devices. Each call
// returns a value or an error; there is no race, no deadlock and no crash. A device works in the
// order of the calls. An expression has the values that its operands had when it was built.
//
// An operation in place is one step. Several goroutines' operations take effect one after the
// other, and none is lost. A read at the same time returns all old values or all new ones. One
// call reads one state of a tensor, also through several operands: x.Sub(x) is 0. Several calls, as
// in x.Mul(2).Sub(x), may read several; those of a [Tensor.Snapshot] read one.
//
// The caller orders calls where the order matters: several writes to the same elements, and reads
// that must see a write. [SetDefaultDevice] and [OnBroadcastWarning] change the whole program.
// After [Tensor.Release], or the device's Close, calls return errors. A call under way returns a
// value or an error. Expressions that were built on a released tensor keep its values. No value
// depends on the number of threads.
//
// # When a device is lost
//
// A driver may take a GPU away, or hang. Calls that wait, and every later call, then return
// device.ErrLost with the driver's text. Slices that [Data] and [Tensor.Bytes] have returned belong
// to the caller. Another device can be opened at once. [Tensor.To] moves tensors to it whose
// elements the host has: tensors of the CPU, and results of Zeros, Ones and Full before the first
// write. The host keeps no copy of other tensors. Keep tensors on the CPU if they must survive.
//
// # Memory
//
// A view shares its base's storage. Memory is given back when Go collects the tensor and its views,
// or at once with [Tensor.Release] of all of them. Drop a released tensor too: until then it may
// keep parts of its storage alive.
package tensor
