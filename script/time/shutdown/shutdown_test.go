// Package shutdown ends a server and its worker in order.
package shutdown

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

type service struct {
	jobs chan func()
	wg   sync.WaitGroup
	once sync.Once
}

func start() *service {
	s := &service{jobs: make(chan func(), 4)}
	s.wg.Go(func() {
		for job := range s.jobs {
			job()
		}
	})
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	s.jobs <- func() { close(done) }
	<-done
}

func (s *service) stop() { s.once.Do(func() { close(s.jobs) }); s.wg.Wait() }

func TestShutdown(t *testing.T) {
	s := start()
	server := httptest.NewServer(s)
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			if resp, err := http.Get(server.URL); err == nil {
				resp.Body.Close()
			}
		})
	}
	clients.Wait()
	server.Close()
	s.stop()
	s.stop()
}
