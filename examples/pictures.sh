#!/bin/bash
# Draws the pictures that README.md shows, each by its example, in half a minute.
set -eu
cd "$(dirname "$0")/.."
export WGTENSOR_DEVICE=cpu
small="-width 400 -height 250"
go run ./examples/mandelbrot $small -o examples/mandelbrot/mandelbrot.jpg
go run ./examples/reaction -width 336 -height 210 -o examples/reaction/reaction.jpg
go run ./examples/heat $small -o examples/heat/heat.jpg
go run ./examples/nbody $small -o examples/nbody/nbody.jpg
go run ./examples/life $small -steps 600 -o examples/life/life.jpg
go run ./examples/image -width 388 -height 250 -o examples/image/developed.jpg
go run ./examples/kmeans -width 388 -height 250 -o examples/kmeans/painted.jpg
