// Package clean_failed leaves goroutines behind in tests that have failed, and receives what it has sent itself.
package clean_failed

import (
	"testing"
	"time"
)

func Answers(t testing.TB, ask func()) {
	done := make(chan struct{})
	go func() {
		ask()
		done <- struct{}{}
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Error("no answer in time")
	}
}

// Own tells by a channel with room what it has seen, and closes that at its end.
func Own(t *testing.T, answer chan error) {
	late := make(chan bool, 1)
	defer close(late)
	select {
	case <-answer:
		late <- false
	case <-time.After(time.Millisecond):
		late <- true
	}
	if <-late {
		t.Log("late")
	}
}

// T is what assertions need of a test.
type T interface {
	Errorf(format string, args ...any)
}

// Fail says that a test has failed.
func Fail(t T, why string) { t.Errorf("failed: %s", why) }

func Asserts(t *testing.T, ask func()) {
	done := make(chan struct{})
	go func() {
		ask()
		done <- struct{}{}
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		Fail(t, "no answer in time")
	}
}
