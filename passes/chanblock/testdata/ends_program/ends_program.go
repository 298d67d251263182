// Package ends_program waits for goroutines that end the program on some paths only, or do not end it.
package ends_program

import (
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
	}()
	<-done // want `blocks for ever: no goroutine sends to this channel or closes it`
}

func Later() {
	done := make(chan int)
	<-done // want `blocks for ever: no goroutine sends to this channel or closes it`
	go os.Exit(0)
}

var exit = func(code int) { log.Print(code) }

func Variable(serve func() error) {
	done := make(chan int)
	go func() {
		if err := serve(); err != nil {
			exit(1)
			return
		}
		done <- 1
	}()
	<-done // want `blocks for ever when the goroutine that sends returns in line 33`
}

// Nil is an error that is nil.
func Nil() int {
	ch := make(chan int)
	var err error
	go func() {
		if err == nil {
			return
		}
		ch <- 1
	}()
	return <-ch // want `blocks for ever when the goroutine that sends returns in line 46`
}

// Method receives what the method sends when it is too late.
func Method() int {
	c := out(make(chan int))
	var wg sync.WaitGroup
	wg.Go(c.send)
	wg.Wait() // want `Wait waits for ever: the goroutines send to a channel without a buffer before they call Done`
	return <-c
}

type out chan int

func (c out) send() { c <- 1 }

func rescue() {
	if r := recover(); r != nil {
		println("recovered")
	}
}

// Rescued starts a goroutine that recovers, and the program goes on.
func Rescued() {
	ch := make(chan int)
	go func() {
		defer rescue()
		panic("no value")
	}()
	<-ch // want `blocks for ever: no goroutine sends to this channel or closes it`
}
