// Package libm has the real functions of the operations, in float64.
//
// Each result is within 2 units in the last place of the real one over all of float64,
// subnormal numbers, huge arguments and the edges of the range included; what is not says
// so. The special values, of zeros with their sign, infinities and NaN, are C99's where C99
// has the function. Sweeps of tests against the package precise find less than 1 unit for
// the functions of exp.go, log.go, pow.go, trig.go, arc.go and hyperbolic.go.
//
// A result has the same bits on every machine. For that no function calls one of the
// package math that has an assembly version somewhere, other than those that are exact
// (Sqrt, FMA, Trunc, Frexp and the like), and a product that is added to something is
// rounded by float64(), unless it is exact, so that no compiler fuses the two. This is
// also why most are written here: math's differ between machines. Besides, math's Exp
// overflows too early on amd64, its Log is wrong for subnormals there, its Pow loses a bit
// for each of y's, and its Sin, Cos, Tan and Acos lose digits.
//
// Most functions compute in pairs of float64, where a digit is at stake, and round last.
// Of their polynomials those that are not textbook ones are without error at the zeros of
// Chebyshev's; the program device/op/internal/fit computes them.
package libm
