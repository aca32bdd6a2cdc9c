// Package devicetest is the conformance suite of package device: it tells whether a
// device computes what the rows of package op mean, wherever operands lie, and keeps
// the promises about buffers, order, errors and closing.
//
// A device's own test is three lines:
//
//	func TestDevice(t *testing.T) {
//		devicetest.Run(t, func(t testing.TB) device.Device { return mydevice.New() })
//	}
//
// [Check] is the same without package testing, for programs that print the [Report].
//
// [CheckOutside] compares a device with what other libraries gave, read by package outside.
// examples/conformance is all of it as a command, for a third party's backend too.
//
// [Sweep] measures accuracy on millions of arguments; ACCURACY.md has what it found.
//
// The judge is neither backend: expected values come from the rows' exact meanings
// ([op.Op.Distance]), one element at a time. Outputs lie between guard bytes and hold
// garbage before the launch; inputs are compared after it. A type that the device
// does not list in its Info has to be refused with errors.ErrUnsupported, for every
// operation. Every check has a rule, which its failure repeats.
//
// Programs of more than maps have sections of their own, "forms/…". A device that lists no forms
// ([device.Info]) has to refuse them, and is asked for no more.
//
// That the suite finds faults is tested too: devices with one fault each, of some hundred
// that engines have had, fail the check named beside the fault; mutants of every row's
// meaning, and of the shaders of package gpu, are found.
package devicetest
