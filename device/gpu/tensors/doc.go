// Package tensors tests package tensor on the GPU.
//
// The tests are those of package tensor, and run on every registered device. They do not import the
// GPU backend. Otherwise go mod tidy would download the GPU's binding, 116 MB, for programs of the
// CPU too: it follows the tests of imported packages, so an overlay adds the import when the tests
// run on the GPU. To do this by hand, in the root of the repository:
//
//	go test -overlay device/gpu/tensors/overlay.json ./tensor -run Fused
package tensors
