package leaky

import (
	"testing"

	_ "example.com/effects/tell"
)

func TestLeaky(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
}
