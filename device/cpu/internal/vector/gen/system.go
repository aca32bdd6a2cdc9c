package main

import (
	"github.com/mmcloughlin/avo/build"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// system has routines that every processor for amd64 can run.
func system() []kernel.Routine {
	return []kernel.Routine{
		{Name: "pause", Parameters: "()", Doc: "waits a moment, and leaves the processor to its other thread.", Write: func(c *build.Context) {
			c.PAUSE()
			c.RET()
		}},
		{Name: "sfence", Parameters: "()", Doc: "orders streamed stores before all later ones.", Write: func(c *build.Context) {
			c.SFENCE()
			c.RET()
		}},
	}
}
