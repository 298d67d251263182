// Package failed_leak leaves goroutines behind in tests that have not failed, and receives what it has not sent.
package failed_leak

import (
	"testing"
	"time"
)

func Answers(t testing.TB, ask func()) {
	done := make(chan struct{})
	go func() {
		ask()
		done <- struct{}{} // want blocks-forever
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Log("no answer in time")
	}
}

// Own waits for what it closes at its end.
func Own(t *testing.T, answer chan error) {
	late := make(chan bool)
	defer close(late)
	select {
	case <-answer:
	case <-time.After(time.Millisecond):
		t.Log("late")
	}
	<-late // want blocks-forever
}

// Fail tells somebody that something has failed, which is no test.
func Fail(log func(string), why string) { log(why) }

func Asserts(log func(string), ask func()) {
	done := make(chan struct{})
	go func() {
		ask()
		done <- struct{}{} // want blocks-forever
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		Fail(log, "no answer in time")
	}
}
