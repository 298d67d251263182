// Command rollbar-send closes a transport while a worker sends.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"time"

	"github.com/rollbar/rollbar-go"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	transport := rollbar.NewAsyncTransport("token", server.URL, 10)
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for range 3 {
			if err := transport.Send(map[string]any{"key": "value"}); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	if err := transport.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	worker.Wait()
	fmt.Println("closed")
}
