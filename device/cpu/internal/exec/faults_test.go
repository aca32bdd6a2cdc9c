package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device"
)

func TestTheFirstFaultIsThatOfTheFirstElementAndThenOfTheFirstInstruction(t *testing.T) {
	at := func(element, of int) fault { return fault{&device.IndexError{Element: element}, of} }
	var all faults
	for _, f := range []fault{{}, at(7, 1), at(7, 0), at(9, 0), at(7, 2), {}} {
		all.note(&f)
		assert.Equal(t, fault{}, f, "the worker has none left")
	}
	assert.Equal(t, at(7, 0), all.first)
	var told device.Fault
	all.report(&told, false)
	assert.NoError(t, told.Err(), "a launch that was left has no error")
	all.first = at(3, 0)
	all.report(&told, true)
	assert.Equal(t, &device.IndexError{Element: 3}, told.Err())
	assert.Nil(t, all.first.err, "the next launch has none")
}
