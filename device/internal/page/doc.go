// Package page is the web page that a program may run in. The program and the page share one thread,
// and the page gets its turn when all goroutines wait.
package page
