package m

import (
	"context"
	"testing"
	"time"
)

func TestContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-ctx.Done():
	}
}

func TestReset(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	timer.Reset(30 * time.Millisecond)
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-timer.C:
	}
}
