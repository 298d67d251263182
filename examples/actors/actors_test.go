package actors

import (
	"sync"
	"testing"
	"time"
)

func TestGreet(t *testing.T) {
	ann, bob := New("Ann", 1), New("Bob", 0) // fix: ann, bob := New("Ann", 2), New("Bob", 1)
	var wg sync.WaitGroup
	wg.Go(func() { ann.Greet(bob, 2) })
	wg.Go(func() { bob.Greet(ann, 1) })
	wg.Go(func() { time.Sleep(20 * time.Millisecond); Advertise(ann) })
	wg.Wait()
}
