//go:build race

package devicetest

// slowed says that the race detector watches every access: the reference device is
// then too slow for the full suite. Races show in the quick one.
const slowed = true
