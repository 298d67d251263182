//go:build unix

package run_test

const hasSignals = true
