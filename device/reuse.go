package device

// Reuse makes the launch keep what its device finds out about it. It pays for a launch that runs many
// times with other buffers, offsets and scalars, and another Fault. Change nothing else from then on: the
// launch may then run as it was before.
func (l *Launch) Reuse() { l.reused, l.note = l, nil }

// Note returns room for what a device finds out about a launch. It is nil unless the launch is reused:
// see [Launch.Reuse]. The device checks what depends on buffers, offsets and scalars at each run.
func (l *Launch) Note() *any {
	if l == nil || l.reused != l {
		return nil
	}
	return &l.note
}
