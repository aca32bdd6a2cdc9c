package tensor

import "errors"

// FromError returns a tensor that carries an error. Functions of other packages return it, so that
// their errors stick to tensors too.
func FromError(err error) *Tensor {
	if err == nil {
		err = errors.New("tensor: from error: nil error")
	}
	return fail(err)
}
