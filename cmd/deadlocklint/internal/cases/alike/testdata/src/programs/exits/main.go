package main

import (
	"log"
	"os"
	"time"
)

func main() { os.Exit(run()) }

// run stops the spool while a worker may still have a page.
func run() int {
	s := &Spool{}
	printed := make(chan error, 1)
	go func() {
		time.Sleep(time.Millisecond)
		printed <- s.Print("page")
	}()
	s.Start()
	time.Sleep(30 * time.Millisecond)
	s.Stop()
	if err := <-printed; err != nil {
		log.Fatal(err)
	}
	return 0
}
