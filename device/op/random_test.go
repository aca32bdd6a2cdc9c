package op_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/device/op"
)

// The blocks are the known answers of Random123, the authors' library.
func TestThreefryHasItsPublishedBlocks(t *testing.T) {
	for _, c := range []struct {
		name                string
		key, counter, block op.Scalar
	}{
		{"zeros", 0, 0, 0x6b200159_99ba4efe},
		{"ones", 1<<64 - 1, 1<<64 - 1, 0x1cb996fc_bb002be7},
		{"digits of pi", 0x13198a2e_03707344, 0x243f6a88_85a308d3, 0xc4923a9c_483df7a0},
	} {
		t.Run(c.name, func(t *testing.T) {
			block := op.Threefry2x32.Role.(*op.Bits).Eval(uint64(c.key), uint64(c.counter))
			assert.Equal(t, c.block, block)
			bits := op.RandomBits.Role.(*op.Bits).Eval(uint64(c.key), uint64(c.counter))
			assert.Equal(t, block>>32^block&0xffffffff, bits, "random_bits are both words in one")
		})
	}
}
