// Command bench measures the devices of a machine through the public API, each beside the
// copies that it makes itself, and judges every result while it measures.
//
//	go run ./examples/bench                           # every device that opens
//	go run ./examples/bench -device cpu -threads 1
//	go run ./examples/bench -cases '^elementwise/(same|row)' -json new.json -svg roof.svg
//	go run ./examples/bench -compare old.json new.json
//	go run ./examples/bench -benchfmt new.txt         # then benchstat old.txt new.txt
//
// # What is measured
//
// A case moves each input element once and each output element once, a broadcast input in
// the size it is stored in. Its floor is the time in which the device copies as many bytes:
// x.Assign(y) of contiguous float32, half to all of the case's bytes, measured in the same
// rounds. The share is floor/time. As soon as the device copies faster, all floors fall.
//
// Times are medians of samples; "min" is the fastest, and the share "of min" is that of the
// fastest copy: a busy machine disturbs it least. A sample is the mean of as many
// launches as fill its part of -time, waited for at the end. Every round takes one sample of
// each case, so that whatever else the machine does hits all alike; shares and ratios within
// a run count, times on a shared machine do not.
//
//   - copy: the device's copy of n float32, on all threads and on one if it is a CPU, and
//     Go's copy() of as many bytes of ordinary memory.
//   - elementwise: a sum of the same shape in every dtype (bool: logical_and), with a
//     number, into a new tensor; with a row, a column, of a column and a row, a product of
//     [k,1,k,k] and [1,k,1,k]; transposed, stepped, reversed operands; functions, where, a
//     comparison, casts; chains of 3, 8 and 20 operations in one launch and unfused, with
//     an Eval after every step. The floor of a chain is that of its inputs and its output.
//     Results go to memory that is there (Assign) but for "fresh" and "unfused".
//   - sweep: the sum of two float32 tensors from 1 to 2^28 elements, into memory that is
//     there and into a new tensor.
//   - launches: sums of 1 and 1000 elements. "to record" is the time until the calls have
//     returned, the rest is waiting; on a software driver, which computes on the same
//     processor, also the former has some of that in it.
//   - small: the sum of two tensors of 1 to 10,000 elements, on one of Go's processors and on
//     two. The result is a new tensor, released or dropped (left to the garbage collector), or
//     goes into a tensor, or is made in place. "of released" compares the medians.
//   - goroutines: the same sums on one goroutine and on two at once, each with tensors of its
//     own or with one operand in common. The time is that of one sum. The gain of the second
//     goroutine counts in rounds in which a control that shares nothing gains 1.75 to 2.2.
//   - loops: what a program writes, with nothing released. The stencil is the mean of five
//     elements, into a second tensor that is then swapped with the first, or in place from
//     shifted views. Life is Conway's. "sums dropped" makes a sum of 64 KB a step, also in a
//     program with 64 MiB of objects of its own. A case runs alone. Its peaks are looked for
//     every millisecond: of the device's memory, and of Go's heap, which a CPU's is part of.
//     "launches" are those of a GPU in one step.
//   - transfers: 4 B, 1 MiB and 64 MiB to the device and back, each waited for. Their floor
//     is Go's copy().
//
// Elements, first, last and some between, others in every round, are compared with a naive
// computation by the meaning of the op rows: bit by bit, or within the row's tolerance
// where it has one. A wrong element ends the command with status 1 and the case's name.
// Cases that do not fit the device or -max are named and left out.
//
// The tensors of one batch stay below -max bytes; what the device pools comes on top, some
// 0.5 GB. The CPU takes -threads threads; other devices
// ignore that.
//
// # One file
//
// go build ./examples/bench makes one file of some 20 MB. With cgo it is not quite static: on Linux
// it needs glibc (libc, libm), which the Vulkan loader needs, too. When a GPU is opened it loads
// libvulkan.so.1, and that the driver, which a static libc could not do. Nothing else is needed:
// without a loader or driver it measures the CPU, and says what is missing. With CGO_ENABLED=0
// the file is static and runs anywhere, but for the GPU, which it says it leaves out.
//
// # JSON
//
// -json writes one object: "schema" (1), "time" (RFC 3339), "go", "os", "arch",
// "gomaxprocs", "cpus", and "devices", a list in the order measured. A device has "name",
// "kind", "adapter", "backend", "string", "threads" (a CPU's), "left_out" (a list of "case" and
// "why"), and "cases", in a fixed order. A case has
//
//   - "section", "name", "dtype", "n" (elements of the result), which tell it from the
//     others; a section that did not fit into memory at once goes on as "… 2";
//   - "bytes", "floor_ns", "floor_min_ns" (by the median and the fastest copy) and
//     "copy_bytes" (what that copy moved); absent without a floor;
//   - "samples_ns" of one launch each, "launches" that a sample is the mean of, "record_ns"
//     until the calls had returned, "allocs" (Go allocations of a launch, median);
//   - "work", absent in launches and transfers: "in" (operands "a", "b", "c", each a
//     "dtype", the stored "shape", and a "view": absent, "T", "::2" or "::-1" along the
//     first axis), "steps" ("op", further "args", which are inputs or numbers, "to" of a
//     cast; none: a copy), each applied to the result so far, which starts as "a"; "out";
//     and "mode": "into", "fresh", "unfused", "dropped" or "in place";
//   - "memory" of a loop, on top of what was there before: "tensor_bytes" of the tensors that
//     it names, the peaks "device_bytes" and "heap_bytes", and "device_launches" of one step.
//
// # Lines of go test -bench
//
// -benchfmt writes every sample as a line of its own, which benchstat reads:
//
//	BenchmarkElementwise/case=row/dtype=float32/n=16777216/device=cpu-2
//
// with ns/op, B/s, record-ns/op, allocs/op and, of what has a floor, the share of it that the
// sample reached; of a loop peak-device-B and peak-heap-B. The number at the end is the threads.
//
// # Beside NumPy, numexpr and PyTorch
//
// peers.py, with Python 3 and NumPy, runs the work of the elementwise, sweep and small cases of
// such a file there, and the loops, and prints ours/theirs. numexpr and torch take part if they are installed; what is missing is
// named. With -run it starts this command itself, turn about with the peers:
//
//	python3 examples/bench/peers.py new.json
//	python3 examples/bench/peers.py -run ./bench -threads 1
package main
