// Package tensors tests package tensor on the GPU.
//
// The tests stand in package tensor, and run on every device that is registered. They do not import
// this backend: go mod tidy takes the tests of the packages that a program imports, and would
// download the GPU's binding, 111 MB, for programs of the CPU alone. So the import is laid over them
// when they are to run here. By hand, in the root of the repository:
//
//	go test -overlay device/gpu/tensors/overlay.json ./tensor -run Fused
package tensors
