package shaders

// vectorWords is the number of words in the longest vector: 16 bytes.
const vectorWords = 4

// fewElements keep no device busy: where each has a thread of its own they are done soonest,
// and drivers compile the text for a single element soonest.
const fewElements = 1 << 12

// choose decides how elements are dealt to threads. The first line that can be is taken;
// where there is none, no thread can own all words that it would write.
func (k *Kernel) choose() error {
	small, one, length := len(k.smallOutputs()) > 0, k.oneAxis(), k.function().length(k.repair)
	if k.len < fewElements {
		length = long
	}
	k.wordable = small && k.function().wordsSuffice()
	switch {
	case small && k.wordsMeet():
		return ErrApart
	case !small && length == long && k.single(): //      an element
	case one && k.flat(wordUnits, length): //            units of 16 bytes, on whole words
	case one && k.flat(vectorWords, length): //                units of neighbours
	case one && !small && k.flat(1, length): //          units of an element
	case k.rows(wordUnits, length): //                   units along rows, 16 bytes on whole words
	case k.rows(vectorWords, length): //                       units along rows
	case small && k.flat(vectorWords, long): //                units of neighbours, in a loop
	case small && k.cluster(): //                        the elements of a word
	case small && !k.smallAlike():
		return ErrApart
	case small && k.byTurns(): //                          an element, in turns
	case !small && (k.rows(1, length) || k.single()): // units of an element along columns
	}
	return nil
}
