// Package neither_sends_right waits for goroutines of which one sends in any case.
package neither_sends_right

import "log"

type server struct{ err error }

func (s *server) serve() error { return s.err }

func Run(a, b *server) {
	end := make(chan bool, 1)
	go func() {
		if err := a.serve(); err != nil {
			end <- true
		}
	}()
	go func() {
		if err := b.serve(); err != nil {
			log.Print(err)
		}
		end <- true
	}()
	<-end
}

// Counted receives from whom it has started.
func Counted(list []*server) {
	end := make(chan bool, len(list))
	for _, s := range list {
		go func() {
			if err := s.serve(); err != nil {
				end <- true
			}
		}()
	}
	<-end
}

// Stays has a goroutine that goes on until it can tell.
func Stays(a, b *server) {
	end := make(chan bool, 1)
	go func() {
		if err := a.serve(); err != nil {
			end <- true
		}
	}()
	go func() {
		for {
			if err := b.serve(); err != nil {
				break
			}
		}
		end <- true
	}()
	<-end
}

// Fatal ends the program.
func Fatal(a, b *server) {
	end := make(chan bool, 1)
	go func() {
		if err := a.serve(); err != nil {
			end <- true
			return
		}
		log.Fatal("over")
	}()
	go func() {
		if err := b.serve(); err != nil {
			end <- true
		}
	}()
	<-end
}
