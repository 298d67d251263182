// Package deferred has functions that wait. A comment names the WaitGroups whose Done is deferred there, after the function.
package deferred

import (
	"context"
	"sync"
)

var (
	workers sync.WaitGroup
	jobs    = make(chan int)
)

type server struct {
	wg   sync.WaitGroup
	quit chan bool
}

func work() {
	defer workers.Done()
	<-jobs // in work: workers
}

func early() {
	<-jobs // in early:
	defer workers.Done()
	<-jobs // in early: workers
}

func sometimes(is bool) {
	if is {
		defer workers.Done()
	}
	<-jobs // in sometimes:
}

func start() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for range 2 {
			<-jobs // in start.func1: start.wg
		}
	}()
	go func() {
		defer wg.Done()
		defer workers.Done()
		func() {
			<-jobs // in start.func2.1:
		}()
		<-jobs // in start.func2: start.wg workers
	}()
	wg.Wait() // in start:
}

func (s *server) serve() {
	defer s.wg.Done()
	<-s.quit // in (*server).serve: server.wg
}

func (s *server) begin() {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		<-s.quit // in (*server).begin.func1: server.wg
	}()
}

func handed(wg *sync.WaitGroup, s *server) {
	defer wg.Done()
	defer s.wg.Done()
	<-jobs // in handed:
}

func replaced(s *server) {
	func(workers *sync.WaitGroup) {
		defer workers.Done()
		<-jobs // in replaced.func1:
	}(&s.wg)
}

func ended(ctx context.Context) {
	defer func() { <-ctx.Done() }()
	<-jobs // in ended:
}

func oneLine() {
	go func() { defer workers.Done(); <-jobs }() // in oneLine.func1:
}
