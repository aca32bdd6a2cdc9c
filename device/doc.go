// Package device is the contract between tensors and what computes them.
//
// A [Device] gets programs, not operations. A [Program] is a short straight line of
// scalar instructions; a [Launch] runs it once for every element of a shape, over
// operands that are laid out in buffers with any strides: 0 where an axis is
// broadcast, negative where it is reversed. Scalars travel as values. No operation
// is named by the interface, so a new one never changes it.
//
// # Writing a device
//
// Implement Device and Buffer, ten methods in all. In Run, call [Launch.Check]
// with your own Info; it leaves nothing to guard against but buffers of other
// devices. Ask [Launch.Plan] for the loop: the fewest axes, outermost first, with
// outputs before inputs, and how each operand is walked along them. For every
// element run [Program.Code]; the meaning of an instruction is its row in package
// op, which [Instr.Eval] computes.
//
// Then run the conformance suite of package devicetest in three lines. The example
// customdevice is a whole device in about two hundred lines, comments included.
//
// # What ran where
//
// [Open] never falls back silently: Info and String of the device it returns say
// what was taken and why; a device that notes it is an [Explainer]. Work that a device cannot do is refused with an error for
// which errors.Is(err, errors.ErrUnsupported) holds.
package device
