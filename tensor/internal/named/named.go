// Package named gives an error the name of the public call that it comes from, once.
package named

import (
	"fmt"
	"strings"
)

// Error is the error of a public call.
type Error struct {
	pkg, call string
	err       error
}

// Error names the package and the call. The error of an operation may have the call's name itself.
func (e *Error) Error() string {
	return e.pkg + ": " + e.call + ": " + strings.TrimPrefix(e.err.Error(), e.call+": ")
}

func (e *Error) Unwrap() error { return e.err }

// Errorf returns the error of a call.
func Errorf(pkg, call, format string, args ...any) error {
	return &Error{pkg, call, fmt.Errorf(format, args...)}
}

// carried is an error that an operand carries.
type carried struct{ error }

// Operand returns the error that Err of an operand returns, for Step.
func Operand(err error) error {
	if e, ok := err.(*Error); ok && e.pkg == "tensor" && e.call == "err" {
		return err // nothing but that call found it
	}
	return carried{err}
}

// Step returns the error of a call that is made of others, from the error of one of these. What an operand
// carries stays as it is: it has the name of the call that made it.
func Step(pkg, call string, err error) error {
	switch e := err.(type) {
	case carried:
		return e.error
	case *Error:
		err = e.err
	}
	return &Error{pkg, call, err}
}

// Index is an index for tensor's Take that a call made of others gives. An index error, which may come late, has
// its name.
type Index struct {
	Call string
	Of   any
	Each bool // it has the shape of the tensor without the axis, and takes one element of each line
}
