package outbox

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"testing"
	"time"
)

var errGone = errors.New("gone")

// gone is a connection that the other side has closed.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errGone }

func TestConnGone(t *testing.T) {
	finish(t, func() {
		o := New(gone{}, 10)
		if err := o.Send("short"); err != nil {
			t.Error(err)
		}
		if err := o.Send("longer"); !errors.Is(err, errGone) {
			t.Error(err)
		}
		if err := o.Send("more"); !errors.Is(err, errGone) {
			t.Error(err)
		}
		if err := o.Close(); !errors.Is(err, errGone) || o.Flush() != err || o.Close() != err {
			t.Error(err)
		}
	})
}

func TestCloseWrites(t *testing.T) {
	finish(t, func() {
		var conn bytes.Buffer
		o := New(&conn, 10)
		o.Send("a")
		o.Send("b")
		if err := o.Send("a\nb"); !errors.Is(err, ErrMessage) {
			t.Error(err)
		}
		if err := errors.Join(o.Close(), o.Close(), o.Flush()); err != nil || conn.String() != "a\nb\n" {
			t.Error(err, conn.String())
		}
		if err := o.Send("c"); !errors.Is(err, ErrClosed) || o.Pending() != 0 {
			t.Error(err)
		}
	})
}

func TestTogether(t *testing.T) {
	finish(t, func() {
		for _, conn := range []io.Writer{io.Discard, gone{}} {
			o := New(conn, -1)
			send := func() { o.Send("m") }
			together(send, send, func() { o.Flush() })
			closing := func() { o.Close() }
			together(closing, closing, send)
		}
	})
}

// finish fails the test when fn has not returned after three seconds.
func finish(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn()
	}()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		t.Fatal("hangs")
	}
}

// together calls each function again and again, in a goroutine of its own, for a tenth of a second.
func together(fns ...func()) {
	var wg sync.WaitGroup
	began := time.Now()
	for _, fn := range fns {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Since(began) < time.Second/10 {
				fn()
			}
		}()
	}
	wg.Wait()
}
