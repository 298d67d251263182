// Package neither_sends waits for two goroutines of which each sends only when it fails.
package neither_sends

import "net/http"

type server struct{ err error }

func (s *server) serve() error { return s.err }

func Run(a, b *server, both bool) {
	end := make(chan bool, 1)
	if both {
		go func() {
			if err := a.serve(); err != nil {
				end <- true
			}
		}()
	}
	go func() {
		if b == nil {
			return
		}
		if err := b.serve(); err != nil {
			end <- true
		}
	}()
	<-end // want `blocks for ever when each goroutine that sends returns without having sent, as in line 17`
}

func Either(a *server, h *http.Server, graceful bool) {
	end := make(chan bool, 1)
	if graceful {
		go func() {
			if err := a.serve(); err != nil {
				end <- true
			}
		}()
		go func() {
			if err := a.serve(); err != nil {
				end <- true
			}
		}()
		<-end // want `blocks for ever when each goroutine that sends`
		return
	}
	go func() {
		if err := h.ListenAndServe(); err != nil {
			end <- true
		}
	}()
	go func() {
		if err := a.serve(); err != nil {
			end <- true
		}
	}()
	<-end
}
