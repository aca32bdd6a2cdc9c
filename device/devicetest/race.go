//go:build race

package devicetest

// slowed says that the race detector watches every access: the full suite would take
// minutes. Races show in the quick one.
const slowed = true
