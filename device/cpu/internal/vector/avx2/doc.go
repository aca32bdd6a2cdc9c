// Package avx2 is the kernel set of processors for amd64 with AVX2, FMA and BMI2.
package avx2
