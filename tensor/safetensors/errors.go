package safetensors

import (
	"errors"
	"fmt"
)

// FormatError is the error of a file that breaks a rule of the format.
type FormatError struct {
	File   string // its name; empty if it has none
	Tensor string // the tensor's name, or its first 800 bytes; empty if the error is not one tensor's
	Rule   string // the rule that is broken, and how
	Err    error  // what caused it: io.ErrUnexpectedEOF; or nil
}

func (e *FormatError) Error() string { return prefix(e.File, e.Tensor) + e.Rule }

func (e *FormatError) Unwrap() error { return e.Err }

// ruleError returns the error of a broken rule. Where it occurred is filled in by locate.
func ruleError(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &FormatError{Rule: err.Error(), Err: errors.Unwrap(err)}
}

// mostNamed bounds the bytes of a name in an error. Names in a file have no bound.
const mostNamed = 800

// nameTensor adds the tensor's name to an error.
func nameTensor(err error, name string) error {
	if e, ok := err.(*FormatError); ok {
		e.Tensor = name[:min(len(name), mostNamed)]
		return e
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("tensor %.200q: %w", name, err)
}

// locate adds the file's name to an error.
func locate(err error, file string) error {
	if e, ok := err.(*FormatError); ok {
		e.File = file
		return e
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w", prefix(file, ""), err)
}

// prefix says where an error occurred.
func prefix(file, name string) string {
	text := "safetensors: "
	if file != "" {
		text += file + ": "
	}
	if name != "" {
		text += fmt.Sprintf("tensor %.200q: ", name)
	}
	return text
}
