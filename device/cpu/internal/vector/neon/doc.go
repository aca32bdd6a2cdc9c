// Package neon is the kernel set of processors for arm64.
package neon
