// Command mandelbrot draws the Mandelbrot set.
//
//	go run ./examples/mandelbrot                   # to mandelbrot.png
//	go run ./examples/mandelbrot -width 1920 -steps 1000
//
// Each step is a chain of operations over all points, which becomes one launch. The picture is the
// same on every device: sums, products and comparisons are exact.
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"log"
	"os"
	"time"

	"github.com/wgtensor/wgtensor/device"
	_ "github.com/wgtensor/wgtensor/device/gpu"
	"github.com/wgtensor/wgtensor/tensor"
)

func main() {
	width := flag.Int("width", 768, "of the picture, in pixels; the height is half of it")
	steps := flag.Int("steps", 200, "the iterations after which a point counts as one of the set")
	out := flag.String("out", "mandelbrot.png", "the PNG to write")
	flag.Parse()
	dev, err := device.Open("")
	if err != nil {
		log.Fatal(err)
	}
	defer dev.Close()
	tensor.SetDefaultDevice(dev)
	fmt.Println(dev)

	start := time.Now()
	picture, err := draw(*width, *width/2, *steps)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d points, %d steps: %v\n", *width*(*width/2), *steps, time.Since(start).Round(time.Millisecond))
	if err := save(*out, picture); err != nil {
		log.Fatal(err)
	}
}

// iterate counts, for each point c = x+iy of a grid, the steps z = z² + c that leave |z| at most 2.
func iterate(width, height, steps int) *tensor.Tensor {
	x := tensor.Linspace[float32](-2.8, 1.6, width)
	y := tensor.Linspace[float32](1.1, -1.1, height).Reshape(height, 1)
	re, im := x.BroadcastTo(height, width), y.BroadcastTo(height, width)
	count := tensor.Zeros(tensor.Int32, height, width)
	for range steps {
		re2, im2 := re.Square(), im.Square()
		count = count.Add(re2.Add(im2).Le(4))
		re, im = re2.Sub(im2).Add(x), re.Mul(im).Mul(2).Add(y)
		if err := tensor.Eval(context.Background(), count, re, im); err != nil {
			return tensor.FromError(err)
		}
	}
	return count
}

// draw colours the counts.
func draw(width, height, steps int) (image.Image, error) {
	counts, err := tensor.Data[int32](iterate(width, height, steps))
	if err != nil {
		return nil, err
	}
	picture := image.NewPaletted(image.Rect(0, 0, width, height), colours())
	for i, n := range counts {
		picture.Pix[i] = shade(int(n), steps)
	}
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
