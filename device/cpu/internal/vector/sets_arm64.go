//go:build !purego

package vector

// neon is filled in by the generated files.
var neon entries

// sets has one: every processor of this kind has its instructions.
func sets() []Set {
	return []Set{{"neon", neon.all(), map[int]Transpose{4: transpose32, 8: transpose64}, map[Stride]Gather{
		{1, 1}: copyRows,
		{1, 0}: spreadRows8, {2, 0}: spreadRows16, {4, 0}: spreadRows32, {8, 0}: spreadRows64,
		{1, -1}: reverseRows8, {2, -1}: reverseRows16, {4, -1}: reverseRows32, {8, -1}: reverseRows64,
		{1, 2}: everySecond8, {2, 2}: everySecond16, {4, 2}: everySecond32, {8, 2}: everySecond64}, nil, nil}}
}

// Pause has nothing to do.
func Pause() {}

// Fence has nothing to wait for: no store goes past the caches.
func Fence() {}
