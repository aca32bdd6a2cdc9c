// Package gpu is the WebGPU backend: it runs programs on graphics hardware through
// Vulkan, Metal or Direct3D 12, and in a web page through the browser. Importing it makes
// device.Open("gpu") and "auto" find it:
//
//	import _ "github.com/wgtensor/wgtensor/device/gpu"
//
// It needs cgo and a C compiler, but not for js/wasm. In a build without them, device.Open returns
// an error that says so. A program of the CPU does not import it and needs neither. DESIGN.md gives
// the reasons for what follows.
//
// # Why the order is right
//
// All work goes through one queue, which works strictly in order: buffer writes, and submissions of
// recorded dispatches and copies. Launches are recorded, and many are submitted together, so a call
// has one of two positions in the order: now, or the end of the batch that is being recorded.
//
//   - Launches, masked writes of single bytes and the copies of Read are recorded, in the order of
//     their calls. A read submits the batch.
//   - A buffer write is queued now, ahead of the recorded batch. If the batch uses the same memory,
//     it is submitted first. Each block of memory knows the last batch that used it, so writes to
//     other memory submit nothing.
//   - The uniforms of a batch are gathered in host memory. One write queues them just before the
//     batch is submitted. That write is behind the earlier batches in the queue, so one uniform
//     buffer serves all batches, and never changes under work that still reads it.
//   - Released memory may be used again at once, for the same reason: the work of its next owner
//     comes later in the queue. A write by the next owner finds the block's last batch.
//   - A read's staging buffer belongs to that read until its bytes are on the host, or the read is
//     cancelled. After that, a late copy into the buffer still comes before the next copy.
//
// # Tensors of any size
//
// Only memory limits a buffer. A buffer consists of segments, which are buffers of the adapter.
// Launches see segments through windows: parts that the adapter binds at a time. If operands are
// longer, a launch is recorded as several dispatches. Each computes a piece of the indices for
// which every operand lies in one window. llvmpipe has windows of 128 MiB.
//
// # When there is no memory
//
// If Alloc, Read, Write or a launch with temporaries finds no memory, it collects dropped buffers
// and gives pooled memory back to the driver. Then it tries again, once. After that the error is
// device.ErrOutOfMemory. It says how much was asked for, is in use, and is allowed.
//
// # What Open looks at
//
// WGSL lets adapters flush subnormals to zero, and lets divisions and square roots be wrong by
// several units in the last place. Open runs some launches to learn what the adapter does. Info
// says whether it keeps subnormals, and what it rounds badly. From then on exact functions of
// package shaders replace the bad operations. On llvmpipe quotients and roots then take up to twice
// as long.
//
// For sums, differences and products WGSL allows either neighbour of the exact result. The exact
// functions, and the conversions of integers, rely on the nearest, so Open fails if one of some
// thousands of samples is rounded otherwise. The launches take some 12 ms on llvmpipe.
//
// # What became of a launch
//
// The option Trace writes a page about every launch: its program, the strides of its operands, the
// chosen variant of kernels, and the WGSL. Package shaders explains the names of the variants. Trace
// uses device.OnLaunch, whose events also say what was compiled and how long a launch waited. With
// WGTENSOR_DEBUG=3 in the environment the pages go to standard error.
//
// Where the adapter has the feature timestamp-query, the device's own clock times the launches that
// device.TimeWork asks for: see Times. tensor.Profile uses it.
//
// # When a context ends
//
// Run, Read and Sync return at once. A recorded launch still runs, because others may rely on it.
// Work that the driver has taken cannot be called back:
//
//   - A software driver gets long launches in pieces, and has up to two at a time. A piece takes up
//     to 40 ms on two processors, estimated by the length of its text and the iterations of its
//     loops. A float64 remainder of operands that are far apart takes longer. The rest of a
//     cut launch does not run, and its outputs are unspecified. A launch in place is finished.
//   - A card gets batches of up to 64 dispatches or 256 MiB. At most 256 batches are queued, and no
//     dispatch is cut.
//
// # In a web page
//
// A program for a page is built with GOOS=js GOARCH=wasm. The page loads Go's wasm_exec.js, which
// lies in "$(go env GOROOT)/lib/wasm", and runs the program:
//
//	<script src="wasm_exec.js"></script>
//	<script>
//	const go = new Go();
//	WebAssembly.instantiateStreaming(fetch("program.wasm"), go.importObject).then(r => go.run(r.instance));
//	</script>
//
// device.Open("auto") takes a GPU that the browser offers, and else the CPU. The device says why:
// no navigator.gpu, no secure context (serve over https or from localhost), no adapter. What differs
// from other systems:
//
//   - The program and the page share one thread. A goroutine that waits for the GPU lets the page
//     work, and a long launch of the CPU gives it its turn every 4 ms.
//   - In an event handler of the page, calls that would have to wait return the error of
//     device.MayWait. Call them in a goroutine: go func() { … }(). Launches whose kernels are
//     compiled do not wait.
//   - The memory of wasm is 4 GiB at most, for the tensors of the CPU and all else. The GPU has its
//     adapter's limits. Many browsers bind 8 to 10 buffers to a launch, and longer ones are split.
//   - The CPU has one thread and plain Go loops.
//   - A browser reports some errors late. Then the device is lost, and no call returns what the
//     failed work should have written.
//
// internal/browser runs tests in headless Chromium:
//
//	GOOS=js GOARCH=wasm go test -exec "go run ./device/gpu/internal/browser" ./device/gpu/internal/webgpu
//
// # When a batch fails
//
// A batch that cannot be submitted is dropped, with all its launches and writes. Reads of their
// results would return old numbers. The same is true if a launch has several dispatches, and one
// cannot be recorded. The device is lost then: the call that submitted the batch, and every later
// call, return device.ErrLost and the cause. Only a batch with nothing but the copies of a Read
// fails alone, and that Read returns the error. Values that were submitted earlier are right.
//
// No goroutine waits while it holds the lock, except in the driver's call that submits a batch.
// Pipelines are compiled without the lock, on goroutines of their own. llvmpipe compiles a kernel
// when it first runs, on its one queue. Long kernels first run on another device of the adapter,
// and Mesa's cache on disk has them when they are needed. Without that cache, launches wait for
// each other's kernels.
package gpu
