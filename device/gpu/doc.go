// Package gpu is the WebGPU backend: it runs programs on graphics hardware through
// Vulkan, Metal or Direct3D 12. Importing it makes device.Open("gpu") and "auto" find it:
//
//	import _ "github.com/wgtensor/wgtensor/device/gpu"
//
// It needs cgo and a C compiler; a build without them gets a device.Open that says so.
// A program that only wants the CPU does not import it and needs neither.
//
// # Why the order is right
//
// Everything goes through one queue, which does what it is handed strictly in order:
// buffer writes, and submissions of recorded dispatches and copies. Launches are
// recorded and submitted many at a time, so there are two places in that order: now,
// for what is handed over at once, and the end of the batch that is being recorded.
//
//   - Launches, masked writes of single bytes and the copies behind Read are recorded,
//     so they keep the order of their calls; a read submits the batch.
//   - A buffer write is handed over now, ahead of the recorded batch. Where the batch
//     uses the same memory it is submitted first. Each block of memory knows the last
//     batch that used it, so writes to other memory submit nothing.
//   - The uniforms of a batch are gathered in host memory and written in one piece
//     just before the batch is submitted. That write lies behind the earlier batches
//     in the queue, so one uniform buffer serves all batches: it cannot change under
//     work that still reads it, whether or not that work is done.
//   - Released memory may be handed out again at once, for the same reason: whatever
//     its next owner does with it comes later in the queue than what is queued, and
//     a write by the next owner meets the block's note of the last batch.
//   - A read's staging buffer belongs to that read until its bytes are on the host,
//     or the read was cancelled; then a late copy into it still comes before the next.
//
// # Tensors of any size
//
// A buffer is bounded by memory alone. It consists of segments, the largest buffers that
// every adapter has, and launches see those through windows, as much as it binds at a time (Open
// asks for all that it offers). A launch whose operands are longer is recorded as several
// dispatches, each of a piece of the indices for which every operand lies in one window. On
// llvmpipe windows have 128 MiB and segments 896 MiB, on SwiftShader both 1 GiB less 256 bytes.
//
// # When there is no memory
//
// Alloc, Read, Write and the temporaries of a few launches collect what Go's programs have
// dropped, give pooled memory back to the driver, and try again, once. Then the error is
// device.ErrOutOfMemory, with how much was asked for, is in use, and is allowed.
//
// # What Open looks at
//
// WGSL lets adapters flush subnormals to zero, and round divisions and square roots by up
// to 2.5 and 4.5 units in the last place. The first launches tell what this one does:
// Info says whether it keeps subnormals, and what it rounds badly. The latter is computed
// by the exact functions of package shaders from then on; on llvmpipe quotients then take
// 1.5 times as long, and roots 1.9 times. Of sums, differences and products WGSL takes
// either neighbour for right; all those functions, and the conversions of integers, rely on
// the nearest, so Open fails where some thousands of samples are not rounded to it. The
// looks take some 12 ms on llvmpipe; where one cannot be had, Open fails.
//
// # What became of a launch
//
// Open with Trace writes a page about every launch: its program, how the plan walks its
// operands, which variant of kernels was chosen (package shaders says what the names mean),
// and the WGSL.
//
// # When a context ends
//
// Run, Read and Sync return at once. A launch that was recorded is run all the same: others may
// rely on it. What is under way then, and cannot be called back, is what the driver was handed:
//
//   - A software driver gets launches in pieces, the next when it has done the last. The length of
//     their texts says what takes about 12 ms on two processors; loops take longer. Of a launch that
//     is cut the rest is left out, and its outputs are of no use. One that writes to a buffer which
//     it reads is finished.
//   - A card gets batches of up to 64 dispatches or 256 MiB, up to 256 of them, and no dispatch is
//     cut.
//
// # When a batch fails
//
// A batch that cannot be submitted is dropped whole, with launches and writes that were
// accepted from anybody. Whoever read what they should have computed would read numbers
// from before. The same holds for a launch of several dispatches of which one cannot be
// recorded. So the device ends with it: whoever submitted it and every later call
// get device.ErrLost and the cause. Only a batch of nothing but the copies behind a
// Read fails alone, and its reader is told. Values that were submitted earlier are good.
//
// No goroutine waits holding the lock, except for the driver itself: handing over a batch. Pipelines are
// compiled without it, on goroutines of their own. llvmpipe compiles a kernel when it first runs,
// on its one queue: long ones first run on another device of the adapter, and lie in Mesa's cache on
// disk when they are needed. Where that cache is switched off, launches wait for each other's kernels.
package gpu
