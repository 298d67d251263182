package blocked

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// want: leaked send
func TestSub(t *testing.T) {
	t.Run("leaks", func(t *testing.T) {
		b := newBox()
		go func() { b.ch <- 1 }()
	})
	t.Run("does not", func(t *testing.T) {})
}

func TestSubOfParent(t *testing.T) {
	b := newBox()
	t.Run("starts", func(t *testing.T) {
		go func() { b.ch <- 1 }()
	})
	<-b.ch
}

// want: leaked send 4
func TestParallel(t *testing.T) {
	for range 4 {
		t.Run("leaks", func(t *testing.T) {
			t.Parallel()
			b := newBox()
			go func() { b.ch <- 1 }()
		})
		t.Run("does not", func(t *testing.T) {
			t.Parallel()
			time.Sleep(5 * time.Millisecond)
		})
	}
}

func TestCleanup(t *testing.T) {
	b := newBox()
	t.Cleanup(func() { <-b.ch })
	go func() { b.ch <- 1 }()
}

func TestListener(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
}

func TestServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello")) }))
	resp, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close() // the connection is kept
}

// want: leaked send
func TestExit(t *testing.T) {
	b := newBox()
	func() {
		b := newBox()
		go func() {
			time.Sleep(20 * time.Millisecond)
			b.ch <- 1
		}()
	}()
	_ = b
	os.Exit(0)
}
