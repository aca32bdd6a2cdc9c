package device

// Describer is implemented by devices that choose among kernels. Describe names in a line those that a
// launch like l takes, and neither runs nor compiles them. Of the buffers it looks at what [Warmer]'s Warm
// does.
type Describer interface {
	Describe(l *Launch) (string, error)
}
