package main

import (
	"bufio"
	"errors"
	"log"
	"os"
	"sync"
	"time"
)

// A Spool prints pages until Stop.
type Spool struct {
	mu      sync.Mutex
	stopped bool
	pages   []string
}

func (s *Spool) Stop() { s.mu.Lock(); defer s.mu.Unlock(); s.stopped = true }

func (s *Spool) Print(page string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return errors.New("the spool is stopped")
	}
	s.pages = append(s.pages, page)
	return nil
}

// main prints two pages of the standard input. They have 20 ms.
func main() {
	var pages []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		pages = append(pages, in.Text())
	}
	if len(pages) != 2 {
		os.Exit(7)
	}
	s := &Spool{}
	var all sync.WaitGroup
	for _, page := range pages {
		all.Add(1)
		go func() {
			defer all.Done()
			if err := s.Print(page); err != nil {
				log.Fatal(err)
			}
		}()
	}
	time.Sleep(20 * time.Millisecond)
	s.Stop()
	all.Wait()
}
