package kernel

import "unsafe"

// Reduction is the kernel of a row that makes one element of a group's elements. It keeps a state
// for each group, which lie side by side.
type Reduction struct {
	Cost  int    // of an element, as of a Kernel
	Set   string // as of a Kernel
	State int    // bytes of a state; the first lies at a multiple of 8

	// Begin makes n states of groups without elements.
	Begin func(n int, states unsafe.Pointer)
	// Add adds the elements of a block to the states of its groups.
	Add func(states unsafe.Pointer, b *Block)
	// Products reports whether Add may get two operands, of rows that lie side by side, and then adds their products.
	Products bool
	// Merge adds the elements of n states to n others, in the same order. The order in which parts of
	// a group are merged makes no difference, or none beyond the row's bound.
	Merge func(n int, to, from unsafe.Pointer)
	// Decided reports whether no element can change the results of n states, as one that is true decides
	// any. It is nil if elements always can.
	Decided func(n int, states unsafe.Pointer) bool
	// End stores the results of n groups of size elements, side by side. The row may take an argument
	// once for each group; once has these, side by side.
	End func(n int, to, states unsafe.Pointer, size int, once unsafe.Pointer)
}

// Block is elements of several groups, each with as many elements.
type Block struct {
	Groups, Elements int
	X, Y             Matrix // a row for each group; Y only of rows with two operands for each element, and of Products
	// Number is that of the first element within its group, and Step leads from an element to the next.
	// Only rows of numbers look at them.
	Number, Step int
}
