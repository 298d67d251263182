package main

import (
	"os"
	"testing"
)

// A test of the program takes no part when the program is checked.
func TestMain(m *testing.M) {
	println("TestMain takes part")
	os.Exit(4)
}

func TestStore(t *testing.T) { NewStore("a").Put("b") }
