package main

import (
	"os"
	"testing"
)

func TestStand(t *testing.T) { stand(os.Getenv("CLOCK")) }
