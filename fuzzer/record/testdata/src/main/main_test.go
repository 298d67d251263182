package main

import "testing"

func TestMain1(t *testing.T) {}
