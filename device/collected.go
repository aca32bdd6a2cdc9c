package device

// Collected is implemented by buffers of which some, or all, are ordinary Go memory. Collected reports
// whether this one is: then Go's collector frees it with the buffer, and Release is never needed.
type Collected interface{ Collected() bool }
