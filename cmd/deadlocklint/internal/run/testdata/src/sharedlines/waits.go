//go:build waits

package m

// The store goes back when its other goroutine is over.
const waits = true
