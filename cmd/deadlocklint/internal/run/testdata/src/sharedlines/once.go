//go:build !waits

package m

const waits = false
