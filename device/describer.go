package device

// Describer is implemented by devices that choose among kernels. Describe names in one line the
// kernels of a launch like l. It neither runs nor compiles them. It looks at the buffers only as
// far as [Warmer]'s Warm does.
type Describer interface {
	Describe(l *Launch) (string, error)
}
