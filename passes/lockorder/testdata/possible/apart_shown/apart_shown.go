// Package apart_shown has functions with both orders. Two go statements of an init start one goroutine each, so the sides have one
// each. A go statement of a function that runs several times may have both.
package apart_shown

import "sync"

var first, second sync.Mutex

func both() {
	first.Lock()
	second.Lock() // want `go by apart_shown.init.0 \(apart_shown.go:21\) → apart_shown.both .* holding apart_shown.first .*; go by apart_shown.init.0 \(apart_shown.go:22\) → apart_shown.both .* holding apart_shown.second`
	second.Unlock()
	first.Unlock()
	second.Lock()
	first.Lock()
	first.Unlock()
	second.Unlock()
}

func init() {
	go both()
	go both()
}

var third, fourth sync.Mutex

func again() {
	third.Lock()
	fourth.Lock() // want `go by apart_shown.Run \(apart_shown.go:39\) → apart_shown.again .* holding apart_shown.fourth .*; go by apart_shown.Run \(apart_shown.go:39\) → apart_shown.again .* holding apart_shown.third`
	fourth.Unlock()
	third.Unlock()
	fourth.Lock()
	third.Lock()
	third.Unlock()
	fourth.Unlock()
}

func Run() {
	go again()
}
