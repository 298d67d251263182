package main

import "testing"

func TestTimed(t *testing.T) { main() }
