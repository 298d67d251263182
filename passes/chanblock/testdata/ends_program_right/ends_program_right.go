// Package ends_program_right waits for goroutines that end the program.
package ends_program_right

import (
	"errors"
	"fmt"
	"log"
	"os"
	"sync"
)

func Serve(serve func() error) {
	done := make(chan int)
	go func() {
		if err := serve(); err != nil {
			log.Fatal(err)
		}
		os.Exit(0)
	}()
	<-done
}

func Nil(serve func() error) {
	var forever chan int
	watch(serve)
	<-forever
}

func watch(serve func() error) {
	go func() {
		defer os.Exit(1)
		fmt.Println(serve())
	}()
}

var exit = os.Exit

func Variable(serve func() error) {
	done := make(chan int)
	go func() {
		if err := serve(); err != nil {
			exit(1)
			return
		}
		done <- 1
	}()
	<-done
}

func Deferred(serve func() error) {
	done := make(chan int)
	go func() {
		if err := serve(); err != nil {
			defer os.Exit(1)
			return
		}
		done <- 1
	}()
	<-done
}

type Server struct{ end chan int }

func New() *Server { return &Server{end: make(chan int)} }

func (s *Server) Run(serve func() error) {
	go func() {
		serve()
		os.Exit(1)
	}()
	<-s.end
}

type failure struct{}

func (*failure) Error() string { return "failed" }

// Typed is an error that is not nil although the pointer in it is.
func Typed() int {
	ch := make(chan int)
	var err error = (*failure)(nil)
	go func() { ch <- 1 }()
	if err == nil {
		return 0
	}
	return <-ch
}

// Captured is the same in the goroutine.
func Captured() int {
	ch := make(chan int)
	err := error((*failure)(nil))
	go func() {
		if err == nil {
			return
		}
		ch <- 1
	}()
	return <-ch
}

// Closed closes on one of the paths only.
func Closed(early bool) {
	ch := make(chan int)
	var err error
	if early {
		close(ch)
		err = errors.New("early")
	}
	if err == nil {
		close(ch)
	}
}

type state struct{ done chan int }

// Again makes a new channel.
func Again(s *[1]state) {
	close(s[0].done)
	*s = [1]state{{make(chan int, 1)}}
	s[0].done <- 1
}

// Method receives what the method sends before it waits.
func Method() int {
	c := out(make(chan int))
	var wg sync.WaitGroup
	wg.Go(c.send)
	n := <-c
	wg.Wait()
	return n
}

type out chan int

func (c out) send() { c <- 1 }

func rescue() { recover() }

// Indirect recovers from nothing, since a deferred function has to call recover itself.
func Indirect() {
	ch := make(chan int)
	go func() {
		defer func() { rescue() }()
		panic("the program ends")
	}()
	<-ch
}
