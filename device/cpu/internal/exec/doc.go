// Package exec runs launches by a kernel set.
//
// A program is compiled once into steps. A step is an instruction, or several instructions with a
// kernel in common. Compiling also chooses slots for the values between steps, and finds the cost
// of each step.
//
// A launch has a layout, and runs in tiles. A tile has few enough elements that its
// operands and values stay in the nearest caches. Each input of a tile is made readable by the
// kernel: contiguous elements are read in place, and strided elements are gathered into scratch
// memory. A constant is one element, or fills a tile if a kernel does not accept that. A tile may
// consist of rows with a constant row stride; assembly computes many rows in one call, and very
// short rows are gathered.
//
// Then each step runs over the whole tile, by one call of its kernel. Results are written to the
// output directly if that is safe. Otherwise they are scattered at the end. Large launches write
// with non-temporal stores, past the caches.
//
// A layout holds for every launch with the same strides, at any offsets. A reused launch keeps it. A
// task is a layout, what is bound to a launch, and what runs.
//
// A launch with groups runs in phases, which end where all elements of a group are needed. A group that
// fits a tile stays there; a longer one is walked in each phase. Where few groups are long, each phase
// is a pass: goroutines share the elements of a group, and then their states are merged.
//
// Operands with places are read as positions, to which steps add the places. An output with places is
// stored by a pass of its own, when all places are known to exist.
//
// Long launches are cut into chunks that several goroutines share. A helper looks for another
// launch for 50 µs, and then ends.
package exec
