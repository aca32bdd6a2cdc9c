// Package libm has the real functions of the operations, in float64.
//
// Each result is within 2 units in the last place of the exact one, for all float64. That includes
// subnormal numbers, huge arguments and the edges of the range. A function with a larger error says
// so in its comment. Results for signed zeros, infinities and NaN are those of C99, if C99 has the
// function. Tests compare with package precise. They find errors of less than 1 unit for the
// functions of exp.go, log.go, pow.go, trig.go, arc.go and hyperbolic.go.
//
// A result has the same bits on every machine, so no function calls a function of package math that
// has assembly on some machine. The exceptions are exact: Sqrt, FMA, Trunc, Frexp and the like. A
// product that is added to another number is first rounded by float64(), unless it is exact, so no
// compiler fuses the product and the sum.
//
// Most functions are here because those of package math differ between machines. Some are also
// wrong. On amd64 Exp overflows too early, and Log is wrong for subnormals. Pow loses one bit of
// the result for each bit of y. Sin, Cos, Tan and Acos lose digits.
//
// Where rounding would cost a digit, functions compute in pairs of float64 and round last. Some
// polynomials are textbook ones. The others interpolate the function at the zeros of a Chebyshev
// polynomial; the program device/op/internal/fit computes them.
package libm
