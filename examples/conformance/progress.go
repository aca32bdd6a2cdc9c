package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/devicetest"
	"github.com/wgtensor/wgtensor/examples/internal/progress"
)

// show tells how far the suite has come.
func show(line *progress.Line, device string, p devicetest.Progress) {
	text := fmt.Sprintf("%s %3d%% %s", device, 100*p.Done/max(p.Of, 1), p.Next)
	if p.Failed > 0 {
		text = fmt.Sprintf("%s (%d failed)", text, p.Failed)
	}
	line.Show(text)
}
