package device

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/wgtensor/wgtensor/broadcast"
)

func TestAPlanHasTheOutputsFirst(t *testing.T) {
	l := launch(2, 3)
	l.In[0].Layout.Strides = []int{0, 1}
	p := l.Plan()
	assert.Equal(t, []int{2, 3}, p.Shape)
	assert.Len(t, p.Operands, 3)
	assert.Equal(t, broadcast.Contiguous, p.Operands[0].Class)
	assert.Equal(t, broadcast.InnerRow, p.Operands[1].Class)
	assert.Equal(t, broadcast.Contiguous, p.Operands[2].Class)
}
