package main

import (
	"log"
	"os"
	"time"
)

func main() { os.Exit(run()) }

// run stops the spool when the worker has printed its page.
func run() int {
	s := &Spool{}
	s.Start()
	printed := make(chan error, 1)
	go func() {
		time.Sleep(time.Millisecond)
		printed <- s.Print("page")
	}()
	err := <-printed
	s.Stop()
	if err != nil {
		log.Fatal(err)
	}
	return 0
}
