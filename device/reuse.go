package device

// Reuse makes the launch keep what its device finds out about it. It pays for a launch that runs many
// times with other buffers, offsets and scalars. Change nothing else from then on: the launch may
// then run as it was before.
func (l *Launch) Reuse() { l.kept = &findings{of: l} }

// findings are what a device found out about a launch.
type findings struct {
	of   *Launch // a copy of the launch does not use them
	note any
}

// Note returns room for what a device finds out about a launch. It is nil unless the launch is reused:
// see [Launch.Reuse]. The device checks what depends on buffers, offsets and scalars at each run.
func (l *Launch) Note() *any {
	if l == nil || l.kept == nil || l.kept.of != l {
		return nil
	}
	return &l.kept.note
}
