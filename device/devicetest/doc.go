// Package devicetest is the conformance suite of package device. It tests that a device computes
// the meaning of every row of package op, for all layouts. It also tests the promises about
// buffers, order, errors and closing. DESIGN.md says how the suite itself is tested.
//
// A device's own test is three lines:
//
//	func TestDevice(t *testing.T) {
//		devicetest.Run(t, func(t testing.TB) device.Device { return mydevice.New() })
//	}
//
// [Check] is the same without package testing, for programs that print the [Report].
//
// [CheckOutside] compares a device with results of other libraries, which package outside reads.
// The command examples/conformance does all this, also for a third party's backend.
//
// [Sweep] measures accuracy on millions of arguments; ACCURACY.md has what it found.
//
// The expected values do not come from another device. They come from the rows' exact meanings
// ([op.Op.Distance]), one element at a time. Outputs lie between guard bytes and hold garbage
// before the launch. Inputs are compared after it. If the device does not list a type in its Info,
// it has to refuse that type with errors.ErrUnsupported in every operation. Every check has a rule,
// and a failure prints the rule.
//
// Programs of other forms than maps have sections of their own, "forms/…". A device that lists no
// forms ([device.Info]) only has to refuse them.
//
// Every launch has to be observed ([device.Observe]). Checks of the optional methods of devices and
// buffers, such as [device.Viewer], have the names "optional/…". They run on a device that has the
// methods; [Report].NotRun lists the others.
//
// Tests show that the suite finds faults. They run it on more than two hundred devices with one fault
// each, such as engines have had. Each device fails the check that is named beside its fault. The
// suite also finds mutants of every row's meaning and of the shaders of package gpu.
package devicetest
