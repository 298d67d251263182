// Package held_instead sends with the lock held to a goroutine that may want the lock instead of receiving.
package held_instead

import (
	"sync"
	"time"
)

type framer struct {
	reset     chan bool
	writeLock sync.Mutex
	conn      chan bool
}

func NewFramer() *framer {
	f := &framer{reset: make(chan bool), conn: make(chan bool)}
	go f.monitor()
	return f
}

func (f *framer) monitor() {
	var expired <-chan time.Time
	expired = time.After(time.Minute)
Loop:
	for {
		select {
		case <-f.conn:
			f.writeLock.Lock()
			close(f.reset)
			f.reset = nil
			f.writeLock.Unlock()
			break Loop
		case <-f.reset:
		case <-expired:
		}
	}
}

func (f *framer) WriteFrame() {
	f.writeLock.Lock()
	defer f.writeLock.Unlock()
	if f.reset == nil {
		return
	}
	f.reset <- true // want lockheld
}
