package named_test

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

func TestAnErrorNamesOneCall(t *testing.T) {
	inner := named.Errorf("tensor", "add", "the file: %w", io.EOF)
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"a call", inner, "tensor: add: the file: EOF"},
		{"a call that is made of it", named.Step("nn", "linear", inner), "nn: linear: the file: EOF"},
		{"a call that is made of something else", named.Step("nn", "linear", io.EOF), "nn: linear: EOF"},
		{"an operation of the call's name", named.Step("tensor", "add", errors.New("add: not defined")), "tensor: add: not defined"},
		{"an operand that carries it", named.Step("nn", "linear", named.Operand(inner)), "tensor: add: the file: EOF"},
		{"an operand that was released", named.Step("nn", "linear", named.Operand(named.Errorf("tensor", "err", "released"))), "nn: linear: released"},
		{"an operand that carries an error of the program", named.Step("nn", "linear", named.Operand(io.EOF)), "EOF"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.EqualError(t, c.err, c.want) })
	}
	assert.ErrorIs(t, named.Step("nn", "linear", inner), io.EOF)
}
