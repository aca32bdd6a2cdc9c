package shaders

// fewElements keep no device busy. A thread for each of them takes the least time, and drivers
// compile the text for a single element fastest.
const fewElements = 1 << 12

// choose decides how elements are dealt to threads, and how operands are loaded. It takes the first
// case that fits. If no case fits, no thread can own all words that it would write.
func choose(n *nest, f function, repair Repair) (v variant, ok bool) {
	v = singleVariant(n)
	small, one, length := len(n.smallOutputs()) > 0, n.oneAxis(), f.length(repair)
	if n.len < fewElements {
		length = long
	}
	words := small && f.wordsSuffice()
	wordLanes := 0 // of 16 bytes
	if words {
		wordLanes = vectorWords * perWord(n.operands[0].dtype)
	}
	switch {
	case small && n.wordsMeet():
		return v, false
	case !small && length == long: //                           an element
	case one && v.flat(n, wordLanes, length, words): //         vectors of 16 bytes, on whole words
	case one && v.flat(n, vectorWords, length, words): //       vectors of neighbours
	case one && !small && v.flat(n, 1, length, words): //       vectors of an element
	case v.rowBlocked(n, wordLanes, length, words): //          vectors along rows, 16 bytes on whole words
	case v.rowBlocked(n, vectorWords, length, words): //        vectors along rows
	case small && v.flat(n, vectorWords, long, words): //       vectors of neighbours, in a loop
	case small && v.wordOwning(n): //                           the elements of a word
	case small && !n.smallAlike():
		return v, false
	case small: //                                              an element, in several passes
		v.mapping = multiPass
	case v.rowBlocked(n, 1, length, words): //                  vectors of an element along columns
	}
	return v, true
}

// singleVariant deals elements one by one.
func singleVariant(n *nest) variant {
	return variant{rank: n.splitAxes(), lanes: 1, threads: n.len, vectors: vectors{perThread: 1}}
}
