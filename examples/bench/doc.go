// Command bench measures the devices of a machine through the public API. It times each case beside
// copies by the same device, and checks the results while it measures.
//
//	go run ./examples/bench                           # every device that opens
//	go run ./examples/bench -device cpu -threads 1
//	go run ./examples/bench -cases '^elementwise/(same|row)' -json new.json -svg roof.svg
//	go run ./examples/bench -compare old.json new.json
//	go run ./examples/bench -benchfmt new.txt         # then benchstat old.txt new.txt
//
// # What is measured
//
// A case reads each stored input element once and writes each output element once. Its floor is the
// time in which the device copies as many bytes. The copy is x.Assign(y) of contiguous float32, and
// moves half to all of the case's bytes. It is measured in the same rounds. The share is
// floor/time. If the device copies faster, all floors fall.
//
// Times are medians of samples. "min" is the fastest sample. The share "of min" compares it with
// the fastest copy. A busy machine disturbs these two least. A sample is the mean of several
// launches, as many as fill its part of -time. It includes the wait for their end. Every round
// takes one sample of each case, so other work of the machine disturbs all cases alike. On a shared
// machine trust shares and ratios within a run, and not times.
//
//   - copy: the device's copy of n float32. A CPU copies on all threads and on one. Beside it is
//     Go's copy() of as many bytes of ordinary memory.
//   - elementwise: a sum of two tensors of one shape, in every dtype (logical_and for bool). Sums
//     with a number, a row or a column, into a new tensor, and of a column and a row. A product of
//     [k,1,k,k] and [1,k,1,k]. Transposed, stepped and reversed operands. Functions, where, a
//     comparison, casts. Chains of 3, 8 and 20 operations, in one launch and "unfused": with an
//     Eval after every step. The floor of a chain is that of its inputs and its output. Results go
//     to existing memory (Assign), except for "fresh" and "unfused".
//   - groups: reductions, a scan and a softmax of a matrix along an axis, reductions of rows of eight,
//     the sum of one long axis and of ten elements. Products of matrices of at most 512 by 512, in three
//     dtypes, of a few rows, of one column, and of many matrices of eight by eight.
//   - indexing: a sort, an argsort and the ten greatest elements of each row of a matrix. Elements of a
//     table of 2^16, and sums to its places, by indices in uint16. Uniform and normal random numbers.
//   - sweep: the sum of two float32 tensors of 1 to 2^28 elements, into existing memory and into a
//     new tensor.
//   - launches: sums of 1 and 1000 elements. "to record" is the time until the calls have returned;
//     the rest is waiting. A software driver computes on the same processor, so some of its work
//     falls into the time to record.
//   - small: the sum of two tensors of 1 to 10,000 elements, with GOMAXPROCS 1 and 2. The result is
//     a new tensor, or goes into a tensor, or is made in place. A new tensor is released, or
//     dropped and left to the garbage collector. "of released" compares the medians.
//   - goroutines: the same sums on one goroutine and on two. Each has tensors of its own, or they
//     share one operand. The time is that of one sum. The speedup counts in rounds in which a
//     control that shares nothing gains 1.75 to 2.2.
//   - loops: loops as in programs, with nothing released. The stencil is the mean of five elements.
//     It goes into a second tensor that is then swapped with the first, or in place from shifted
//     views. Life is Conway's. "sums dropped" makes a sum of 64 KB in each step, also in a program
//     with 64 MiB of other objects. A case runs alone. Before it is timed it samples the
//     device's memory and Go's heap every millisecond, and reports the peaks. The heap includes a
//     CPU's tensors. "launches" are those of a GPU in one step.
//   - transfers: 4 B, 1 MiB and 64 MiB to the device and back. Each is waited for. Their floor is
//     Go's copy().
//
// A naive computation by the meaning of the op rows gives the wanted elements. The first element,
// the last, and others that change in every round are compared. They must have the same bits, or
// differ within the row's tolerance. A wrong element ends the command with status 1 and the case's
// name. Cases that do not fit the device or -max are named and left out.
//
// The tensors of one batch stay below -max bytes. The device's pool adds some 0.5 GB. The CPU uses
// -threads threads; other devices ignore the flag.
//
// # One file
//
// go build ./examples/bench makes one file of some 20 MB. With CGO_ENABLED=0 the file is static and
// runs anywhere, without a GPU; it reports that. With cgo on Linux it needs glibc (libc, libm), as
// the Vulkan loader does. When it opens a GPU, it loads libvulkan.so.1, which loads the driver. A
// static libc could not load them. Without a loader or a driver it measures the CPU, and says what
// is missing.
//
// # JSON
//
// -json writes one object: "schema" (1), "time" (RFC 3339), "go", "os", "arch",
// "gomaxprocs", "cpus", and "devices", a list in the order measured. A device has "name",
// "kind", "adapter", "backend", "string", "threads" (a CPU's), "left_out" (a list of "case" and
// "why"), and "cases", in a fixed order. A case has
//
//   - "section", "name", "dtype" and "n" (elements of the result), which identify it. A section
//     that did not fit the memory continues as "… 2";
//   - "bytes", "floor_ns" and "floor_min_ns" (by the median and the fastest copy), and "copy_bytes"
//     (what that copy moved). They are absent without a floor;
//   - "samples_ns", each the time of one launch. A sample is the mean of "launches". "record_ns" is
//     the time until the calls had returned. "allocs" is the median of a launch's Go allocations;
//   - "work", absent in launches and transfers. It has "in": operands "a", "b", "c", each with a
//     "dtype", the stored "shape", and a "view". The view is absent, "T", or "::2" or "::-1" along
//     the first axis. It has "steps", each with an "op", further "args" (inputs or numbers), and
//     "to" of a cast. Each step is applied to the result so far, which starts as "a"; no steps are
//     a copy. It has "out", and "mode": "into", "fresh", "unfused", "dropped" or "in place";
//   - "memory" of a loop, beyond what was in use before. It has "tensor_bytes" of the tensors that
//     the loop names, the peaks "device_bytes" and "heap_bytes", and "device_launches" of one step.
//
// # Lines of go test -bench
//
// -benchfmt writes every sample as a line of its own, which benchstat reads:
//
//	BenchmarkElementwise/case=row/dtype=float32/n=16777216/device=cpu-2
//
// It has ns/op, B/s, record-ns/op and allocs/op. A case with a floor also has the sample's share. A
// loop has peak-device-B and peak-heap-B. The number at the end of the name is that of threads.
//
// # Beside NumPy, numexpr and PyTorch
//
// peers.py needs Python 3 and NumPy. It reads such a file and runs the elementwise, groups, sweep and small
// cases and the loops in NumPy, and prints our time divided by NumPy's. It also runs them in
// numexpr and torch, or says that they are not installed. With -run it starts this command itself,
// in turns with the others:
//
//	python3 examples/bench/peers.py new.json
//	python3 examples/bench/peers.py -run ./bench -threads 1
package main
