//go:build !rest

package matrix

// Rest is whether this build tests what is in no sample.
const Rest = false
