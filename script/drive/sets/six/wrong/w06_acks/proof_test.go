package acks

import (
	"errors"
	"testing"
	"time"
)

func TestReceiveWhileAnotherDrains(t *testing.T) {
	finish(t, func() {
		q := New()
		q.Publish("a")
		first, _ := q.Receive()
		drained := make(chan error)
		go func() { drained <- q.Drain() }()
		time.Sleep(50 * time.Millisecond)
		received := make(chan Message)
		go func() {
			m, err := q.Receive()
			if err != nil {
				t.Error(err)
			}
			received <- m
		}()
		time.Sleep(50 * time.Millisecond)
		q.Publish("b")
		second := <-received
		if second.Body != "b" || second.Attempts != 1 {
			t.Error(second)
		}
		q.Ack(second.Number)
		q.Ack(first.Number)
		if err := <-drained; err != nil {
			t.Error(err)
		}
	})
}

func TestNackAndClose(t *testing.T) {
	finish(t, func() {
		q := New()
		q.Publish("a")
		m, _ := q.Receive()
		if n, err := q.Nack(m.Number); n != 1 || err != nil {
			t.Error(n, err)
		}
		if err := q.Ack(m.Number); !errors.Is(err, ErrUnknown) {
			t.Error(err)
		}
		if m, _ = q.Receive(); m.Attempts != 2 || q.Len() != 1 {
			t.Error(m)
		}
		time.AfterFunc(20*time.Millisecond, q.Close)
		if _, err := q.Receive(); err != ErrClosed {
			t.Error(err)
		}
		if err := q.Ack(m.Number); err != nil {
			t.Error(err)
		}
		if _, err := q.Publish("b"); err != ErrClosed || q.Drain() != ErrClosed {
			t.Error(err)
		}
	})
}

// finish fails the test when fn has not returned after two seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Fatal("hangs")
	}
}
