package npy

import (
	"errors"
	"fmt"
)

// FormatError is the error of a file that breaks a rule of the format.
type FormatError struct {
	File   string // its name; empty if it has none
	Tensor string // the member of an archive; empty if the error is not one member's
	Rule   string // the rule that is broken, and how
	Err    error  // what caused it: io.ErrUnexpectedEOF, zip.ErrChecksum; or nil
}

func (e *FormatError) Error() string { return prefix(e.File, e.Tensor) + e.Rule }

func (e *FormatError) Unwrap() error { return e.Err }

// ruleError returns the error of a broken rule. Where it occurred is filled in by locate.
func ruleError(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &FormatError{Rule: err.Error(), Err: errors.Unwrap(err)}
}

// locate adds file and array to an error.
func locate(err error, file, array string) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*FormatError); ok {
		e.File, e.Tensor = file, array
		return e
	}
	return fmt.Errorf("%s%w", prefix(file, array), err)
}

// prefix says where an error occurred.
func prefix(file, array string) string {
	text := "npy: "
	if file != "" {
		text += file + ": "
	}
	if array != "" {
		text += fmt.Sprintf("array %q: ", array)
	}
	return text
}
