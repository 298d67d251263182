// Command influx-close closes a client from two goroutines, one after the other.
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	influxdb2 "github.com/influxdata/influxdb-client-go/v2"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	client := influxdb2.NewClient(server.URL, "token")
	points := client.WriteAPI("org", "bucket")
	points.WriteRecord("work value=1")
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		client.Close()
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	client.Close()
	worker.Wait()
	fmt.Println("closed")
}
