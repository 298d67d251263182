// Package timeout_leak leaves a sender behind when it stops waiting for it.
package timeout_leak

import (
	"errors"
	"time"
)

func Fetch(f func() int) (int, error) {
	ch := make(chan int)
	go func() {
		ch <- f() // want blocks-forever
	}()
	select {
	case v := <-ch:
		return v, nil
	case <-time.After(time.Second):
		return 0, errors.New("timeout")
	}
}
