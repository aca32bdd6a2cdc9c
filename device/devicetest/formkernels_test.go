package devicetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// counting notes programs of groups, with groups that are short, that one workgroup reduces, or that
// several do.
type counting struct {
	*reference
	programs map[string]bool
}

func (c counting) Run(ctx context.Context, l *device.Launch) error {
	if err := c.reference.Run(ctx, l); err != nil {
		return err
	}
	if l.Levels != nil {
		class := "short "
		switch n := broadcast.RowMajor(l.Shape[l.Kept():]...).Len(); {
		case n > 1024:
			class = "long "
		case n > 64:
			class = "row "
		}
		c.programs[class+l.Program.String()] = true
	}
	return nil
}

// A driver compiles for a tenth of a second or so for each.
func TestAQuickRunCompilesFewProgramsOfGroups(t *testing.T) {
	c := counting{newReference(), map[string]bool{}}
	c.info.Kind, c.info.Forms = device.GPU, device.Reductions|device.Scans|device.Sorts
	_, err := Check(c, Quick(), Checks("forms/"))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(c.programs), 110)
}
