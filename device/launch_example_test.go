package device_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu"
	"github.com/wgtensor/wgtensor/device/op"
)

// Launches are logged in one line. What differs from run to run is left out here.
func ExampleOnLaunch() {
	dropTime := func(_ []string, a slog.Attr) slog.Attr {
		if slices.Contains([]string{slog.TimeKey, "took", "GB/s"}, a.Key) {
			return slog.Attr{}
		}
		return a
	}
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: dropTime}))

	stop := device.OnLaunch(func(e *device.LaunchEvent) { logger.Info("launch", e.Columns()...) })
	defer stop()

	if err := negate(cpu.New()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// level=INFO msg=launch device=cpu op=neg shape=[2,3] read=24 written=24 variant=inline
}

func ExampleCountLaunches() {
	d := cpu.New()
	stats, stop := device.CountLaunches(d)
	defer stop()
	for range 3 {
		if err := negate(d); err != nil {
			fmt.Println(err)
		}
	}
	all := stats()
	fmt.Println(all.Launches, "launches,", all.Read, "bytes read,", all.Written, "bytes written")
	// Output:
	// 3 launches, 72 bytes read, 72 bytes written
}

// negate computes -x of six elements.
func negate(d device.Device) error {
	p, err := device.Single(op.Neg, op.Float32)
	if err != nil {
		return err
	}
	l := &device.Launch{Program: p, Shape: []int{2, 3}}
	for _, operands := range []*[]device.Operand{&l.In, &l.Out} {
		b, err := d.Alloc(24)
		if err != nil {
			return err
		}
		defer b.Release()
		*operands = []device.Operand{{Buffer: b, Type: op.Float32, Layout: broadcast.RowMajor(2, 3)}}
	}
	return d.Run(context.Background(), l)
}
