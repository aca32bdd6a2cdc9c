package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
)

// load reads a PNG, or draws a picture if there is no name.
func load(name string) (*image.NRGBA, error) {
	if name == "" {
		return sunset(320, 200), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s is no PNG, or not a whole one: %w", name, err)
	}
	picture := image.NewNRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(picture, picture.Rect, img, img.Bounds().Min, draw.Src)
	return picture, nil
}

func save(name string, picture image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, picture); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// sunset is a sun over the sea.
func sunset(width, height int) *image.NRGBA {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	horizon, radius := height*3/5, height/6
	for y := range height {
		for x := range width {
			dx, dy := x-width/2, y-horizon
			c := color.NRGBA{uint8(60 + 150*y/height), uint8(70 + 60*y/height), uint8(140 - 60*y/height), 255}
			switch {
			case dy >= 0 && y%4 < 2 && max(dx, -dx) < radius-dy/2:
				c = color.NRGBA{210, 150, 90, 255}
			case dy >= 0:
				c = color.NRGBA{20, uint8(40 + dy/3), uint8(80 + dy/2), 255}
			case dx*dx+dy*dy < radius*radius:
				c = color.NRGBA{250, 210, 110, 255}
			}
			picture.SetNRGBA(x, y, c)
		}
	}
	return picture
}
