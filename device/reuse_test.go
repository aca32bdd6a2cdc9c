package device

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestANoteStaysWithALaunchThatIsReused(t *testing.T) {
	var none *Launch
	assert.Nil(t, none.Note())
	l := launch(2, 3)
	assert.Nil(t, l.Note(), "of a launch that is run once")
	l.Reuse()
	require.NotNil(t, l.Note())
	assert.Nil(t, *l.Note(), "before a device has found out anything")
	*l.Note() = "found"
	l.In[0].Buffer, l.Out[0].Layout.Offset = &fakeBuffer{48}, 6
	assert.Equal(t, "found", *l.Note(), "with another buffer and offset")
	copied := *l
	assert.Nil(t, copied.Note(), "of a copy")
	l.Reuse()
	assert.Nil(t, *l.Note(), "after another Reuse")
}
