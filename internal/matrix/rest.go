//go:build rest

package matrix

// Rest is whether this build tests all of them.
const Rest = true
