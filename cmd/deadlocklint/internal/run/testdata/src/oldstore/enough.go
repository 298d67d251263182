//go:build enough
// +build enough

package main

const units = 4
