// Package device is the contract between tensors and the devices that compute them. This page is
// about maps. DESIGN.md has the contract of all other forms of programs, which a device need not
// run: [Info].Forms lists those that it runs.
//
// A [Device] gets programs, not operations. A [Program] is a short list of scalar instructions
// without branches. A [Launch] runs it once for every element of a shape. Operands lie in buffers
// with any strides: 0 where an axis is broadcast, negative where it is reversed. Scalars travel as
// values. The interface names no operation, so a new operation never changes it.
//
// # Writing a device
//
// Implement Device and Buffer, ten methods in all. In Run, call [Launch.Check] with your own Info.
// After it, only the buffers can be wrong: released, or of another device. Ask [Launch.Nest] for
// the loop: the fewest axes, outermost first, with outputs before inputs, and how each operand is
// walked along them. For every element run [Program.Code]; the meaning of an instruction is its row
// in package op, which [Instr.Eval] computes.
//
// A device may have more methods: see [Warmer], [Weigher], [Multiplier], [Describer], [Timer] and [Explainer], and
// [Collected], [Viewer] and [Filler] for buffers. None of them runs a launch, so a device that embeds
// another, such as a *cpu.Device, sees all launches in a Run of its own.
//
// Begin each launch that has passed Check with [Observe], and end it with [LaunchEvent.End]. Then
// [OnLaunch] reports it.
//
// Then run the conformance suite of package devicetest in three lines. The example
// customdevice is a whole device in one file, for all forms.
//
// # Goroutines
//
// The caller orders each call that writes a buffer against all other calls that use it: one returns
// before the other begins. Write, Release, and Run for its outputs write a buffer. Any number of Runs
// and Reads may read a buffer at the same time. All other calls may come on any goroutine at any time.
package device
