package tensor

import "strings"

// unfit is the error of a shape that does not broadcast to another, in the words of NumPy or PyTorch. Below
// them it has the picture of the error that package broadcast found.
type unfit struct {
	words string
	found error
}

func (e *unfit) Error() string {
	if _, picture, ok := strings.Cut(e.found.Error(), "\n"); ok {
		return e.words + "\n" + picture
	}
	return e.words
}

func (e *unfit) Unwrap() error { return e.found }
